/** Connections are given up: too many of them, answers nobody reads, last words nobody hears. */
import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { type ConnectionLimits, connectionLimits, watchConnections } from '../../src/http/connections.ts'
import { useService } from '../support/service.ts'
import { until } from '../support/webhook-endpoints.ts'

const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024)

let opened: (http.Server | Socket)[] = []
afterEach(() => {
  for (const thing of opened) 'closeAllConnections' in thing ? thing.closeAllConnections() : thing.destroy()
  for (const thing of opened) if ('closeAllConnections' in thing) thing.close()
  opened = []
})

async function serve(limits: Partial<ConnectionLimits>, answer: http.RequestListener): Promise<http.Server> {
  const server = http.createServer(answer)
  opened.push(server)
  watchConnections(server, { ...connectionLimits(false), ...limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** A client that says something and then neither reads nor closes. */
async function deaf(server: http.Server, words = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'): Promise<Socket> {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  opened.push(socket)
  await once(socket, 'connect')
  socket.pause()
  socket.write(words)
  return socket
}

const openOn = (server: http.Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

const untilOpen = (server: http.Server, count: number) =>
  until(
    () => openOn(server),
    open => open === count,
  )

describe('an answer that is not read', () => {
  test('is given up, as one piece', async () => {
    const server = await serve({ unreadMs: 300 }, (_, response) => response.end(megabytes(40)))
    await deaf(server)
    await untilOpen(server, 1)
    await untilOpen(server, 0)
  })

  test('is given up, as a stream, which then ends', async () => {
    let isOver = false
    async function* forever() {
      try {
        for (;;) yield megabytes(1)
      } finally {
        isOver = true
      }
    }
    const server = await serve({ unreadMs: 300 }, (_, response) => {
      const stream = Readable.from(forever())
      stream.pipe(response).on('close', () => stream.destroy())
    })
    await deaf(server)
    await untilOpen(server, 0)
    await until(
      async () => isOver,
      over => over,
    )
  })

  test('is given up although the client goes on sending', async () => {
    const server = await serve({ unreadMs: 300 }, (_, response) => response.end(megabytes(40)))
    const socket = await deaf(server)
    socket.write('GET / HTTP/1.1\r\nX-Long: ')
    const sending = setInterval(() => socket.write('x'), 30)
    await untilOpen(server, 0).finally(() => clearInterval(sending))
  })

  test('stays while it is read, however slowly', async () => {
    const server = await serve({ unreadMs: 1_500 }, (_, response) => response.end(megabytes(80)))
    const socket = await deaf(server)
    for (let turn = 0; turn < 25; turn++) {
      await sleep(100)
      for (let count = 0; count < 20; count++) {
        socket.read()
        await turnOfTheLoop()
      }
    }
    expect(socket.bytesRead).toBeLessThan(megabytes(80).length)
    expect(await openOn(server)).toBe(1)
  })
})

describe('too many connections', () => {
  /** Told by what it hears: an answer, or the end of the line. */
  async function isServed(server: http.Server): Promise<boolean> {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    opened.push(socket)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
  }
  const hello: http.RequestListener = (_, response) => response.end('hello')

  test('of one address: the next is closed, until another one leaves', async () => {
    const server = await serve({ maxPerAddress: 3 }, hello)
    for (let count = 0; count < 3; count++) expect(await isServed(server)).toBe(true)
    expect(await isServed(server)).toBe(false)
    ;(opened[1] as Socket).destroy()
    await untilOpen(server, 2)
    expect(await isServed(server)).toBe(true)
    expect(await isServed(server)).toBe(false)
  })

  test('of a trusted proxy: it speaks for many', async () => {
    for (const trusted of [1, ['127.0.0.0/8']]) {
      const { isProxy } = connectionLimits(trusted)
      const server = await serve({ maxPerAddress: 1, isProxy }, hello)
      for (let count = 0; count < 3; count++) expect(await isServed(server)).toBe(true)
    }
    expect(connectionLimits(['10.0.0.0/8']).isProxy('127.0.0.1')).toBe(false)
  })

  test('in all: the next is closed, whoever it is', async () => {
    const server = await serve({ most: 2, isProxy: () => true }, hello)
    for (let count = 0; count < 2; count++) expect(await isServed(server)).toBe(true)
    expect(await isServed(server)).toBe(false)
  })

  test('the bounds are 2 000 in all and 500 of one address', () => {
    expect(connectionLimits(false)).toMatchObject({ most: 2_000, maxPerAddress: 500, unreadMs: 30_000 })
  })
})

describe('the service', () => {
  const service = useService({ connections: { unreadMs: 300 } })

  test('closes who was told that this is no HTTP, and neither reads nor closes', async () => {
    const { server } = service.app.server
    for (let count = 0; count < 20; count++) await deaf(server, 'THIS IS NOT HTTP\r\n\r\n')
    await untilOpen(server, 0)
  })

  test('closes who asks for much and reads nothing', async () => {
    const { server } = service.app.server
    const asked = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
    await deaf(server, asked.repeat(40))
    await untilOpen(server, 1)
    await untilOpen(server, 0)
  })

  test('tells nothing to a browser that connects before it has something to ask: it would take it for its answer', async () => {
    const { server } = service.app.server
    server.headersTimeout = 100
    const heard = async (words: string) => text((await deaf(server, words)).resume())
    const [silent, begun] = await Promise.all([heard(''), heard('GET /console HTTP/1.1\r\n')])
    expect(silent).toBe('')
    expect(begun).toMatch(/^HTTP\/1\.1 422 /)
  })
})
