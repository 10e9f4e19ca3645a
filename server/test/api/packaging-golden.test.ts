/** G4, adjustments, statements and the summary; and that each piece gives its money back once. */
import { describe, expect, test } from 'vitest'
import { type KegBook, kegBook } from '../support/empties.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()

const of = (book: KegBook, k50: string | null, k30?: string) => [
  ...(k50 ? [{ deposit_id: book.keg50, pieces: k50 }] : []),
  ...(k30 ? [{ deposit_id: book.keg30, pieces: k30 }] : []),
]

const bring = (book: KegBook, lines: object[], rest: object = {}) =>
  book.api.post('/packaging-returns', { warehouse_id: book.main, partner_id: book.pub, lines, ...rest })

async function brought(book: KegBook, lines: object[], rest: object = {}): Promise<Told> {
  const reply = await bring(book, lines, rest)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

const adjust = (book: KegBook, lines: object[], rest: object = {}) =>
  book.api.post('/packaging-adjustments', { partner_id: book.pub, reason: 'Inventura obalů', lines, ...rest })

/** An order of kegs that left, the quantity changed on the issue where one is told. */
async function left(book: KegBook, kegs: { item: string; quantity: string }[], issued?: string): Promise<string> {
  const order = await book.confirmed(kegs.map(({ item, quantity }) => book.line(quantity, { item_id: item })))
  const { created } = (await book.act(`/orders/${order.id}`, 'create_stock_issue')).body
  const path = `/stock-issues/${created.id}`
  const { lines } = (await book.read(path)).now
  if (issued) await book.api.patch(`${path}/lines/${lines[0].id}`, { issued_quantity: issued })
  await book.act(path, 'confirm')
  return path
}

describe('G4', () => {
  test('200: a balance over orders, a sale, returns with and without money, and what can be cancelled', async () => {
    const book = await kegBook(service)
    const first = await left(book, [
      { item: book.full50, quantity: '10' },
      { item: book.full30, quantity: '4' },
    ])
    expect(await book.held()).toBe('10 / 4')
    await brought(book, of(book, '6'))
    expect(await book.held()).toBe('4 / 4')
    await sold(book)
    expect(await book.held()).toBe('4 / 5')
    const second = await left(book, [{ item: book.full50, quantity: '8' }], '5')
    expect(await book.held()).toBe('9 / 5')
    const paid = await brought(book, of(book, '2', '3'), { refund: { method: 'cash' } })
    expect(paid.refund.amount).toBe('6600.00')
    expect(await book.held()).toBe('7 / 2')
    const { data } = (await book.api.get(`/packaging-balances?partner_id=${book.pub}`)).body
    const totals = data.map(({ deposit_total }: Told) => deposit_total).sort()
    expect(totals).toEqual(['10500.00', '2400.00'])
    const refused = await book.run(first, 'cancel')
    expect([refused.status, refused.body.code]).toEqual([409, 'sale_kegs_partially_returned'])
    await book.act(second, 'cancel')
    expect(await book.held()).toBe('2 / 2')
  })
})

/** One keg of 30 l over the counter, with its deposit. */
async function sold(book: KegBook): Promise<void> {
  await book.api.patch(`/items/${book.full30}`, { pos_available: true })
  const reply = await book.api.post('/pos-sales', {
    partner_id: book.pub,
    lines: [{ item_id: book.full30, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '121' }],
    payment: { method: 'card', amount: '1321.00' },
  })
  expect(reply.status, reply.text).toBe(201)
}

describe('adjustments', () => {
  test('201: opening balances, pieces lost; never below zero, and never changed', async () => {
    const book = await kegBook(service)
    const made = await adjust(book, of(book, '5', '2'), { date: '2026-01-31', reason: 'Počáteční stav' })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      object: 'packaging_adjustment',
      date: '2026-01-31',
      partner: { id: book.pub, name: 'Hospoda' },
      reason: 'Počáteční stav',
      lines: [
        { deposit: { code: 'KEG50' }, item: { id: book.shell50 }, pieces: '5', deposit_amount: '1500.00' },
        { deposit: { code: 'KEG30' }, pieces: '2' },
      ],
      balances: [
        { deposit: { code: 'KEG30' }, pieces: '2' },
        { deposit: { code: 'KEG50' }, pieces: '5' },
      ],
    })
    const lost = await adjust(book, of(book, '-6'))
    expect([lost.status, lost.body.code]).toEqual([422, 'packaging_return_exceeds_balance'])
    expect(lost.body.balances).toEqual([{ deposit_id: book.keg50, pieces: '5', requested: '6' }])
    expect((await adjust(book, of(book, '-5'))).status).toBe(201)
    expect(await book.held()).toBe('0 / 2')
    expect((await book.read(`/packaging-adjustments/${made.body.id}`)).now.lines).toHaveLength(2)
    const { data } = (await book.api.get(`/packaging-adjustments?partner_id=${book.pub}`)).body
    expect(data.map(({ reason }: Told) => reason)).toEqual(['Inventura obalů', 'Počáteční stav'])
    const thirties = (await book.api.get(`/packaging-adjustments?item_id=${book.shell30}&date_from=2000-01-01`)).body
    expect(thirties.data.map(({ reason }: Told) => reason)).toEqual(['Počáteční stav'])
    expect((await book.api.get('/packaging-adjustments?date_to=2000-01-01')).body.data).toEqual([])
    expect(await book.level(book.shell50)).toMatchObject({ quantity: '0' })
  })

  test('200, never 304: an adjustment keeps the names it was made with, and tells what is held now', async () => {
    const book = await kegBook(service)
    const made = await adjust(book, of(book, '5'))
    await book.api.patch(`/items/${book.shell50}`, { name: 'Nerezový sud' })
    await adjust(book, of(book, '1'))
    const headers = { 'if-none-match': made.headers.etag! }
    const { status, body } = await book.api.get(`/packaging-adjustments/${made.body.id}`, { headers })
    expect([status, body.lines]).toEqual([200, made.body.lines])
    expect(body.balances).toMatchObject([{ item: { name: 'Nerezový sud' }, pieces: '6' }])
  })

  test('422: rows for everything that is wrong', async () => {
    const book = await kegBook(service)
    const faults = faultsOf(
      await adjust(book, [{ deposit_id: nobody, pieces: '0' }], { partner_id: nobody, date: '2999-01-01' }),
    )
    expect(faults).toEqual([
      'date not_allowed',
      'lines[0].deposit_id invalid_reference',
      'lines[0].pieces not_allowed',
      'partner_id invalid_reference',
    ])
    expect(faultsOf(await adjust(book, of(book, '1.5'), { reason: '' }))).toEqual([
      'lines[0].pieces not_allowed',
      'reason not_allowed',
    ])
    expect(faultsOf(await adjust(book, []))).toEqual(['lines not_allowed'])
    // Each is a number of 18 digits; their deposit is not.
    expect(faultsOf(await adjust(book, of(book, '999999999999999999')))).toEqual(['lines not_allowed'])
  })
})

