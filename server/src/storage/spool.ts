/** A file without a name, for bytes on their way to S3, which wants to know their number and hash beforehand. */
import { randomUUID } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { onDisk } from './streams.ts'

/** The name is given up at once: whatever happens to this process, nothing stays behind. */
export async function withSpool<T>(work: (file: FileHandle) => Promise<T>): Promise<T> {
  const name = path.join(os.tmpdir(), `cellarbook-${randomUUID()}`)
  const file = await onDisk(fs.open(name, 'wx+', 0o600))
  try {
    await onDisk(fs.rm(name))
    return await work(file)
  } finally {
    await file.close()
  }
}
