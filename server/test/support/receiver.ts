/** A real HTTPS receiver of webhooks that records what it got and misbehaves on demand. */
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { selfSigned, type TestCertificate } from './certificates.ts'

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  atMs: number
  /** The sender's: requests with the same one came over the same connection. */
  port: number
}

export interface Behaviour {
  /** Without `act` an answer with this status; 200 by default. */
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Before the headers. */
  delayMs?: number
  /** The same, until something else has happened. */
  heldUntil?: Promise<void>
  /**
   * hang: no answer. reset: the connection is cut instead of an answer. cut: cut in the middle of the body.
   * endless: a body without an end. trickle: one byte every 20 ms. drip: the same with the headers.
   * garble: an answer that is no HTTP.
   */
  act?: 'hang' | 'reset' | 'cut' | 'endless' | 'trickle' | 'drip' | 'garble'
}

export interface Receiver {
  port: number
  ca: string
  url(path?: string): string
  received: Received[]
  /** How many connections were ever made, failed handshakes included. */
  connections(): number
  /** How many are open. */
  open(): number
  behave(behaviour: Behaviour | ((request: Received) => Behaviour)): void
  /** As an idle receiver does that had enough of its kept connections. */
  dropConnections(): void
  close(): Promise<void>
}

export interface ReceiverOptions {
  host?: string
  certificate?: TestCertificate
}

export async function openReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { host = '127.0.0.1', certificate = selfSigned() } = options
  const sockets = new Set<Socket>()
  const received: Received[] = []
  let connections = 0
  let behaviour: (request: Received) => Behaviour = () => ({})
  const server = createServer({ ...certificate, keepAliveTimeout: 30_000 }, async (request, response) => {
    const entry = await record(request)
    if (!entry) return
    received.push(entry)
    await answer(request, response, behaviour(entry))
  })
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    ca: certificate.cert,
    url: (path = '/') => `https://${host.includes(':') ? `[${host}]` : host}:${port}${path}`,
    received,
    connections: () => connections,
    open: () => sockets.size,
    behave: wanted => {
      behaviour = typeof wanted === 'function' ? wanted : () => wanted
    },
    dropConnections,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      dropConnections()
      await closed
    },
  }
}

/** Undefined when the sender left in the middle. */
async function record(request: IncomingMessage): Promise<Received | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
  } catch {
    return undefined
  }
  const { method = '', url: path = '', headers, socket } = request
  return { method, path, headers, body: Buffer.concat(chunks), atMs: Date.now(), port: socket.remotePort ?? 0 }
}

async function answer(request: IncomingMessage, response: ServerResponse, behaviour: Behaviour): Promise<void> {
  const { status = 200, headers = {}, body = '', delayMs = 0, heldUntil, act } = behaviour
  if (delayMs > 0) await sleep(delayMs)
  await heldUntil
  if (act === 'hang' || request.socket.destroyed) return
  if (act === 'reset') return void request.socket.destroy()
  if (act === 'garble') return void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n')
  if (act === 'drip') return drip(request.socket)
  if (!act) return void response.writeHead(status, headers).end(body)
  response.writeHead(status, headers)
  response.write(body || 'x')
  if (act === 'cut') return void setImmediate(() => request.socket.destroy())
  const [piece, gapMs] = act === 'endless' ? ['x'.repeat(4_096), 1] : ['x', 20]
  while (!response.destroyed && !request.socket.destroyed) {
    response.write(piece)
    await sleep(gapMs)
  }
}

async function drip(socket: Socket): Promise<void> {
  socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
  while (!socket.destroyed) {
    socket.write('x')
    await sleep(20)
  }
}
