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

/**
 * Node 20 cannot load TypeScript in a thread: run from sources, as tests do, the thread is that of the build, which has
 * the same tree in `dist` as there is in `src`.
 */
export const threadLocation = (name: string, from: string): URL =>
  new URL(name, from.endsWith('.ts') ? from.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : from)

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
  type OwnThread = Thread<Job, Result>
  const waiting: Task<Job, Result>[] = []
  const threads = new Set<OwnThread>()
  let isClosed = false
  const closed = () => new Error(`the threads of the ${options.name} are closed`)

  function assign(): void {
    if (waiting.length === 0) return
    for (const thread of threads) if (thread.isReady && thread.task === undefined) give(thread)
    const starting = [...threads].filter(thread => !thread.isReady).length
    if (waiting.length > starting && threads.size < options.threads) start()
  }

  function give(thread: OwnThread): void {
    const task = waiting.shift()
    if (task === undefined) return
    thread.task = task
    thread.worker.ref()
    thread.timer = setTimeout(expire, options.timeoutMs, thread)
    const { message, moved = [] } = options.messageOf(task.job)
    thread.worker.postMessage(message, moved)
  }

  /** An answer that came while this process was busy is let in first. */
  function expire(thread: OwnThread): void {
    const task = thread.task
    setImmediate(() => {
      if (task === undefined || thread.task !== task || !threads.has(thread)) return
      threads.delete(thread)
      void thread.worker.terminate()
      free(thread)
      task.resolve(options.late(task.job))
      assign()
    })
  }

  function free(thread: OwnThread): Task<Job, Result> | undefined {
    const task = thread.task
    clearTimeout(thread.timer)
    thread.task = undefined
    thread.worker.unref()
    return task
  }

  /** A thread that dies at work was killed by it; one that never came up is our fault, and nobody's turn comes. */
  function fail(thread: OwnThread, error: Error): void {
    if (!threads.delete(thread)) return
    const task = free(thread)
    task?.resolve(options.lost(task.job, error))
    if (!thread.isReady) for (const each of waiting.splice(0)) each.reject(error)
    assign()
  }

  function start(): void {
    const thread: OwnThread = { worker: startWorker(options), task: undefined, timer: undefined, isReady: false }
    threads.add(thread)
    thread.worker.on('message', (message: 'ready' | Result) => {
      if (message === 'ready') {
        thread.isReady = true
        thread.worker.unref()
      } else free(thread)?.resolve(message)
      assign()
    })
    thread.worker.on('error', error => fail(thread, error))
    thread.worker.on('exit', code => fail(thread, new Error(`a thread of the ${options.name} ended with ${code}`)))
  }

  return {
    run(job) {
      if (isClosed) return Promise.reject(closed())
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject })
        assign()
      })
    },
    async close() {
      isClosed = true
      const left = [...threads]
      threads.clear()
      const given = left.flatMap(thread => free(thread) ?? [])
      for (const task of [...given, ...waiting.splice(0)]) task.reject(closed())
      await Promise.all(left.map(thread => thread.worker.terminate()))
    },
  }
}
