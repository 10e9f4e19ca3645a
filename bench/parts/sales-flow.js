/** A whole sale in seven calls, from the order of five lines to the paid invoice, by several clients at once. */
import { openClient } from '../client.js'
import { loadByConnections } from '../load.js'
import { quantile } from '../statistics.js'

const seconds = 5

export async function salesFlow(bench) {
  const { hot, spread } = await bench.sales()
  const measures = []
  for (const clients of [1, 8, 32]) {
    measures.push(await measure('1 book', [hot], clients))
    measures.push(await measure(`${spread.length} books`, spread, clients))
  }
  return measures
}

async function measure(title, books, clients) {
  const orders = []
  const round = await loadByConnections(
    { origin: books[0].origin, clients },
    { duration: seconds },
    async (own, turn) => {
      orders.push(await sell(books[turn % books.length], own))
    },
  )
  const note = `p50 ${round.p50Ms.toFixed(0)} ms, order create p50 ${quantile(orders, 0.5).toFixed(1)} ms`
  const value = round.answered / round.seconds
  return { title: `sale, 7 calls, ${title}, ${clients} clients`, unit: 'flows/s', value, note }
}

/** Returns the milliseconds of the order's create. */
export async function sell({ origin, key, order }, connection) {
  const client = openClient(origin, key, connection)
  const post = (path, body = {}) => client.call(path, { method: 'POST', body: JSON.stringify(body) })
  const { body: made, ms } = await post('/orders', order)
  const path = `/orders/${made.id}/actions`
  await post(`${path}/confirm`)
  const { body: issued } = await post(`${path}/create_stock_issue`)
  await post(`/stock-issues/${issued.created.id}/actions/confirm`)
  const { body: invoiced } = await post(`${path}/create_invoice`)
  const invoice = `/invoices/${invoiced.created.id}/actions`
  await post(`${invoice}/issue`)
  await post(`${invoice}/mark_paid`, { paid_at: '2026-11-15' })
  return ms
}
