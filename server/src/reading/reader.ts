/** Reads invoice files in threads beside the server: with a limit of time and memory, and waiting files in turn. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { refusedUnopened } from './limits.ts'
import { type InvoiceFile, type Reading, refusal } from './model.ts'

export interface InvoiceReader {
  /** Rejects only when our own thread cannot be started, or after `close`. */
  read(file: InvoiceFile): Promise<Reading>
  /** Files being read or waiting are given up. */
  close(): Promise<void>
}

export interface ReaderOptions {
  threads?: number
  /** For one file, from when its turn has come. */
  timeoutMs?: number
  /** Of the heap of one thread. */
  memoryMb?: number
  /** Told of a thread that died at work: it may have been the file, it may have been a fault of ours. */
  onCrash?: (error: Error, fileName: string) => void
}

interface Job {
  file: InvoiceFile
  resolve: (reading: Reading) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
  isReady: boolean
}

/**
 * Node 20 cannot load TypeScript in a thread: run from sources, as tests do, the thread is that of the build, which has
 * the same tree in `dist` as there is in `src`.
 */
const threadLocation = (): URL =>
  new URL(
    './worker.js',
    import.meta.url.endsWith('.ts') ? import.meta.url.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : import.meta.url,
  )

/** Nothing of the server's environment and arguments reaches the thread. */
const startWorker = (memoryMb: number): Worker =>
  new Worker(threadLocation(), {
    name: 'invoice reader',
    env: {},
    execArgv: [],
    argv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 10, codeRangeSizeMb: 16 },
  })

const tooLong = (timeoutMs: number) =>
  refusal('file_too_large', `Reading the file takes more than ${timeoutMs / 1000} s.`)
const tooMuch = () => refusal('file_too_large', 'Reading the file takes too much memory, or it cannot be read at all.')
const closed = () => new Error('the invoice reader is closed')

export function invoiceReader(options: ReaderOptions = {}): InvoiceReader {
  const {
    threads: most = Math.max(1, Math.min(2, availableParallelism() - 1)),
    timeoutMs = 5000,
    memoryMb = 128,
    onCrash,
  } = options
  const waiting: Job[] = []
  const threads = new Set<Thread>()
  let isClosed = false

  function assign(): void {
    if (waiting.length === 0) return
    for (const thread of threads) if (thread.isReady && thread.job === undefined) give(thread)
    const starting = [...threads].filter(thread => !thread.isReady).length
    if (waiting.length > starting && threads.size < most) start()
  }

  function give(thread: Thread): void {
    const job = waiting.shift()
    if (job === undefined) return
    thread.job = job
    thread.worker.ref()
    thread.timer = setTimeout(expire, timeoutMs, thread)
    // The caller keeps its bytes; the copy moves into the thread.
    const bytes = new Uint8Array(job.file.bytes)
    thread.worker.postMessage({ name: job.file.name, bytes }, [bytes.buffer])
  }

  /** An answer that came while this process was busy is let in first. */
  function expire(thread: Thread): void {
    const job = thread.job
    setImmediate(() => {
      if (job === undefined || thread.job !== job || !threads.has(thread)) return
      lose(thread).resolve(tooLong(timeoutMs))
      assign()
    })
  }

  function free(thread: Thread): Job | undefined {
    const job = thread.job
    clearTimeout(thread.timer)
    thread.job = undefined
    thread.worker.unref()
    return job
  }

  function lose(thread: Thread): Job {
    threads.delete(thread)
    void thread.worker.terminate()
    return free(thread)!
  }

  /** A thread that dies at work was killed by its file; one that never came up is our fault, and nobody's turn comes. */
  function fail(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return
    const job = free(thread)
    if (job !== undefined) {
      onCrash?.(error, job.file.name)
      job.resolve(tooMuch())
    }
    if (!thread.isReady) for (const job of waiting.splice(0)) job.reject(error)
    assign()
  }

  function start(): void {
    const thread: Thread = { worker: startWorker(memoryMb), job: undefined, timer: undefined, isReady: false }
    threads.add(thread)
    thread.worker.on('message', (message: 'ready' | Reading) => {
      if (message === 'ready') {
        thread.isReady = true
        thread.worker.unref()
      } else free(thread)?.resolve(message)
      assign()
    })
    thread.worker.on('error', error => fail(thread, error))
    thread.worker.on('exit', code => fail(thread, new Error(`the invoice reader's thread ended with ${code}`)))
  }

  return {
    read(file) {
      if (isClosed) return Promise.reject(closed())
      const unopened = refusedUnopened(file)
      if (unopened !== undefined) return Promise.resolve(unopened)
      return new Promise((resolve, reject) => {
        waiting.push({ file, resolve, reject })
        assign()
      })
    },
    async close() {
      isClosed = true
      const left = [...threads]
      threads.clear()
      const given = left.flatMap(thread => free(thread) ?? [])
      for (const job of [...given, ...waiting.splice(0)]) job.reject(closed())
      await Promise.all(left.map(thread => thread.worker.terminate()))
    },
  }
}
