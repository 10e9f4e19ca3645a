/** The process: database, first start, server or workers, welcome, graceful stop. */
import type { Logger } from 'pino'
import { firstStart } from '../domains/demo/actions.ts'
import type { Config } from './config.ts'
import { buildConsole } from './console-build.ts'
import { openStore, type Store } from './database.ts'
import { openLog, type Serving, startServing } from './listening.ts'
import { leaveRoot } from './privileges.ts'
import { orInterrupted, stopSignals } from './stop-signals.ts'
import { welcome } from './welcome.ts'

/** Whatever happens, the process is gone by then. PostgreSQL was told to stop well before, and does so without us. */
const hardStopMs = 9_500

export async function serve(config: Config): Promise<void> {
  const log = openLog(config.logLevel)
  // Listened for from the beginning: a signal during the start stops as soon as everything is up.
  const { wished, hurried } = stopSignals()
  const consoleBuilt = buildConsole(config, log)
  const store = await openStore(config, { purpose: 'serve', log: line => log.info(line), stopping: hurried })
  try {
    const demo = await orInterrupted(firstStart(store.database, store.database.clock), hurried)
    const serving = await start({ config, store, log, hurried, consoleBuilt })
    process.stdout.write(welcome({ config, embeddedAt: store.embeddedAt, demo }))
    const stop = stopper(log, async () => {
      await serving.stop()
      await store.close()
    })
    serving.lost?.then(line => {
      log.fatal(line)
      stop(1)
    })
    if (wished.aborted) stop()
    else wished.addEventListener('abort', () => stop())
  } catch (error) {
    await store.close()
    throw error
  }
}

export interface Starting {
  config: Config
  store: Store
  log: Logger
  /** Aborted when requests under way are waited for no longer. */
  hurried: AbortSignal
  /** Ends with the build of the console. */
  consoleBuilt: Promise<unknown>
}

/** In this process, or in workers that it leads. */
async function start(starting: Starting): Promise<Serving> {
  const { config, store, log, hurried, consoleBuilt } = starting
  if (config.workers > 1) {
    const { lead } = await import('./workers/lead.ts')
    return lead(starting)
  }
  const { database, revive, account } = store
  const serving = await startServing({ config, database, log, hurried, revive, consoleBuilt, hasJobs: true })
  const left = leaveRoot({ account, dataDir: config.dataDir })
  if (left) log.info(left)
  return serving
}

function stopper(log: Logger, finishAll: () => Promise<void>): (exitCode?: number) => void {
  let isStopping = false
  return (exitCode = 0) => {
    if (isStopping) return
    isStopping = true
    log.info('Stopping: finishing the requests under way.')
    const deadline = setTimeout(() => {
      log.error('Stopping took too long.')
      process.exit(1)
    }, hardStopMs)
    deadline.unref()
    finishAll().then(
      () => process.exit(exitCode),
      error => {
        log.error({ err: error }, 'The stop failed.')
        process.exit(1)
      },
    )
  }
}
