import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const everything = ['server/test/**/*.test.ts']
/** Those that ask the most different things of the database; the others ask the same in other words. */
const onBothDatabases = ['isdoc-order', 'lists', 'partners', 'sale-story', 'stock-posting', 'webhook-deliveries'].map(
  name => `server/test/api/${name}.test.ts`,
)

const project = (name: string, include: string[]) => ({
  test: {
    name,
    include,
    globalSetup: ['server/test/support/databases.ts'],
    // What a busy machine needs; nothing here is measured by time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Modules are loaded once per worker: ours keep no state, and loading them costs more than most tests.
    isolate: false,
  },
})

/**
 * Those that take longest begin first, so that no worker is left alone with one of them at the end. A worker serves one
 * project and is started anew for the other, with all modules: so each project is a row of its own.
 */
const longest = ['processes/', 'webhooks/', 'storage/', 'properties/', 'mail/', 'files/']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (project.name === 'external') return longest.length + 1
      const place = longest.findIndex(folder => moduleId.includes(`/test/${folder}`))
      return place < 0 ? longest.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    // On the embedded database, and a part once more on an external PostgreSQL 15.
    projects: [project('embedded', everything), project('external', onBothDatabases)],
    // More than cores: many wait for processes and clocks.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './server/test/support/closing-line.ts'],
  },
})
