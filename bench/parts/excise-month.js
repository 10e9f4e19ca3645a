/** An excise report of a month of a hundred thousand movements: calculated anew, read, page by page and whole. */
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
    const path = `/excise-reports/${report.id}`
    const recalculate = async () => {
      const { body, ms } = await post(`${path}/actions/recalculate`)
      if (body.lines.length !== beers) throw new Error(`the report has ${body.lines.length} lines`)
      return ms
    }
    const read =
      (rest = '') =>
      async () =>
        (await client.call(path + rest)).ms
    const month = `of a month of ${movements} movements`
    return [
      {
        ...(await time(installation, recalculate)),
        title: `recalculate an excise report ${month}`,
        beside: { name: 'limit', value: limitMs },
        target: { most: 1 },
      },
      { ...(await time(installation, read())), title: `the draft ${month}` },
      { ...(await time(installation, read('/movements?limit=50'))), title: `a page of movements ${month}` },
      { ...(await time(installation, read('/csv?part=movements'))), title: `the CSV of all movements ${month}` },
    ]
  } finally {
    client.close()
  }
}

/** With the processor time of one call. */
async function time(installation, call) {
  const times = []
  let before
  for (let place = 0; place < warmUp + repetitions; place++) {
    if (place === warmUp) before = installation.cpu()
    const ms = await call()
    if (place >= warmUp) times.push(ms)
  }
  const used = installation.cpu()
  const each = name => `${((used[name] - before[name]) / repetitions / 1_000).toFixed(0)} ms`
  const note = `p95; p50 ${quantile(times, 0.5).toFixed(1)} ms; processor: Node ${each('node')}, PostgreSQL ${each('postgres')}`
  return { unit: 'ms', value: quantile(times, 0.95), note }
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
