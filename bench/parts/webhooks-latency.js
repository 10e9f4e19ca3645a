/** From an event to its receiver at 100 events a second: how late the first byte comes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openWebhooks } from '../setup/webhooks.js'
import { quantile } from '../statistics.js'

const perSecond = 100
const seconds = 10
const maxP50Ms = 20
const maxP99Ms = 100

export async function webhooksLatency(bench) {
  const webhooks = await openWebhooks(bench, 'webhooks-latency')
  await webhooks.endpoint('latency')
  await sleep(500)
  await webhooks.write(200, 4)
  await webhooks.until(200)
  await webhooks.receiver.forget()
  await steadily(webhooks)
  const { late } = await webhooks.until(perSecond * seconds)
  const measure = (share, most) => ({
    title: `event to receiver at ${perSecond} events/s, p${share * 100}`,
    unit: 'ms',
    value: quantile(late, share),
    beside: { name: 'limit', value: most },
    target: { most: 1 },
    note: 'from the time of the event, which is before its commit',
  })
  return [measure(0.5, maxP50Ms), measure(0.99, maxP99Ms)]
}

/** A write every ten milliseconds, whether the one before is done or not. */
async function steadily({ post }) {
  const started = performance.now()
  const writes = []
  for (let turn = 0; turn < perSecond * seconds; turn++) {
    const dueMs = (turn * 1_000) / perSecond
    await sleep(Math.max(0, dueMs - (performance.now() - started)))
    writes.push(post('/partners', { name: `Partner ${turn}` }))
  }
  await Promise.all(writes)
}
