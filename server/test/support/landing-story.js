/**
 * Gives the demo of a service that runs some sales, for the rows of a landing: one invoice paid in part, one that was
 * credited, an order that waits, a receiver of events. Only calls that every version since the first sales answers.
 * Run it by hand before make-landings.js: `landing-story.js http://127.0.0.1:8080 cb_test_…`.
 */
const [address, key] = process.argv.slice(2)

async function call(method, path, body) {
  const reply = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await reply.json()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(answer)}`)
  return answer
}

const one = async path => (await call('GET', path)).data[0]
const act = (path, action, body) => call('POST', `${path}/actions/${action}`, body)

const pub = await one(`/partners?search=${encodeURIComponent('tří sudů')}`)
const keg = await one(`/items?search=${encodeURIComponent('12° KEG 50')}`)
const delivery = await one('/items?search=rozvoz')
const newOrder = quantity =>
  call('POST', '/orders', {
    partner_id: pub.id,
    payment_method: 'bank_transfer',
    lines: [
      { item_id: keg.id, quantity, unit: { unit_code: 'pcs' } },
      { item_id: delivery.id, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '200', discount_pct: '50' },
    ],
  })

async function sold(quantity) {
  const path = `/orders/${(await newOrder(quantity)).id}`
  await act(path, 'confirm')
  await act(`/stock-issues/${(await act(path, 'create_stock_issue')).created.id}`, 'confirm')
  await act(path, 'ship')
  const invoice = `/invoices/${(await act(path, 'create_invoice')).created.id}`
  await act(invoice, 'issue')
  return invoice
}

await call('POST', '/webhook-endpoints', { url: 'https://example.com/hook', types: ['order.confirmed'] })
await act(await sold('3'), 'mark_paid', { paid_at: '2026-11-10', amount: '1000' })
await act(await sold('2'), 'credit', { reason: 'spoilt' })
await act(`/orders/${(await newOrder('4')).id}`, 'confirm')
