/** What the service knows of itself in figures: queues, connections, the disk, and what its domains tell. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { readDatabaseSize } from '../db/database-size.ts'
import type { Database } from '../db/pool.ts'
import type { BookQueue } from '../kernel/book-queue.ts'
import type { JobWatch } from '../kernel/jobs.ts'
import type { Measure } from '../kernel/measures.ts'
import type { DeliveryWatch, Measured } from '../kernel/ports/metrics.ts'

/** Statements over all books are asked this often, however often somebody scrapes. */
const keptMs = 15_000

export function measureService(registry: Registry, { database, queue, disk, measures }: Measured): void {
  const gauges: Looked[] = [
    {
      name: 'disk_free_bytes',
      help: 'Room on the fullest disk of the data folder.',
      is: 'max',
      read: () => disk.freeBytes,
    },
    {
      name: 'disk_is_low',
      help: 'Whether writes are refused for want of room.',
      is: 'max',
      read: () => Number(disk.isLow),
    },
    { name: 'pool_connections', help: 'Open connections to PostgreSQL.', is: 'sum', read: () => database.usage().open },
    { name: 'pool_idle', help: 'Connections that nobody uses.', is: 'sum', read: () => database.usage().idle },
    { name: 'pool_waiting', help: 'Who waits for a connection.', is: 'sum', read: () => database.usage().waiting },
    {
      name: 'book_queue_pause_seconds',
      help: 'How long the slowest book has not moved although somebody waits.',
      is: 'max',
      read: () => queue.longestPauseMs() / 1_000,
    },
  ]
  for (const gauge of gauges) measureNow(registry, gauge)
  measureQueues(registry, queue)
  const ofDatabase = measures.length === 0 ? [] : [databaseSize]
  for (const measure of [...ofDatabase, ...measures]) measureDomain(registry, database, measure)
}

/** Looked at when the page is asked for. */
interface Looked {
  name: string
  help: string
  /** Over all workers. */
  is: 'sum' | 'max'
  /** Null when it is not known. */
  read: () => number | null
}

function measureNow(registry: Registry, { name, help, is, read }: Looked): void {
  new Gauge({
    name: `cellarbook_${name}`,
    help,
    registers: [registry],
    aggregator: is,
    collect() {
      const value = read()
      if (value !== null) this.set(value)
    },
  })
}

const databaseSize: Measure = { name: 'database_bytes', help: 'The size of the database.', read: readDatabaseSize }

function measureQueues(registry: Registry, queue: BookQueue): void {
  new Gauge({
    name: 'cellarbook_book_queue',
    help: 'Writes of a book, waiting or at work; only books that have any.',
    labelNames: ['book'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [book, waiting] of queue.lengths()) this.set({ book }, waiting)
    },
  })
}

/** A database that is away leaves the figure out, instead of the whole page. */
function measureDomain(registry: Registry, database: Database, { name, help, label, read }: Measure): void {
  let askedMs = Number.NEGATIVE_INFINITY
  new Gauge({
    name: `cellarbook_${name}`,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      if (performance.now() - askedMs < keptMs) return
      const figures = await read(database).catch(() => undefined)
      this.reset()
      if (!figures) return
      askedMs = performance.now()
      for (const figure of figures)
        this.set(label === undefined ? {} : { [label]: figure.label ?? '' }, Number(figure.value))
    },
  })
}

export function jobMetrics(registry: Registry): JobWatch {
  const registers = [registry]
  const runs = new Counter({
    name: 'cellarbook_job_runs_total',
    help: 'Runs of jobs beside the requests.',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const last = new Gauge({
    name: 'cellarbook_job_last_success_timestamp_seconds',
    help: 'When a job last ended well.',
    labelNames: ['job'],
    registers,
    aggregator: 'max',
  })
  return (job, isDone) => {
    runs.inc({ job, outcome: isDone ? 'done' : 'failed' })
    if (isDone) last.set({ job }, Date.now() / 1_000)
  }
}

export function deliveryMetrics(registry: Registry): DeliveryWatch {
  const registers = [registry]
  const attempts = new Counter({
    name: 'cellarbook_delivery_attempts_total',
    help: 'Attempts to deliver, by what became of the delivery.',
    labelNames: ['outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'cellarbook_delivery_attempt_seconds',
    help: 'How long receivers took.',
    buckets: [0.05, 0.25, 1, 5, 15],
    registers,
  })
  // From zero, so that the first one is an increase.
  for (const outcome of ['succeeded', 'retrying', 'dead']) attempts.inc({ outcome }, 0)
  return attempted => {
    attempts.inc({ outcome: attempted.outcome })
    seconds.observe(attempted.seconds)
  }
}
