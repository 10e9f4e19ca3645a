/** Packaging that is brought to a cash desk, by partners and by people nobody knows; and who may do that. */
import { describe, expect, test } from 'vitest'
import type { Scope } from '../../src/contract/scopes.ts'
import type { Client, Reply } from '../support/client.ts'
import { type KegBook, kegBook } from '../support/empties.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'

const service = useService()

interface Counter extends KegBook {
  desk: Told
  /** 3.00 for a bottle. */
  glass: string
  bring(body: object, api?: Client): ReturnType<Client['post']>
}

async function counter(settings: object = {}, wanted?: Parameters<typeof kegBook>[1]): Promise<Counter> {
  const book = await kegBook(service, wanted)
  const glass = await book.item({ name: 'Sklo', unit: { unit_code: 'pcs' }, item_type: 'packaging' })
  const main = { code: 'MAIN', name: 'Pokladna', warehouse: 'MAIN', cash_account: 'CASH', card_account: 'BANK' }
  await book.apply({
    deposits: [{ code: 'GLASS', name: 'Lahev', packaging_item: glass, amount: '3' }],
    cash_desks: [{ ...main, ...settings }],
  })
  const [desk] = (await book.api.get('/cash-desks')).body.data
  const { data } = (await book.api.get('/deposits')).body
  return Object.assign(book, {
    desk,
    glass: data.find((each: Told) => each.code === 'GLASS').id,
    bring: (body: object, api: Client = book.api) => api.post('/packaging-returns', { cash_desk_id: desk.id, ...body }),
  })
}

const bottles = ({ glass }: Counter, pieces: string) => [{ deposit_id: glass, pieces }]

