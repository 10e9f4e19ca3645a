/** The process: database, first start, server or workers, welcome, graceful stop. */
import type { Logger } from 'pino'
import { firstStart } from '../domains/demo/actions.ts'
import { backupFolders } from './backing-up.ts'
import { type Config, unknownSettings } from './config.ts'
import { buildConsole } from './console-build.ts'
import { openStore, type Store } from './database.ts'
import { type Serving, startServing } from './listening.ts'
import { openLog } from './log.ts'
import { startMetrics, textOfAll } from './metrics.ts'
import { openMetricsPort } from './metrics-port.ts'
import { leaveRoot, makeFolders } from './privileges.ts'
import { agreeWithNodes } from './several-nodes.ts'
import { orInterrupted, stopSignals } from './stop-signals.ts'
import { welcome } from './welcome.ts'

/** Whatever happens, the process is gone by then. PostgreSQL was told to stop well before, and does so without us. */
const hardStopMs = 9_500

export async function serve(config: Config): Promise<void> {
  const log = openLog(config)
  for (const line of unknownSettings(process.env)) log.warn(line)
  // Listened for from the beginning: a signal during the start stops as soon as everything is up.
  const { wished, hurried } = stopSignals()
  const consoleBuilt = buildConsole(config, log)
  const store = await openStore(config, { purpose: 'serve', log: line => log.info(line), stopping: hurried })
  try {
    makeFolders(backupFolders(config), store.account)
    await agreeWithNodes({ config, store, log })
    const demo = await orInterrupted(firstStart(store.database, store.database.clock), hurried)
    const serving = await start({ config, store, log, hurried, consoleBuilt })
    process.stdout.write(welcome({ config, embeddedAt: store.embeddedAt, demo }))
    const port = await openMetricsPort(config, serving.metricsText)
    const stop = stopper(log, async () => {
      port?.stop()
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
  if (starting.config.workers === 1) return serveAlone(starting)
  const { lead } = await import('./workers/lead.ts')
  return lead(starting)
}

async function serveAlone({ config, store, log, hurried, consoleBuilt }: Starting): Promise<Serving> {
  const { database, connection, revive, account } = store
  const metrics = await startMetrics(config)
  const metricsText = async () => textOfAll(metrics ? [await metrics.figures()] : [])
  const work = { config, database, connection, log, hurried, consoleBuilt, metrics, metricsText }
  const serving = await startServing({ ...work, revive, hasJobs: true })
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
