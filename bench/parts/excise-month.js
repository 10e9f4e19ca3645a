/** `POST /excise-reports/{id}/actions/recalculate` of a month of a hundred thousand movements. */
import { openClient } from '../client.js'
import { exciseDocuments } from '../settings.js'
import { quantile } from '../statistics.js'

const limitMs = 2_000
const warmUp = 1
const repetitions = 10
const linesOfDocument = 500
const beers = 25

const pcs = { unit_code: 'pcs' }

export async function exciseMonth({ installation }) {
  const scopes = ['core', 'stock', 'brewery'].flatMap(module => [`${module}:read`, `${module}:write`])
  const [{ key }] = await installation.openAccounts(['excise-month'], scopes)
  const client = openClient(installation.origin, key)
  const post = async (path, body = {}) => client.call(path, { method: 'POST', body: JSON.stringify(body) })
  try {
    await fill(client, post)
    const { body: report } = await post('/excise-reports', { period: new Date().toISOString().slice(0, 7) })
    const movements = exciseDocuments * linesOfDocument
    const times = []
    for (let place = 0; place < warmUp + repetitions; place++) {
      const { body, ms } = await post(`/excise-reports/${report.id}/actions/recalculate`)
      if (body.lines.length !== beers) throw new Error(`the report has ${body.lines.length} lines`)
      if (place >= warmUp) times.push(ms)
    }
    return [
      {
        title: `excise of a month of ${movements} movements`,
        unit: 'ms',
        value: quantile(times, 0.95),
        beside: { name: 'limit', value: limitMs },
        target: { most: 1 },
        note: `p95 of recalculate; p50 ${quantile(times, 0.5).toFixed(1)} ms`,
      },
    ]
  } finally {
    client.close()
  }
}

/** Half of the documents receive beer of every °Plato, the others sell some of it. */
async function fill(client, post) {
  const { body } = await client.call('/warehouses?type=standard')
  const at = { warehouse_id: body.data[0].id }
  const items = []
  for (let plato = 1; plato <= beers; plato++) {
    const { body: item } = await post('/items', {
      name: `Pivo ${plato}`,
      unit: pcs,
      plato: `${plato}.5`,
      volume_l: '0.5',
    })
    items.push(item.id)
  }
  const linesOf = quantity =>
    Array.from({ length: linesOfDocument }, (_, place) => ({ item_id: items[place % beers], quantity, unit: pcs }))
  for (let place = 0; place < exciseDocuments; place++) {
    const isReceipt = place < exciseDocuments / 2
    const path = isReceipt ? '/goods-receipts' : '/stock-issues'
    const purpose = isReceipt ? 'production_in' : 'sale'
    const { body: document } = await post(path, {
      ...at,
      movement_purpose: purpose,
      lines: linesOf(isReceipt ? '10' : '7'),
    })
    await post(`${path}/${document.id}/actions/confirm`)
  }
}
