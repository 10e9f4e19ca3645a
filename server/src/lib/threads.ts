/** Work in threads beside the server: with a limit of time and memory for each piece, and what waits in turn. */
import { type Transferable, Worker } from 'node:worker_threads'

export interface Threads<Job, Result> {
  /** Rejects only when a thread of ours cannot be started, or after `close`. */
  run(job: Job): Promise<Result>
  /** What is at work or waiting is given up. */
  close(): Promise<void>
}

export interface ThreadOptions<Job, Result> {
  name: string
  /** The module of the thread. It answers `ready` when it is loaded, then every message with one result. */
  location: URL
  threads: number
  /** For one piece of work, from when its turn has come. */
  timeoutMs: number
  /** Of the heap of one thread. */
  memoryMb: number
  messageOf(job: Job): { message: unknown; moved?: Transferable[] }
  late(job: Job): Result
  /** Of a thread that died at work: it may have been the work, it may have been a fault of ours. */
  lost(job: Job, error: Error): Result
}

interface Task<Job, Result> {
  job: Job
  resolve: (result: Result) => void
  reject: (error: Error) => void
}

interface Thread<Job, Result> {
  worker: Worker
  task: Task<Job, Result> | undefined
  timer: NodeJS.Timeout | undefined
  isReady: boolean
}

interface Pool<Job, Result> {
  options: ThreadOptions<Job, Result>
  waiting: Task<Job, Result>[]
  threads: Set<Thread<Job, Result>>
}

/** Nothing of the server's environment and arguments reaches the thread. */
const startWorker = ({ location, name, memoryMb }: { location: URL; name: string; memoryMb: number }): Worker =>
  new Worker(location, {
    name,
    env: {},
    execArgv: [],
    argv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 10, codeRangeSizeMb: 16 },
  })

export function openThreads<Job, Result>(options: ThreadOptions<Job, Result>): Threads<Job, Result> {
  const pool: Pool<Job, Result> = { options, waiting: [], threads: new Set() }
  let isClosed = false
  const closed = () => new Error(`the threads of the ${options.name} are closed`)
  return {
    run(job) {
      if (isClosed) return Promise.reject(closed())
      return new Promise((resolve, reject) => {
        pool.waiting.push({ job, resolve, reject })
        assign(pool)
      })
    },
    async close() {
      isClosed = true
      const left = [...pool.threads]
      pool.threads.clear()
      const given = left.flatMap(thread => free(thread) ?? [])
      for (const task of [...given, ...pool.waiting.splice(0)]) task.reject(closed())
      await Promise.all(left.map(thread => thread.worker.terminate()))
    },
  }
}

function assign<Job, Result>(pool: Pool<Job, Result>): void {
  const { options, waiting, threads } = pool
  if (waiting.length === 0) return
  for (const thread of threads) if (thread.isReady && thread.task === undefined) give(pool, thread)
  const starting = [...threads].filter(thread => !thread.isReady).length
  if (waiting.length > starting && threads.size < options.threads) start(pool)
}

function give<Job, Result>(pool: Pool<Job, Result>, thread: Thread<Job, Result>): void {
  const { options, waiting } = pool
  const task = waiting.shift()
  if (task === undefined) return
  thread.task = task
  thread.worker.ref()
  thread.timer = setTimeout(() => expire(pool, thread), options.timeoutMs)
  const { message, moved = [] } = options.messageOf(task.job)
  thread.worker.postMessage(message, moved)
}

/** An answer that came while this process was busy is let in first. */
function expire<Job, Result>(pool: Pool<Job, Result>, thread: Thread<Job, Result>): void {
  const task = thread.task
  setImmediate(() => {
    if (task === undefined || thread.task !== task || !pool.threads.delete(thread)) return
    void thread.worker.terminate()
    free(thread)
    task.resolve(pool.options.late(task.job))
    assign(pool)
  })
}

function free<Job, Result>(thread: Thread<Job, Result>): Task<Job, Result> | undefined {
  const task = thread.task
  clearTimeout(thread.timer)
  thread.task = undefined
  thread.worker.unref()
  return task
}

/** A thread that dies at work was killed by it; one that never came up is our fault, and nobody's turn comes. */
function fail<Job, Result>(pool: Pool<Job, Result>, thread: Thread<Job, Result>, error: Error): void {
  const { options, waiting, threads } = pool
  if (!threads.delete(thread)) return
  const task = free(thread)
  task?.resolve(options.lost(task.job, error))
  if (!thread.isReady) for (const each of waiting.splice(0)) each.reject(error)
  assign(pool)
}

function start<Job, Result>(pool: Pool<Job, Result>): void {
  const { options, threads } = pool
  const thread: Thread<Job, Result> = {
    worker: startWorker(options),
    task: undefined,
    timer: undefined,
    isReady: false,
  }
  threads.add(thread)
  thread.worker.on('message', (message: 'ready' | Result) => {
    if (message === 'ready') {
      thread.isReady = true
      thread.worker.unref()
    } else free(thread)?.resolve(message)
    assign(pool)
  })
  thread.worker.on('error', error => fail(pool, thread, error))
  thread.worker.on('exit', code => fail(pool, thread, new Error(`a thread of the ${options.name} ended with ${code}`)))
}
