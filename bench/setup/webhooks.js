/** What the parts of webhooks share: an account, a receiver, endpoints, events. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openClient } from '../client.js'
import { startReceiver } from './receiver.js'

const scopes = ['core:read', 'core:write', 'webhooks:manage', 'events:read']

export async function openWebhooks({ installation, certificate, closers }, name) {
  const [{ key, bookId }] = await installation.openAccounts([name], scopes)
  const receiver = await startReceiver(certificate)
  closers.push(() => receiver.close())
  const client = openClient(installation.origin, key)
  closers.push(() => client.close())
  const post = (path, body = {}) => client.call(path, { method: 'POST', body: JSON.stringify(body) })
  return {
    bookId,
    key,
    receiver,
    post,
    endpoint: async place =>
      (await post('/webhook-endpoints', { url: receiver.url(place), types: ['partner.*'] })).body.id,
    /** Partners by several clients at once, each an event. */
    async write(count, clients = 16) {
      let left = count
      await Promise.all(
        Array.from({ length: clients }, async () => {
          const own = openClient(installation.origin, key)
          while (left-- > 0) {
            await own.call('/partners', { method: 'POST', body: JSON.stringify({ name: `Partner ${left}` }) })
          }
          own.close()
        }),
      )
    },
    async until(count, withinMs = 300_000) {
      const deadline = performance.now() + withinMs
      for (;;) {
        const seen = await receiver.seen()
        if (seen.count >= count) return seen
        if (performance.now() > deadline) throw new Error(`${seen.count} of ${count} deliveries came`)
        await sleep(20)
      }
    },
  }
}
