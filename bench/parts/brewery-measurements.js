/** Measurements of a batch that has 100 000 of them: a page, a series, and one more beside a batch with none. */
import { openClient } from '../client.js'
import { seededMeasurements } from '../settings.js'
import { median, quantile } from '../statistics.js'

const scopes = ['core:read', 'core:write', 'brewery:read', 'brewery:write']
const limitMs = 50
const perRequest = 500
const warmUp = 50
const repetitions = 200
const minuteMs = 60_000

export async function breweryMeasurements(bench) {
  const { installation } = bench
  const [{ key }] = await installation.openAccounts(['brewery'], scopes)
  const client = openClient(installation.origin, key)
  bench.closers.push(() => client.close())
  const [full, fresh] = await addBatches(client)
  await fill(client, full)
  return [
    await timeReads({ client, installation }, 'GET …/measurements?limit=50', `${full}/measurements?limit=50`),
    await timeReads(
      { client, installation },
      'GET …/measurement-series',
      `${full}/measurement-series?axis=temperature_c`,
    ),
    await timePosts(client, { full, fresh }),
  ]
}

const post = (client, path, body) => client.call(path, { method: 'POST', body: JSON.stringify(body) })

/** Their paths. */
async function addBatches(client) {
  const beer = { name: 'Lezak', item_type: 'production_item', unit: { unit_code: 'l' } }
  const { body: item } = await post(client, '/items', beer)
  const add = () => post(client, '/batches', { item_id: item.id, planned_volume_l: '2000' })
  return [await add(), await add()].map(({ body }) => `/batches/${body.id}`)
}

/** A probe that has measured every minute up to now, with a gravity in each hundredth. */
async function fill(client, batch) {
  const first = Date.now() - seededMeasurements * minuteMs
  const measurementAt = number => ({
    type: 'temperature',
    temperature_c: (9 + (number % 700) / 100).toFixed(2),
    ...(number % 100 === 0 && { gravity_plato: (12 - (number / seededMeasurements) * 9).toFixed(3) }),
    measured_at: new Date(first + number * minuteMs).toISOString(),
    device: 'probe',
  })
  for (let number = 0; number < seededMeasurements; number += perRequest) {
    const measurements = Array.from({ length: perRequest }, (_, place) => measurementAt(number + place))
    await post(client, `${batch}/measurements/bulk`, { measurements })
  }
}

async function timeReads({ client, installation }, title, path) {
  const times = []
  let before
  for (let place = 0; place < warmUp + repetitions; place++) {
    if (place === warmUp) before = installation.cpu()
    const { body, ms } = await client.call(path)
    if (body.data.length < 50) throw new Error(`${title}: only ${body.data.length} found`)
    if (place >= warmUp) times.push(ms)
  }
  const used = installation.cpu()
  const each = name => `${((used[name] - before[name]) / repetitions / 1_000).toFixed(1)} ms`
  return {
    title: `${title}, 100 000 measurements`,
    unit: 'ms',
    value: quantile(times, 0.95),
    beside: { name: 'limit', value: limitMs },
    target: { most: 1 },
    note: `p95; p50 ${median(times).toFixed(1)} ms; processor: Node ${each('node')}, PostgreSQL ${each('postgres')}`,
  }
}

/** In turn, so that what disturbs the machine disturbs both. */
async function timePosts(client, { full, fresh }) {
  const times = { full: [], fresh: [] }
  for (let place = 0; place < warmUp + repetitions; place++) {
    for (const [name, batch] of Object.entries({ fresh, full })) {
      const { ms } = await post(client, `${batch}/measurements`, { temperature_c: '9.5', device: 'probe' })
      if (place >= warmUp) times[name].push(ms)
    }
  }
  return {
    title: 'POST …/measurements after 100 000',
    unit: 'ms',
    value: median(times.full),
    beside: { name: 'fresh batch', value: median(times.fresh) },
    target: { most: 1.2 },
    note: 'p50, one at a time',
  }
}
