/** A backlog to ten endpoints at once: how many deliveries a second, with the receiver on the same machine. */
import { openWebhooks } from '../setup/webhooks.js'

const endpoints = 10
const events = 2_000
const leastPerSecond = 2_000

export async function webhooksThroughput(bench) {
  const webhooks = await openWebhooks(bench, 'webhooks-throughput')
  const ids = []
  for (let place = 0; place < endpoints; place++) ids.push(await webhooks.endpoint(`endpoint-${place}`))
  for (const id of ids) await webhooks.post(`/webhook-endpoints/${id}/actions/disable`)
  await webhooks.write(events)
  const before = (await bench.installation.resident()).rss
  const started = performance.now()
  for (const id of ids) await webhooks.post(`/webhook-endpoints/${id}/actions/enable`)
  const total = events * endpoints
  await webhooks.until(total)
  const value = (total / (performance.now() - started)) * 1_000
  const grown = ((await bench.installation.resident()).rss - before) / 1024 / 1024
  return [
    {
      title: `webhook deliveries, ${endpoints} endpoints, receiver on this machine`,
      unit: '/s',
      value,
      beside: { name: 'target', value: leastPerSecond },
      target: { least: 1 },
      note: `${total} deliveries; memory grew by ${grown.toFixed(0)} MB`,
    },
  ]
}