describe('statements', () => {
  test('200: what came and went by date, reversals where what they undo counts', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '10', k30: '2' }, { date: '2026-08-20' })
    const wrong = await book.dispatched({ k50: '3' }, { date: '2026-09-05' })
    await book.act(`/stock-issues/${wrong.id}`, 'cancel')
    await brought(book, of(book, '4'), { date: '2026-09-10' })
    await adjust(book, of(book, '-1'), { date: '2026-09-11' })
    const path = `/partners/${book.pub}/packaging-statement`
    const september = 'date_from=2026-09-01&date_to=2026-09-30'
    const { now } = await book.read(`${path}?${september}`)
    const today = now.movements.find((row: Told) => row.kind === 'reversal')
    // The cancel is of today, outside the month unless today is in it.
    const isWithin = today !== undefined
    expect(now).toMatchObject({
      object: 'packaging_statement',
      partner: { id: book.pub },
      rows: [
        { deposit: { code: 'KEG30' }, opening_pieces: '2', dispatched: '0', returned: '0', closing_total: '2400.00' },
        {
          deposit: { code: 'KEG50' },
          deposit_amount: '1500.00',
          opening_pieces: '10',
          dispatched: isWithin ? '0' : '3',
          returned: '4',
          adjusted: '-1',
          closing_pieces: isWithin ? '5' : '8',
        },
      ],
      totals: { opening_total: '17400.00' },
      currency: 'CZK',
    })
    const { data } = (await book.read('/packaging-balances/summary?date_from=2026-01-01&date_to=2999-12-31')).now
    expect(data).toMatchObject([
      { object: 'packaging_summary', deposit: { code: 'KEG30' }, dispatched: '2', net: '2', net_total: '2400.00' },
      { deposit: { code: 'KEG50' }, dispatched: '10', returned: '4', adjusted: '-1', net: '5', net_total: '7500.00' },
    ])
    expect((await book.read(`${path}?${september}&currency=EUR`)).now.rows).toEqual([])
    expect(faultsOf(await book.api.get(`${path}?date_from=2026-09-01`))).toEqual(['date_to required'])
    expect(faultsOf(await book.api.get(`${path}?date_from=2026-09-02&date_to=2026-09-01`))).toEqual([
      'date_to not_allowed',
    ])
    expect((await book.api.get(`/partners/${nobody}/packaging-statement?${september}`)).status).toBe(404)
  })
})

