/** Makes papers in a thread beside the server, one at a time for each book. */
import { bookQueue } from '../../../kernel/book-queue.ts'
import type { Printer } from '../../../kernel/ports/printer.ts'
import { openThreads } from '../../../lib/threads.ts'
import type { PaperJob } from './jobs.ts'

/** Five hundred lines take a fifth of a second; the first paper of a thread reads the fonts. */
const timeoutMs = 20_000
const memoryMb = 256

type Made = { bytes: Uint8Array } | { error: Error }

export function paperPrinter(): Printer {
  const threads = openThreads<PaperJob, Made>({
    name: 'paper printer',
    location: new URL('./printing-thread.js', import.meta.url),
    threads: 1,
    timeoutMs,
    memoryMb,
    messageOf: job => ({ message: job }),
    late: job => ({ error: new Error(`a paper (${job.kind}) took more than ${timeoutMs} ms`) }),
    lost: (_, error) => ({ error }),
  })
  // A book that asks for hundreds waits for itself: the next of another book is at most one paper away.
  const turns = bookQueue()
  return {
    print: (bookId, job) =>
      turns.run(bookId, async () => {
        const made = await threads.run(job as PaperJob)
        if ('error' in made) throw made.error
        return Buffer.from(made.bytes.buffer, made.bytes.byteOffset, made.bytes.byteLength)
      }),
    close: () => threads.close(),
  }
}
