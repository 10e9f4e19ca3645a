/** What a till reads when it fills its cache: all that is sold at a desk, in pages. */
import { seededItems } from '../settings.js'
import { median, quantile } from '../statistics.js'

const limit = 200
const limitMs = 60
const repetitions = 3

export async function posItems({ client, installation }) {
  const { body } = await client.call('/cash-desks?is_active=true')
  const start = `/cash-desks/${body.data[0].id}/items?limit=${limit}`
  await walk(client, start)
  const before = installation.cpu()
  const walks = []
  for (let place = 0; place < repetitions; place++) walks.push(await walk(client, start))
  const used = installation.cpu()
  const times = walks.flatMap(each => each.times)
  const each = name => `${((used[name] - before[name]) / times.length / 1_000).toFixed(1)} ms`
  return [
    {
      title: `GET /cash-desks/{id}/items, ${walks[0].items} items, p95 of a page of ${limit}`,
      unit: 'ms',
      value: quantile(times, 0.95),
      beside: { name: 'limit', value: limitMs },
      target: { most: 1 },
      note: `p50 ${median(times).toFixed(1)}, Node ${each('node')}, PostgreSQL ${each('postgres')}`,
    },
  ]
}

/** A tenth of the items is sold at the least: every page but the last is full. */
async function walk(client, start) {
  const times = []
  let items = 0
  for (let path = start; path; ) {
    const { body, ms } = await client.call(path)
    times.push(ms)
    items += body.data.length
    path = body.has_more && `${start}&cursor=${body.next_cursor}`
  }
  if (items < seededItems / 10) throw new Error(`only ${items} items are sold at the desk`)
  return { times, items }
}