describe('at a desk', () => {
  test('201: empties of nobody go to its warehouse, and their deposit comes out of its drawer', async () => {
    const book = await counter()
    const made = await book.bring({ lines: bottles(book, '10'), refund: { method: 'cash' } })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      partner: null,
      cash_desk: { id: book.desk.id, name: 'Pokladna' },
      session_id: null,
      warehouse: { id: book.desk.warehouse_id },
      totals: { pieces: '10', deposit: '30.00', refund: '30.00' },
      refund: { method: 'cash', account_id: book.desk.cash_account_id },
      balances: [{ partner: null, pieces: '-10', deposit_total: '-30.00' }],
    })
    const card = await book.bring({ lines: bottles(book, '1'), refund: { method: 'card' } })
    expect(card.body.refund.account_id).toBe(book.desk.card_account_id)
    const { data } = (await book.api.get('/packaging-balances?anonymous=true')).body
    expect(data).toMatchObject([{ partner: null, pieces: '-11' }])
    const list = await book.api.get(`/packaging-returns?cash_desk_id=${book.desk.id}`)
    expect(list.body.data).toHaveLength(2)
    const found = await book.api.get(`/search?q=${made.body.number.toLowerCase()}`)
    expect(found.body.data[0]).toMatchObject({ type: 'packaging_return', id: made.body.id, title: 'Pokladna' })
    await book.act(`/packaging-returns/${made.body.id}`, 'cancel')
    expect((await book.api.get('/packaging-balances?anonymous=true')).body.data).toMatchObject([{ pieces: '-1' }])
  })

  test('201: its coins round what it pays', async () => {
    const book = await counter({ cash_rounding: '5.00' })
    const made = await book.bring({ lines: bottles(book, '11'), refund: { method: 'cash' } })
    expect(made.body.totals).toEqual({ pieces: '11', deposit: '33.00', rounding: '2.00', refund: '35.00' })
    const small = await book.bring({ lines: bottles(book, '1'), refund: { method: 'cash', amount: '3.00' } })
    expect([small.status, small.body.code, small.body.expected_amount]).toEqual([
      422,
      'payment_amount_mismatch',
      '5.00',
    ])
  })

  test('422 packaging_return_exceeds_balance: somebody unknown beyond the limit, a partner beyond the balance', async () => {
    const book = await counter({ anonymous_return_limit: '30.00' })
    const refused = await book.bring({ lines: bottles(book, '11') })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ code: 'packaging_return_exceeds_balance', limit: '30.00' })
    expect((await book.bring({ lines: bottles(book, '10') })).status).toBe(201)
    await book.dispatched({ k50: '2' })
    const kegs = (pieces: string) => ({ partner_id: book.pub, lines: [{ deposit_id: book.keg50, pieces }] })
    expect((await book.bring(kegs('2'))).status).toBe(201)
    expect((await book.bring(kegs('1'))).body).toMatchObject({ balances: [{ pieces: '0', requested: '1' }] })
    expect(
      (await counter({ anonymous_return_limit: '0' }).then(none => none.bring({ lines: bottles(none, '1') }))).body
        .limit,
    ).toBe('0.00')
  })

  test('422 payment_method_not_supported; rows for an account of its own and another currency', async () => {
    const book = await counter({ card_account: null, payment_methods: ['cash'] })
    const lines = bottles(book, '1')
    for (const method of ['card', 'bank_transfer']) {
      expect((await book.bring({ lines, refund: { method } })).body.code).toBe('payment_method_not_supported')
    }
    const account_id = book.desk.cash_account_id
    expect(faultsOf(await book.bring({ lines, refund: { method: 'cash', account_id } }))).toEqual([
      'refund.account_id unexpected_field',
    ])
    await book.apply({
      deposits: [{ code: 'E50', name: 'Sud', packaging_item: book.shell50, amount: '60', currency: 'EUR' }],
    })
    const { data } = (await book.api.get('/deposits')).body
    const euro = data.find((each: Told) => each.code === 'E50').id
    expect(faultsOf(await book.bring({ lines: [{ deposit_id: euro, pieces: '1' }] }))).toEqual([
      'lines[0].deposit_id invalid_reference',
    ])
  })

  test('409 conflict: cash needs a session where the desk requires one; pieces alone do not', async () => {
    const book = await counter({ requires_session: true })
    const lines = bottles(book, '1')
    const refused = (await book.bring({ lines, refund: { method: 'cash' } })).body
    expect(refused).toMatchObject({ code: 'conflict', reason: 'no_open_session' })
    expect((await book.bring({ lines, refund: { method: 'card' } })).status).toBe(201)
    expect((await book.bring({ lines })).status).toBe(201)
  })
})

describe('in a session', () => {
  test('201, 409 invalid_transition: cash joins the session and is settled with its close', async () => {
    const book = await counter({ requires_session: true })
    const opened = await book.api.post('/cash-desk-sessions', { cash_desk_id: book.desk.id, opening_float: '1000.00' })
    expect(opened.status, opened.text).toBe(201)
    const session = opened.body.id
    const lines = bottles(book, '10')
    const cash = (await book.bring({ lines, refund: { method: 'cash' } })).body
    const card = (await book.bring({ lines, refund: { method: 'card' } })).body
    const pieces = (await book.bring({ lines })).body
    expect([cash, card, pieces].map(made => made.session_id)).toEqual([session, session, session])
    const report = (await book.read(`/cash-desk-sessions/${session}/report`)).now
    expect(report.packaging_returns).toEqual({ count: 3, pieces: '30', refund: '60.00' })
    expect(report.cash).toMatchObject({ packaging_returns: '-30.00', expected: '970.00' })
    const list = await book.api.get(`/packaging-returns?session_id=${session}`)
    expect(list.body.data).toHaveLength(3)
    const closed = await book.run(`/cash-desk-sessions/${session}`, 'close', { counted_cash: '970.00' })
    expect(closed.body).toMatchObject({ status: 'closed', difference: '0.00' })
    expect((await book.read(`/packaging-returns/${cash.id}`)).now.allowed_actions).toEqual([])
    expect((await book.run(`/packaging-returns/${cash.id}`, 'cancel')).body.code).toBe('invalid_transition')
    await book.act(`/packaging-returns/${card.id}`, 'cancel')
    await book.act(`/packaging-returns/${pieces.id}`, 'cancel')
  })

  test('200, never 304: who read a sale and a return before the close is told what it took from them', async () => {
    const book = await counter()
    const head = { cash_desk_id: book.desk.id }
    const session = (await book.api.post('/cash-desk-sessions', { ...head, opening_float: '1000.00' })).body.id
    const service = { name: 'Rozvoz', unit: { unit_code: 'pcs' }, item_type: 'service', pos_available: true }
    const line = { item_id: await book.item(service), quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '100' }
    const payment = { method: 'cash', amount: '100.00' }
    const sale = await book.api.post('/pos-sales', { ...head, lines: [line], payment })
    const back = await book.bring({ lines: bottles(book, '10'), refund: { method: 'cash' } })
    expect([sale.body.allowed_actions, back.body.allowed_actions]).toEqual([['refund', 'cancel'], ['cancel']])
    await book.run(`/cash-desk-sessions/${session}`, 'close', { counted_cash: '1070.00' })
    const again = async (path: string, made: Reply) => {
      const headers = { 'if-none-match': made.headers.etag! }
      return (await book.api.get(`${path}/${made.body.id}`, { headers })).body?.allowed_actions
    }
    expect(await again('/pos-sales', sale)).toEqual(['refund'])
    expect(await again('/packaging-returns', back)).toEqual([])
  })
})

