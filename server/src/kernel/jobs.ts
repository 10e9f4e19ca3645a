/** Work that goes on beside the requests: each job again and again, never twice at once on one node. */
import type { Logger } from 'pino'
import type { Database } from '../db/pool.ts'
import type { Clock } from '../lib/instants.ts'
import type { MailTransport } from '../mail/transport.ts'
import type { FileStore } from '../storage/store.ts'
import type { SecretSealer } from './ports/webhooks.ts'

export interface JobDeps {
  database: Database
  clock: Clock
  log: Logger
  fileStore: FileStore
  mail: MailTransport
  /** Opens what mails tell under seal; absent where nobody seals. */
  seals?: SecretSealer
  /** Where the console is. */
  baseUrl: string
  retention: Retention
  /** Told of the end of every run; absent where nobody counts them. */
  watch?: JobWatch
}

/** How many days is kept what nobody's books need. */
export interface Retention {
  requestsDays: number
  mailsDays: number
  /** Null keeps it as long as the account. */
  auditDays: number | null
}

export type JobWatch = (job: string, isDone: boolean) => void

export interface Job {
  /** As the log has it: `sending mails` was put off. */
  name: string
  everyMs: number
  /** Also right at the start: a process that never lives that long does it too. */
  isDueAtStart?: boolean
  run(deps: JobDeps, isStopping: () => boolean): Promise<void>
}

export interface RunningJobs {
  /** No run begins any more; those under way may end. */
  stop(): Promise<void>
}

/** A stop does not wait for a server that hangs: what was begun is done again by whoever comes next. */
const stopWaitMs = 5_000
/** Nodes that started together drift apart. */
const jitterShare = 0.1

export function startJobs(jobs: readonly Job[], deps: JobDeps): RunningJobs {
  const running = jobs.map(job => startJob(job, deps))
  return {
    async stop() {
      await atMost(stopWaitMs, Promise.all(running.map(job => job.stop())))
    },
  }
}

function startJob(job: Job, deps: JobDeps): RunningJobs {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  const runLogged = withLog(job, deps, () => isStopping)
  const begin = () => {
    underWay = runLogged().finally(() => {
      underWay = undefined
      if (!isStopping) plan()
    })
  }
  const plan = () => {
    timer = setTimeout(begin, job.everyMs * (1 - jitterShare * Math.random()))
    timer.unref()
  }
  if (job.isDueAtStart) begin()
  else plan()
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await underWay
    },
  }
}

/** A database that is away for an hour is one line, not seven hundred. */
function withLog(job: Job, deps: JobDeps, isStopping: () => boolean): () => Promise<void> {
  let lastFailure: string | undefined
  return async () => {
    try {
      await job.run(deps, isStopping)
      lastFailure = undefined
      deps.watch?.(job.name, true)
    } catch (error) {
      deps.watch?.(job.name, false)
      const message = error instanceof Error ? error.message : String(error)
      if (message !== lastFailure) deps.log.warn({ err: error }, `${job.name} was put off`)
      lastFailure = message
    }
  }
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
