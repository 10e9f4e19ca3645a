/** `GET /stock-lots/{id}/trace` of a lot of malt that went through batches into ten thousand movements of beer. */
import { openClient } from '../client.js'
import { tracedIssues } from '../settings.js'
import { quantile } from '../statistics.js'

const limitMs = 200
const warmUp = 20
const repetitions = 40
/** Each takes from the lot of malt and gives a layer of beer; every issue takes from all of these. */
const batches = 20

const kg = { unit_code: 'kg' }
const l = { unit_code: 'l' }

export async function breweryTrace({ installation }) {
  const scopes = ['core', 'stock', 'brewery'].flatMap(module => [`${module}:read`, `${module}:write`])
  const [{ key }] = await installation.openAccounts(['brewery-trace'], scopes)
  const client = openClient(installation.origin, key)
  try {
    const { malt, movements } = await fill(client)
    const times = []
    let before
    for (let place = 0; place < warmUp + repetitions; place++) {
      if (place === warmUp) before = installation.cpu()
      const { body, ms } = await client.call(`/stock-lots/${malt}/trace`)
      if (body.went_to.length !== movements) throw new Error(`the trace has ${body.went_to.length} issues`)
      if (place >= warmUp) times.push(ms)
    }
    const used = installation.cpu()
    const each = name => `${((used[name] - before[name]) / repetitions / 1_000).toFixed(0)} ms`
    return [
      {
        title: `trace of a lot through ${movements} movements`,
        unit: 'ms',
        value: quantile(times, 0.95),
        beside: { name: 'limit', value: limitMs },
        target: { most: 1 },
        note: `p95; p50 ${quantile(times, 0.5).toFixed(1)} ms; processor: Node ${each('node')}, PostgreSQL ${each('postgres')}`,
      },
    ]
  } finally {
    client.close()
  }
}

async function fill(client) {
  const post = async (path, body = {}) => (await client.call(path, { method: 'POST', body: JSON.stringify(body) })).body
  const { body } = await client.call('/warehouses?type=standard')
  const at = { warehouse_id: body.data[0].id }
  const confirmed = async (path, head) => {
    const document = await post(path, { ...at, ...head })
    await post(`${path}/${document.id}/actions/confirm`)
    return document
  }
  const malt = await post('/items', { name: 'Slad', item_type: 'brew_material', unit: kg })
  const beer = await post('/items', { name: 'Lezak', item_type: 'production_item', unit: l })
  const bought = await confirmed('/goods-receipts', {
    lines: [{ item_id: malt.id, quantity: String(batches * 100), unit: kg, unit_price: '18' }],
  })
  const lots = []
  for (let place = 0; place < batches; place++) lots.push(await brew({ client, post, confirmed }, { malt, beer }))
  for (let place = 0; place < tracedIssues; place++) {
    const partner = place % 10 === 0 ? await post('/partners', { name: `Hostinec ${place}` }) : undefined
    await confirmed('/stock-issues', {
      movement_purpose: 'sale',
      ...(partner && { partner_id: partner.id }),
      lines: lots.map(lot_id => ({ item_id: beer.id, quantity: '1', unit: l, lot_id })),
    })
  }
  return { malt: bought.lines[0].id, movements: batches + tracedIssues * batches }
}

/** The layer of beer. */
async function brew({ client, post, confirmed }, { malt, beer }) {
  const { id } = await post('/batches', { item_id: beer.id, planned_volume_l: '1000' })
  await confirmed('/stock-issues', {
    movement_purpose: 'production_out',
    batch_id: id,
    lines: [{ item_id: malt.id, quantity: '100', unit: kg }],
  })
  await post(`/batches/${id}/actions/advance_phase`, { phase: 'packaging', volume_l: '1000' })
  const { created } = await post(`/batches/${id}/actions/receive_production`, { quantity: '1000', unit: l })
  const { body } = await client.call(`/goods-receipts/${created.id}`)
  return body.lines[0].id
}
