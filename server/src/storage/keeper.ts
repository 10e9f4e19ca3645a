/** Keeps files in threads beside the server. */
import { openThreads } from '../lib/threads.ts'
import type { KeepJob, Kept } from './keep-file.ts'
import { FileExists } from './store.ts'
import { diskFault } from './streams.ts'

/** A file of 25 MB on a slow drive takes seconds. */
const timeoutMs = 300_000

/** Those of this process: a thread knows no folder. One waits for the disk while the other one works. */
const threads = openThreads<KeepJob, Kept>({
  name: 'file keeper',
  location: new URL('./keeping-thread.js', import.meta.url),
  threads: 2,
  timeoutMs,
  memoryMb: 64,
  messageOf: job => {
    // The caller keeps its bytes; the copy moves into the thread.
    const bytes = job.bytes && new Uint8Array(job.bytes)
    return { message: { ...job, bytes }, moved: bytes ? [bytes.buffer] : [] }
  },
  late: () => ({ ok: false, code: `took more than ${timeoutMs / 1_000} s`, syscall: 'disk' }),
  lost: (_, { message }) => ({ ok: false, code: message, syscall: 'thread' }),
})

/** Returns the hash of bytes that were given. */
export async function keepApart(job: KeepJob): Promise<string | undefined> {
  const kept = await threads.run(job)
  if (kept.ok) return kept.sha256
  if (kept.code === 'EEXIST' && kept.syscall === 'link') throw new FileExists('there is a file under this key already')
  throw diskFault(kept)
}
