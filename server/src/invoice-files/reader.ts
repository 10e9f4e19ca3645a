/** Reads invoice files in threads beside the server, with a limit of time and memory. */
import { availableParallelism } from 'node:os'
import { openThreads } from '../lib/threads.ts'
import { refuseUnopened } from './limits.ts'
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

const tooLong = (timeoutMs: number) =>
  refusal('file_too_large', `Reading the file takes more than ${timeoutMs / 1000} s.`)
const tooMuch = () => refusal('file_too_large', 'Reading the file takes too much memory, or it cannot be read at all.')

export function invoiceReader(options: ReaderOptions = {}): InvoiceReader {
  const { timeoutMs = 5000, memoryMb = 128, onCrash } = options
  const threads = openThreads<InvoiceFile, Reading>({
    name: 'invoice reader',
    location: new URL('./reading-thread.js', import.meta.url),
    threads: options.threads ?? Math.max(1, Math.min(2, availableParallelism() - 1)),
    timeoutMs,
    memoryMb,
    messageOf({ name, bytes }) {
      // The caller keeps its bytes; the copy moves into the thread.
      const copy = new Uint8Array(bytes)
      return { message: { name, bytes: copy }, moved: [copy.buffer] }
    },
    late: () => tooLong(timeoutMs),
    lost(file, error) {
      onCrash?.(error, file.name)
      return tooMuch()
    },
  })
  return {
    read(file) {
      const unopened = refuseUnopened(file)
      return unopened === undefined ? threads.run(file) : Promise.resolve(unopened)
    },
    close: () => threads.close(),
  }
}
