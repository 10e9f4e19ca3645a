/** Reads recipe files in a thread beside the server, with a limit of time and memory. */
import type { TextReader } from '../../../../kernel/ports/files.ts'
import { openThreads } from '../../../../lib/threads.ts'
import type { FileReading, RecipeFile } from './model.ts'

/** A file of 1 MB takes a fifth of a second. */
const timeoutMs = 5000
const memoryMb = 192

/** `onCrash` is told of a thread that died at work: it may have been the file, it may have been a fault of ours. */
export function recipeReader(onCrash: (error: Error) => void): TextReader {
  const threads = openThreads<RecipeFile, FileReading>({
    name: 'recipe reader',
    location: new URL('./recipe-thread.js', import.meta.url),
    threads: 1,
    timeoutMs,
    memoryMb,
    messageOf: message => ({ message }),
    late: () => ({ ok: false, detail: `Reading the file takes more than ${timeoutMs / 1000} s.` }),
    lost(_, error) {
      onCrash(error)
      return { ok: false, detail: 'Reading the file takes too much memory, or it cannot be read at all.' }
    },
  })
  return { read: job => threads.run(job as RecipeFile), close: () => threads.close() }
}
