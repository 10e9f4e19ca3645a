/** A receiver on this machine over plain HTTP, as an integrator has one at hand. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface LocalReceiver {
  url: string
  received: { headers: IncomingHttpHeaders; body: string }[]
  /** The next answers, 200 when there are no more. */
  statuses: number[]
  /** Until so many requests have come. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

export async function openLocalReceiver(): Promise<LocalReceiver> {
  const received: LocalReceiver['received'] = []
  const statuses: number[] = []
  let wake = () => {}
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(statuses.shift() ?? 200).end()
    wake()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    statuses,
    async until(count) {
      while (received.length < count) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
