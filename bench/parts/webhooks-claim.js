/** Claiming due deliveries of one endpoint while a million wait for another one, beside the same without them. */
import { randomUUID } from 'node:crypto'
import { openWebhooks } from '../setup/webhooks.js'
import { quantile } from '../statistics.js'

const waiting = 1_000_000
const rounds = 200
const maxRatio = 1.5

export async function webhooksClaim(bench) {
  const { openDatabase } = await import('../../server/dist/db/pool.js')
  const { claimDeliveries } = await import('../../server/dist/domains/webhooks/dispatch/store.js')
  const connection = await bench.installation.connection()
  const webhooks = await openWebhooks(bench, 'webhooks-claim')
  const [crowded, free] = [await webhooks.endpoint('crowded'), await webhooks.endpoint('free')]
  // The dispatcher of the server leaves disabled endpoints alone, so nothing but the claim is measured.
  for (const id of [crowded, free]) await webhooks.post(`/webhook-endpoints/${id}/actions/disable`)
  const database = openDatabase({ ...connection }, { name: 'bench claim', size: 1 })
  const run = async text => {
    const client = await database.dedicated()
    await client.query('set statement_timeout = 0')
    await client.query(text)
    await client.end()
  }
  const fill = (endpointId, count, from) => `
    insert into webhook_deliveries (book_id, id, endpoint_id, event_id, sequence, type, is_redacted, status,
                                    next_attempt_at, created_at, updated_at)
    select '${webhooks.bookId}', gen_random_uuid(), '${endpointId}', '${randomUUID()}', ${from} + n, 'partner.created',
           false, 'pending', now() - interval '1 hour' + n * interval '1 ms', now(), now()
      from generate_series(1, ${count}) n`
  const measure = async endpointId => {
    const times = []
    for (let round = 0; round < rounds; round++) {
      const started = performance.now()
      const claimed = await claimDeliveries(
        database,
        { book_id: webhooks.bookId, endpoint_id: endpointId },
        { now: new Date().toISOString(), leaseEnd: new Date(Date.now() + 30_000).toISOString(), limit: 16 },
      )
      if (claimed.length !== 16) throw new Error(`${claimed.length} deliveries were claimed`)
      times.push(performance.now() - started)
    }
    return quantile(times, 0.5)
  }
  await run(fill(free, rounds * 16, 0))
  await run('analyze webhook_deliveries')
  const alone = await measure(free)
  await run(fill(crowded, waiting, 10_000_000))
  await run('analyze webhook_deliveries')
  const among = await measure(crowded)
  await run(`delete from webhook_deliveries where book_id = '${webhooks.bookId}'`)
  await database.end()
  return [
    {
      title: 'claim of 16 deliveries, 1 000 000 pending, p50',
      unit: 'ms',
      value: among,
      beside: { name: 'few pending', value: alone },
      target: { most: maxRatio },
    },
  ]
}
