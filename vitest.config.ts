import { defineConfig } from 'vitest/config'

const everything = ['server/test/**/*.test.ts']
const throughTheApi = ['server/test/api/**/*.test.ts']
const setup = ['server/test/support/databases.ts']

export default defineConfig({
  test: {
    // The same API tests run on both kinds of database: the embedded one, and an external PostgreSQL 15 over TCP.
    projects: [
      { test: { name: 'embedded', include: everything, globalSetup: setup, testTimeout: 20_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'external',
          include: throughTheApi,
          globalSetup: setup,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
    maxWorkers: 2,
    reporters: ['default', './server/test/support/closing-line.ts'],
  },
})
