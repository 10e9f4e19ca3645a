import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compiledServer } from './server/test/support/compiled-server.ts'

/**
 * For tests alone; the programs they start are started as users start them. Much code runs a few times: it is optimised eight
 * times later, by a flag that V8 of newer Node calls otherwise. All cores have work, so garbage needs no threads.
 */
const execArgv = [
  '--single-threaded-gc',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=540672'] : []),
]

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
  'oldest/webhook-deliveries',
  'webhooks/',
  'storage/',
  'properties/',
  'mail/',
  'files/',
]

/** What waits is spread among what computes, so that neither core is idle and no worker is left alone with a long file at the end. */
class WaitingAmongBusy extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => waiting.findIndex(part => moduleId.includes(`/test/${part}`))
    const sorted = await super.sort(files)
    const long = sorted.filter(file => place(file) >= 0).toSorted((one, other) => place(one) - place(other))
    const short = sorted.filter(file => place(file) < 0)
    const each = Math.ceil(short.length / Math.max(1, long.length))
    const mixed = long.flatMap((file, index) => [file, ...short.slice(index * each, (index + 1) * each)])
    return [...mixed, ...short.slice(long.length * each)]
  }
}

export default defineConfig({
  plugins: [compiledServer()],
  // The examples of the SDK import it by its name.
  resolve: { alias: { '@cellarbook/sdk': fileURLToPath(new URL('sdk/src/index.ts', import.meta.url)) } },
  test: {
    include: ['server/test/**/*.test.ts', 'console/test/**/*.test.{ts,tsx}'],
    globalSetup: ['server/test/support/databases.ts'],
    // What a busy machine needs; nothing here is measured by time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Two more tries for what a starved machine upset. The closing lines name it: an unsteady test is mended, not kept.
    retry: 2,
    // Modules are loaded once per worker: ours keep no state, and loading them costs more than most tests.
    isolate: false,
    execArgv,
    // Twice as many as cores: many wait for processes and clocks.
    maxWorkers: 5,
    sequence: { sequencer: WaitingAmongBusy },
    // The server is compiled when a run begins: to watch its sources would watch nothing.
    watch: false,
    reporters: ['default', './server/test/support/closing-line.ts'],
  },
})
