/** Who connects behind a burst of connections is let in before the burst's work is done, and work goes on nevertheless. */
import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { type Arrivals, connectionsFirst } from '../../src/kernel/arrivals.ts'

const burst = 150

/** A burst of connections, each with a request that costs a turn; how many were served when the last one was let in. */
async function servedBeforeTheLast(arrivals: Arrivals): Promise<number> {
  let [accepted, served, before] = [0, 0, 0]
  const server = http.createServer(async (_, response) => {
    await arrivals.settle()
    for (const until = performance.now() + 2; performance.now() < until; );
    served += 1
    response.end()
  })
  server.on('connection', () => {
    arrivals.note()
    accepted += 1
    if (accepted === burst) before = served
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answers = Array.from({ length: burst }, async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await once(socket.resume(), 'close')
  })
  await Promise.all(answers)
  server.close()
  expect(served).toBe(burst)
  return before
}

test('connections that wait are accepted before work begins', async () => {
  expect(await servedBeforeTheLast(connectionsFirst({ maxMs: 60_000 }))).toBeLessThan(burst / 5)
})

test('connections without end do not stop work', async () => {
  expect(await servedBeforeTheLast(connectionsFirst({ maxAtOnce: 20 }))).toBeGreaterThan(20)
})

test('nothing waits while no connection comes', async () => {
  const arrivals = connectionsFirst()
  expect(arrivals.settle()).toBe(undefined)
  arrivals.note()
  const settled = arrivals.settle()
  expect(settled).toBeInstanceOf(Promise)
  await settled
  expect(arrivals.settle()).toBe(undefined)
})
