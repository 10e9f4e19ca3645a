import { defineConfig } from 'vitest/config'

const everything = ['server/test/**/*.test.ts']
const throughTheApi = ['server/test/api/**/*.test.ts']
/** What is decided before the database is asked, or after it has answered, is the same on both. */
const beforeTheDatabase = [
  'bodies',
  'document-actions',
  'every-endpoint',
  'forwarded',
  'fuzz',
  'gates',
  'isdoc',
  'item-rules',
  'me',
  'papers',
  'settings-refusals',
  'slow-uploads',
  'webhook-addresses',
].map(name => `server/test/api/${name}.test.ts`)

const project = (name: string, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    include,
    exclude,
    globalSetup: ['server/test/support/databases.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Modules are loaded once per worker: ours keep no state, and loading them costs more than most tests.
    isolate: false,
  },
})

export default defineConfig({
  test: {
    // The API tests that reach the database run on both kinds of it: the embedded one, and an external PostgreSQL 15.
    projects: [project('embedded', everything), project('external', throughTheApi, beforeTheDatabase)],
    maxWorkers: 2,
    reporters: ['default', './server/test/support/closing-line.ts'],
  },
})
