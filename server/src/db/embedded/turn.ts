/** Lets one process at a time start the server of a cluster. */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { codeOf } from './errors.ts'

export interface Turn {
  end(): void
}

/** Where the kernel offers no such name, PostgreSQL's own locks have to do. */
export const turnWithoutLock: Turn = { end: () => {} }

/**
 * Undefined while another process has its turn.
 * Two servers that find the lock file of a dead one at the same moment may each take the other's new file for the old.
 * The name of an abstract socket is held by the kernel and falls free with its process, so that it is never stale.
 */
export async function takeTurn(cluster: string): Promise<Turn | undefined> {
  if (process.platform !== 'linux') return turnWithoutLock
  const { dev, ino } = statSync(cluster)
  const holder = createServer(socket => socket.destroy()).unref()
  holder.listen({ path: `\0cellarbook-start-${dev}-${ino}`, exclusive: true })
  try {
    await once(holder, 'listening')
    return { end: () => holder.close() }
  } catch (error) {
    return codeOf(error) === 'EADDRINUSE' ? undefined : turnWithoutLock
  }
}
