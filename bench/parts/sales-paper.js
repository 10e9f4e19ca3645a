/** An invoice as PDF, over HTTP by one client: twenty lines, and as many as an invoice may have. */
import { openClient } from '../client.js'
import { quantile } from '../statistics.js'

const runs = 20

export async function salesPaper({ installation }) {
  const scopes = ['core', 'stock', 'sales', 'finance'].flatMap(module => [`${module}:read`, `${module}:write`])
  const [{ key }] = await installation.openAccounts(['sales-paper'], scopes)
  const client = openClient(installation.origin, key)
  try {
    const measures = []
    for (const [lines, maxMs] of [
      [20, 100],
      [500, 400],
    ])
      measures.push(await measure(client, lines, maxMs))
    return measures
  } finally {
    client.close()
  }
}

async function measure(client, count, maxMs) {
  const post = async (path, body = {}) => (await client.call(path, { method: 'POST', body: JSON.stringify(body) })).body
  const partner = await post('/partners', { name: 'Hostinec' })
  const { body } = await client.call('/warehouses?type=standard')
  const lines = Array.from({ length: count }, (_, place) => ({
    description: `Lezak ${place + 1}`,
    quantity: '3',
    unit_price: '26.45',
  }))
  const invoice = await post('/invoices', { partner_id: partner.id, warehouse_id: body.data[0].id, lines })
  await post(`/invoices/${invoice.id}/actions/issue`)
  const times = []
  for (let run = 0; run <= runs; run++) {
    const started = performance.now()
    await client.call(`/invoices/${invoice.id}/pdf`)
    if (run > 0) times.push(performance.now() - started)
  }
  const value = quantile(times, 0.5)
  const beside = { name: 'target', value: maxMs }
  return { title: `PDF of ${count} lines, p50`, unit: 'ms', value, beside, target: { most: 1 } }
}
