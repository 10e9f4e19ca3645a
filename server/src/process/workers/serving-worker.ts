/** A worker: a process that serves beside others on the port of its leader, and stops when that one says so. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerDeps } from '../../app.ts'
import { type ConnectionOptions, type Database, openDatabase } from '../../db/pool.ts'
import { bookSignals } from '../../kernel/signals.ts'
import type { OpenMetrics } from '../../metrics/open.ts'
import { ListenError } from '../database.ts'
import { type Serving, startServing } from '../listening.ts'
import { openLog } from '../log.ts'
import { startMetrics } from '../metrics.ts'
import { stopping as stopSignals } from '../stop-signals.ts'
import { countElsewhere } from './counting.ts'
import { pageFromLeader } from './figures.ts'
import type { Beginning, ToLeader, ToWorker } from './messages.ts'
import { relaySignals } from './relay.ts'

const retryMs = 250
const goodbyeMs = 500

function work(): void {
  const hurry = new AbortController()
  const signals = bookSignals()
  const counting = countElsewhere(questions => tell({ kind: 'counting', questions }))
  const relay = relaySignals(signals, bookIds => tell({ kind: 'poked', bookIds }))
  const consoleBuilt = openSignal()
  const page = pageFromLeader(() => tell({ kind: 'page_wanted' }))
  let metrics: Promise<OpenMetrics | undefined> = Promise.resolve(undefined)
  let beginning: Promise<Running> | undefined
  // A terminal sends Ctrl-C to all of them: the leader hears it, too, and tells us.
  for (const signal of stopSignals) process.on(signal, () => {})
  // Nobody counts any more, and the port is gone.
  process.once('disconnect', () => process.exit(1))
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'counted') counting.answered(message.answers)
    else if (message.kind === 'poked') relay.hear(message.bookIds)
    else if (message.kind === 'console_built') consoleBuilt.give()
    else if (message.kind === 'measure') void tellFigures(metrics)
    else if (message.kind === 'page') page.came(message.text)
    else if (message.kind === 'begin') {
      if (message.isConsoleBuilt) consoleBuilt.give()
      metrics = startMetrics(message.config)
      const shared = { counters: counting.counters, signals, consoleBuilt: consoleBuilt.given, metrics, page }
      beginning = begin(message, shared, hurry.signal)
    } else if (message.kind === 'stop') void stop(beginning)
    else hurry.abort()
  })
  tell({ kind: 'ready' })
}

/** Without waiting for the answer, unless `isTold` says what follows. */
const tell = (message: ToLeader, isTold = () => {}): void => void process.send?.(message, undefined, undefined, isTold)

async function tellFigures(metrics: Promise<OpenMetrics | undefined>): Promise<void> {
  tell({ kind: 'measured', figures: (await (await metrics)?.figures()) ?? [] })
}

/** Something that happens once, and may be waited for. */
function openSignal(): { given: Promise<void>; give(): void } {
  let give = () => {}
  const given = new Promise<void>(resolve => {
    give = resolve
  })
  return { given, give }
}

/** What a worker shares with its leader and the others. */
interface Shared extends Pick<WorkerDeps, 'counters' | 'signals'> {
  consoleBuilt: Promise<void>
  metrics: Promise<OpenMetrics | undefined>
  page: ReturnType<typeof pageFromLeader>
}

interface Running {
  serving: Serving
  database: Database
}

async function begin(
  beginning: Beginning,
  { consoleBuilt, metrics, page, ...shared }: Shared,
  hurried: AbortSignal,
): Promise<Running> {
  const { number, config, connection, poolSize } = beginning
  const log = openLog(config, number)
  const isFirst = number === 1
  try {
    const database = await openWorkerDatabase(connection, poolSize)
    const worker = { ...shared, isDispatching: isFirst }
    const counted = { metrics: await metrics, metricsText: page.text }
    const work = { config, database, connection, log, hurried, worker, consoleBuilt, ...counted }
    const serving = await startServing({ ...work, hasJobs: isFirst })
    tell({ kind: 'serving' })
    return { serving, database }
  } catch (error) {
    if (!(error instanceof ListenError)) log.fatal({ err: error }, 'The worker cannot start.')
    const line = error instanceof ListenError ? error.message : undefined
    return line === undefined
      ? process.exit(1)
      : new Promise(() => tell({ kind: 'refused', line }, () => process.exit(1)))
  }
}

/** However long the database is away: the leader brings it back. */
async function openWorkerDatabase(connection: ConnectionOptions, size: number): Promise<Database> {
  const database = openDatabase(connection, { name: 'cellarbook serve', size })
  while (!(await database.look())) await sleep(retryMs)
  return database
}

/** Who does not serve yet has nothing to finish. */
async function stop(beginning: Promise<Running> | undefined): Promise<void> {
  const running = await Promise.race([beginning, sleep(0)])
  if (running) {
    await running.serving.stop()
    await Promise.race([running.database.end(), sleep(goodbyeMs)])
  }
  process.exit(0)
}

work()