describe('rights', () => {
  test('403 insufficient_scope: money and the desk need scopes of their own', async () => {
    const book = await counter()
    const key = (...scopes: Scope[]) => book.tenant.key({ scopes })
    const refund = { method: 'cash' }
    const lines = bottles(book, '1')
    const stockOnly = await key('stock:write')
    const atDesk = await key('stock:write', 'pos:write')
    const needs = async (api: Client, body: object) => (await book.bring(body, api)).body.required_scopes
    expect(await needs(stockOnly, { lines })).toEqual(['pos:write'])
    expect(await needs(atDesk, { lines, refund })).toEqual(['finance:write'])
    const made = await book.bring({ lines, refund }, await key('stock:write', 'pos:write', 'finance:write'))
    expect(made.status, made.text).toBe(201)
    const path = `/packaging-returns/${made.body.id}`
    const cancelled = await atDesk.post(`${path}/actions/cancel`)
    expect([cancelled.status, cancelled.body.required_scopes]).toEqual([403, ['finance:write']])
    const reads = ['/packaging-balances', '/packaging-balances/movements', '/packaging-returns', path]
    for (const scope of ['stock:read', 'sales:read'] as const) {
      const api = await key(scope)
      for (const each of reads) expect((await api.get(each)).status, `${scope} ${each}`).toBe(200)
    }
    const pos = await key('pos:read')
    expect((await pos.get('/packaging-balances')).body.required_scopes).toEqual(['stock:read', 'sales:read'])
  })

  test('403 module_not_enabled: without the cash desk nothing is brought there, without stock nothing at all', async () => {
    const book = await counter()
    await book.dispatched({ k50: '2' })
    const lines = bottles(book, '1')
    const kegs = { warehouse_id: book.main, partner_id: book.pub, lines: [{ deposit_id: book.keg50, pieces: '1' }] }
    const atWarehouse = (body: object) => book.api.post('/packaging-returns', { ...kegs, ...body })
    await book.tenant.set({ modules: ['api', 'stock', 'sales'] })
    expect((await book.bring({ lines })).body.code).toBe('module_not_enabled')
    expect((await atWarehouse({ refund: { method: 'cash' } })).body.code).toBe('module_not_enabled')
    expect((await atWarehouse({})).status).toBe(201)
    await book.tenant.set({ modules: ['api', 'sales', 'pos', 'finance'] })
    expect((await atWarehouse({})).body.code).toBe('module_not_enabled')
    expect((await book.api.get('/packaging-balances')).status).toBe(200)
  })
})
