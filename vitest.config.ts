import { defineConfig } from 'vitest/config'

const everything = ['server/test/**/*.test.ts']
const throughTheApi = ['server/test/api/**/*.test.ts']

const project = (name: string, include: string[]) => ({
  test: {
    name,
    include,
    globalSetup: ['server/test/support/databases.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Modules are loaded once per worker: ours keep no state, and loading them costs more than most tests.
    isolate: false,
  },
})

export default defineConfig({
  test: {
    // The same API tests run on both kinds of database: the embedded one, and an external PostgreSQL 15 over TCP.
    projects: [project('embedded', everything), project('external', throughTheApi)],
    maxWorkers: 2,
    reporters: ['default', './server/test/support/closing-line.ts'],
  },
})
