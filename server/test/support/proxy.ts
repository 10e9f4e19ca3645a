/** A proxy in front of PostgreSQL that can lose connections as a firewall does: they stay open and carry nothing. */
import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import type { ConnectionSettings } from '../../src/db/embedded/index.ts'

export interface LossyProxy {
  readonly port: number
  /** The open connections carry nothing from now on, for ever; new ones work. */
  swallow(): void
  /** Ends what it swallowed: PostgreSQL drops no database anywhere while somebody hangs in the middle of signing in. */
  forget(): void
  /** Nothing passes, on new connections neither, until it thaws. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

export async function startProxy({ host, port }: ConnectionSettings): Promise<LossyProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer(near => {
    const far = host.startsWith('/') ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!swallowed.has(from)) to.destroy()
      })
      from.pipe(to)
      if (isFrozen) from.unpipe(to).pause()
    }
    partners.set(near, far)
    partners.set(far, near)
  })
  const partners = new Map<Socket, Socket>()
  const swallowed = new Set<Socket>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stopAll = (): void => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return {
    port: (server.address() as { port: number }).port,
    swallow() {
      for (const socket of sockets) swallowed.add(socket)
      stopAll()
    },
    forget() {
      for (const socket of swallowed) socket.destroy()
      swallowed.clear()
    },
    freeze() {
      isFrozen = true
      stopAll()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) if (!swallowed.has(socket)) socket.pipe(partners.get(socket)!)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
