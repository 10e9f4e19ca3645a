import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compiledServer } from './server/test/support/compiled-server.ts'

const everything = ['server/test/**/*.test.ts', 'console/test/**/*.test.{ts,tsx}']
/** Nodes on one external database: they begin with a copy of its data folder, which the other project does not have. */
const onExternalOnly = ['server/test/processes/stock-parallel.test.ts']
/** Those that ask the most different things of the database; the others ask the same in other words. */
const onBothDatabases = [
  'events',
  'idempotency',
  'isdoc-order',
  'lists',
  'partners',
  'pos-sales',
  'sale-story',
  'stock-golden',
  'stock-posting',
  'webhook-deliveries',
].map(name => `server/test/api/${name}.test.ts`)

/**
 * Much code runs a few times: it is optimised eight times later, by a flag that V8 of newer Node calls otherwise. Both cores
 * have work, so garbage needs no threads.
 */
const execArgv = [
  '--single-threaded-gc',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=540672'] : []),
]

const project = (name: string, include: string[], exclude: string[] = []) => ({
  plugins: [compiledServer()],
  // The examples of the SDK import it by its name.
  resolve: { alias: { '@cellarbook/sdk': fileURLToPath(new URL('sdk/src/index.ts', import.meta.url)) } },
  test: {
    name,
    include,
    exclude,
    globalSetup: ['server/test/support/databases.ts'],
    // What a busy machine needs; nothing here is measured by time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Two more tries for what a starved machine upset. The closing lines name it: an unsteady test is mended, not kept.
    retry: 2,
    // Modules are loaded once per worker: ours keep no state, and loading them costs more than most tests.
    isolate: false,
    execArgv,
  },
})

/** Those that wait for processes and clocks, the longest first. */
const waiting = [
  'processes/workers',
  'processes/signals',
  'processes/cli',
  'processes/worst-bodies',
  'api/silent-changes',
  'storage/s3',
  'processes/first-start',
  'processes/two-nodes',
  'processes/leave-root',
  'processes/embedded-postgres',
  'http/vanished-connections',
  'processes/stock-parallel',
  'processes/',
  'api/payer-status',
  'webhooks/',
  'storage/',
  'properties/',
  'mail/',
  'files/',
]

/**
 * What waits is spread among what computes, so that neither core is idle and no worker is left alone with a long file at
 * the end. A worker serves one project and is started anew for the other, with all modules: each is a row of its own.
 */
class WaitingAmongBusy extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => waiting.findIndex(part => moduleId.includes(`/test/${part}`))
    const sorted = await super.sort(files)
    const spread = (files: TestSpecification[]) => {
      const long = files.filter(file => place(file) >= 0).toSorted((one, other) => place(one) - place(other))
      const short = files.filter(file => place(file) < 0)
      const each = Math.ceil(short.length / Math.max(1, long.length))
      const mixed = long.flatMap((file, index) => [file, ...short.slice(index * each, (index + 1) * each)])
      return [...mixed, ...short.slice(long.length * each)]
    }
    const [embedded, external] = ['embedded', 'external'].map(name =>
      spread(sorted.filter(({ project }) => project.name === name)),
    )
    return [...embedded!, ...external!]
  }
}

export default defineConfig({
  test: {
    // On the embedded database, and a part once more on an external PostgreSQL 15.
    projects: [
      project('embedded', everything, onExternalOnly),
      project('external', [...onExternalOnly, ...onBothDatabases]),
    ],
    // Twice as many as cores: many wait for processes and clocks.
    maxWorkers: 5,
    sequence: { sequencer: WaitingAmongBusy },
    // The server is compiled when a run begins: to watch its sources would watch nothing.
    watch: false,
    reporters: ['default', './server/test/support/closing-line.ts'],
  },
})
