/** Whole sales of several accounts at the same time: they share transactions, and each is what it is by itself. */
import { beforeAll, expect, test } from 'vitest'
import { statusesOf, together, transactionsOf } from '../support/crowd.ts'
import { type SalesBook, salesBook } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService({ alone: true })
const amount = 16
const books: SalesBook[] = []

beforeAll(async () => {
  for (let count = 0; count < amount; count++) {
    const book = await salesBook(service)
    const { body } = await book.receipt([{ item: book.keg, quantity: '10', unit: 'pcs', price: '60' }])
    await book.act(`/goods-receipts/${body.id}`, 'confirm')
    books.push(book)
  }
})

const everyone = (send: (book: SalesBook, place: number) => ReturnType<SalesBook['run']>) =>
  together(place => send(books[place]!, place), amount)

const idsOf = (replies: { body: { id: string } }[]) => replies.map(({ body }) => body.id)

test('201, 200: from the order to the paid invoice, beside sales that are refused on their way', async () => {
  const made = await everyone((book, place) =>
    book.api.post('/orders', { partner_id: book.pub, lines: [book.line(place % 5 === 4 ? '11' : '2')] }),
  )
  expect(statusesOf(made)).toEqual({ 201: amount })
  expect(await transactionsOf(service, 'orders', made)).toBeLessThan(amount / 2)
  expect(new Set(made.map(({ body }) => body.number.slice(-5)))).toEqual(new Set(['00001']))
  const orders = idsOf(made)

  // Eleven are more than there are.
  const confirmed = await everyone((book, place) => book.run(`/orders/${orders[place]}`, 'confirm'))
  expect(statusesOf(confirmed)).toEqual({ 200: amount })
  const drafted = await everyone((book, place) => book.run(`/orders/${orders[place]}`, 'create_stock_issue'))
  expect(statusesOf(drafted)).toEqual({ 200: amount })
  const issues = drafted.map(({ body }) => body.created.id)
  const issued = await everyone((book, place) => book.run(`/stock-issues/${issues[place]}`, 'confirm'))
  expect(statusesOf(issued)).toEqual({ 200: 13, '409 conflict': 3 })
  expect(await transactionsOf(service, 'stock_documents', issued)).toBeLessThan(amount / 2)

  const invoiced = await everyone((book, place) => book.run(`/orders/${orders[place]}`, 'create_invoice'))
  expect(statusesOf(invoiced)).toEqual({ 200: amount })
  const invoices = invoiced.map(({ body }) => body.created.id)
  // Whoever is in stock is issued again, which is refused: nothing follows from that for the invoices beside it.
  const closed = await everyone((book, place) =>
    place % 2 === 0
      ? book.run(`/invoices/${invoices[place]}`, 'issue')
      : book.run(`/stock-issues/${issues[place]}`, 'confirm'),
  )
  expect(statusesOf(closed)).toEqual({ 200: 8, '409 conflict': 1, '409 invalid_transition': 7 })
  const rest = await everyone((book, place) =>
    place % 2 === 0
      ? book.run(`/invoices/${invoices[place]}`, 'mark_paid', { paid_at: '2026-11-15' })
      : book.run(`/invoices/${invoices[place]}`, 'issue'),
  )
  expect(statusesOf(rest)).toEqual({ 200: amount })
  for (const [place, book] of books.entries()) {
    const { now } = await book.read(`/invoices/${invoices[place]}`)
    expect(now).toMatchObject({ status: place % 2 === 0 ? 'paid' : 'issued', number: expect.stringMatching(/0001$/) })
    const { body } = await book.api.get('/events?limit=200')
    const sequences = body.data.map(({ sequence }: { sequence: number }) => sequence)
    expect(sequences).toEqual(sequences.map((_: number, index: number) => sequences[0] + index))
  }
})

test('201, 422: who is refused at once, and who asks with a key, in one crowd', async () => {
  const send = (book: SalesBook, place: number) =>
    book.api.post(
      '/orders',
      { partner_id: place % 4 === 3 ? books[0]!.pub : book.pub, lines: [book.line('1')] },
      { headers: { 'idempotency-key': 'the-same-everywhere' } },
    )
  const first = await everyone(send)
  // The first book knows its pub, the others do not.
  expect(statusesOf(first)).toEqual({ 201: 12, '422 validation_failed': 4 })
  const again = await everyone(send)
  expect(statusesOf(again)).toEqual(statusesOf(first))
  for (const [place, { body, headers }] of again.entries()) {
    if (place % 4 === 3) continue
    expect(body).toEqual(first[place]!.body)
    expect(headers['idempotent-replayed']).toBe('true')
  }
})

test('200, 201: rehearsals change nothing beside writes that do', async () => {
  const before = await Promise.all(books.map(book => book.api.get('/orders?limit=200')))
  const replies = await everyone((book, place) =>
    book.api.post(`/orders${place % 2 ? '?dry_run=true' : ''}`, { partner_id: book.pub, lines: [book.line('1')] }),
  )
  expect(statusesOf(replies)).toEqual({ 200: amount / 2, 201: amount / 2 })
  for (const [place, book] of books.entries()) {
    const { body } = await book.api.get('/orders?limit=200')
    expect(body.data.length - before[place]!.body.data.length).toBe(place % 2 ? 0 : 1)
  }
})
