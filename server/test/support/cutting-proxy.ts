/** A proxy in front of the service that really cuts connections: now, or in the middle of the next answer. */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  readonly address: string
  /** How many connections were made. */
  readonly connections: number
  /** The next answer is cut after so many bytes, the request having arrived. */
  cutNextAnswer(afterBytes: number): void
  /** The next answer does not come, the request having arrived. */
  swallowNextAnswer(): void
  /** Nothing comes back on the connections that are open now, and nobody is told. */
  silence(): void
  /** All open connections end at once. */
  cut(): void
  close(): Promise<void>
}

export async function startCuttingProxy(serviceAddress: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(serviceAddress)
  const open = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let connections = 0
  let bytesLeft: number | undefined
  let swallows = false
  const passOn = (near: Socket, chunk: Buffer): void => {
    if (swallows) silent.add(near)
    swallows = false
    if (silent.has(near)) return
    if (bytesLeft === undefined) {
      near.write(chunk)
      return
    }
    const part = chunk.subarray(0, bytesLeft)
    bytesLeft -= part.length
    near.write(part)
    if (bytesLeft > 0) return
    bytesLeft = undefined
    silent.add(near)
    near.destroySoon()
  }
  const server = createServer(near => {
    connections += 1
    const far = createConnection(Number(port), hostname)
    open.add(near)
    near.pipe(far)
    far.on('data', chunk => passOn(near, chunk))
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(near)
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections
    },
    cutNextAnswer(afterBytes) {
      bytesLeft = afterBytes
    },
    swallowNextAnswer() {
      swallows = true
    },
    silence() {
      for (const socket of open) silent.add(socket)
    },
    cut,
    async close() {
      cut()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