describe('one way each', () => {
  /** Ten kegs that left, invoiced with their deposits. */
  async function invoiced(book: KegBook): Promise<Told> {
    const order = await book.confirmed([book.line('10', { item_id: book.full50 })])
    const { created } = (await book.act(`/orders/${order.id}`, 'create_stock_issue')).body
    await book.act(`/stock-issues/${created.id}`, 'confirm')
    const invoice = (await book.act(`/orders/${order.id}`, 'create_invoice')).body.created
    return (await book.act(`/invoices/${invoice.id}`, 'issue')).body
  }
  const refund = { method: 'cash' }

  test('409 conflict: pieces whose deposit was credited come back without money', async () => {
    const book = await kegBook(service)
    const { id, lines } = await invoiced(book)
    await book.credited(id, { lines: [{ line_id: lines[0].id, deposit_quantity: '4' }] })
    const refused = await bring(book, of(book, '7'), { refund })
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.blockers).toMatchObject([{ object: 'invoice', status: 'issued' }])
    await brought(book, of(book, '4'))
    await brought(book, of(book, '6'), { refund })
    expect(await book.held()).toBe('0 / 0')
  })

  test('409 conflict: pieces that were paid for are not credited', async () => {
    const book = await kegBook(service)
    const { id, lines } = await invoiced(book)
    const made = await brought(book, of(book, '4'), { refund })
    const credit = (deposit_quantity: string) =>
      book.run(`/invoices/${id}`, 'credit', { reason: 'Obaly', lines: [{ line_id: lines[0].id, deposit_quantity }] })
    const refused = await credit('7')
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.blockers).toEqual([
      { object: 'packaging_return', id: made.id, status: 'confirmed', number: made.number },
    ])
    expect((await credit('6')).status).toBe(200)
    await book.act(`/packaging-returns/${made.id}`, 'cancel')
    expect((await credit('4')).status).toBe(200)
    expect((await bring(book, of(book, '1'), { refund })).body.code).toBe('conflict')
    await brought(book, of(book, '10'))
  })

  test('409 conflict: credited pieces are not taken off a bill, unless that happened already', async () => {
    const book = await kegBook(service)
    const { id, lines } = await invoiced(book)
    await book.credited(id, { lines: [{ line_id: lines[0].id, deposit_quantity: '10' }] })
    await book.api.patch(`/items/${book.full30}`, { pos_available: true })
    const body = {
      partner_id: book.pub,
      lines: [{ item_id: book.full30, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '2000' }],
      returns: of(book, '1'),
      payment: { method: 'card', amount: '1700.00' },
    }
    const refused = await book.api.post('/pos-sales', body)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.blockers).toMatchObject([{ object: 'invoice', status: 'issued' }])
    expect((await book.api.get('/pos-sales')).body.data).toEqual([])
    const told = { offline: true, sold_at: '2026-11-16T08:00:00Z', external_ref: { system: 'till', id: '1' } }
    const kept = await book.api.post('/pos-sales', { ...body, ...told })
    expect(kept.body).toMatchObject({ code: 'settlement_failed', failure: { code: 'conflict' } })
    expect(await book.held()).toBe('10 / 0')
  })

  test('409 conflict: an invoice that charged pieces is not cancelled once their money went back', async () => {
    const book = await kegBook(service)
    const { id, lines } = await invoiced(book)
    const more = await book.confirmed([book.line('5', { item_id: book.full50 })])
    const path = `/invoices/${(await book.act(`/orders/${more.id}`, 'create_invoice')).body.created.id}`
    await book.act(path, 'issue')
    const note = await book.credited(id, { lines: [{ line_id: lines[0].id, deposit_quantity: '5' }] })
    const made = await brought(book, of(book, '10'), { refund })
    const refused = await book.run(path, 'cancel')
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.blockers).toMatchObject([
      { object: 'packaging_return', id: made.id },
      { object: 'invoice', id: note.id },
    ])
    await book.act(`/packaging-returns/${made.id}`, 'cancel')
    await book.act(path, 'cancel')
  })
})
