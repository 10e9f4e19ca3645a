/** What sessions of a cash desk refuse: desks, accounts, amounts, states, scopes; and what a dry run leaves. */
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { actOn, deskBook, doIn, openSession, sessionPath } from '../support/desk.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { settingsOf } from '../support/settings.ts'

const service = useService()
const main = { code: 'MAIN', name: 'Pokladna', warehouse: 'MAIN', cash_account: 'CASH' }

describe('opening', () => {
  test('409 conflict: one open session at a desk, also of two that come at once', async () => {
    const { api, desk } = await deskBook(service)
    const open = () => api.post(sessionPath, { cash_desk_id: desk.id, opening_float: '1' })
    const answers = await Promise.all([open(), open()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const won = answers.find(({ status }) => status === 201)!.body
    const lost = answers.find(({ status }) => status === 409)!.body
    const blocker = { object: 'cash_desk_session', id: won.id, status: 'open', number: won.number }
    expect(lost).toMatchObject({ code: 'conflict', reason: 'session_open', blockers: [blocker] })
    expect((await api.get(sessionPath)).body.data).toHaveLength(1)
    const [, next] = [await doIn(api, won, 'close', { counted_cash: '1' }), await openSession(api, '1')]
    expect(next.number.slice(-5), 'no number was lost').toBe('00002')
  })

  test('422 shop_required, 422 cash_desk_required: which desk it is', async () => {
    const book = await deskBook(service)
    const { api, desk } = book
    const open = async (body: object) => (await api.post(sessionPath, { opening_float: '0', ...body })).body
    const rows = async (body: object) => (await open(body)).errors.map(({ field, code }: Told) => `${field} ${code}`)
    expect(await rows({ cash_desk_id: newId() })).toEqual(['cash_desk_id invalid_reference'])
    expect(await rows({ cash_desk_id: desk.id, shop_id: newId() })).toEqual(['shop_id not_allowed'])
    expect(await rows({ shop_id: newId() })).toEqual(['shop_id invalid_reference'])
    expect(await rows({ opening_float: '-1' })).toEqual(['opening_float not_allowed'])
    expect(await rows({ opening_float: '1.005' })).toEqual(['opening_float not_allowed'])
    await book.apply({ cash_desks: [{ ...main, is_active: false }] })
    expect(await rows({ cash_desk_id: desk.id })).toEqual(['cash_desk_id invalid_reference'])
    expect((await open({})).code).toBe('cash_desk_required')
    await book.apply({
      cash_desks: [{ ...main, is_active: true }],
      finance_accounts: [{ code: 'TILL', type: 'cash', name: 'Till' }],
    })
    await book.apply({ cash_desks: [{ ...main, code: 'BAR', cash_account: 'TILL' }] })
    expect((await open({ shop_id: desk.shop_id })).code).toBe('cash_desk_required')
    await book.apply({ shops: [{ code: 'PUB', name: 'Pub' }] })
    expect((await open({})).code).toBe('shop_required')
    expect((await open({ cash_desk_id: desk.id })).status).toBe('open')
  })

  test('a desk with an open session keeps its account and stays in use', async () => {
    const book = await deskBook(service)
    await book.apply({ finance_accounts: [{ code: 'TILL', type: 'cash', name: 'Till' }] })
    const session = await openSession(book.api, '1')
    const { plan } = await settingsOf(service, book.tenant)
    const refused = async (entry: object) =>
      (await plan({ cash_desks: [{ ...main, ...entry }] })).refusals.map(({ reason }) => reason)
    expect(await refused({ is_active: false })).toEqual(['A session is open: close it first.'])
    expect(await refused({ cash_account: 'TILL' })).toEqual([
      'The cash account cannot change while a session is open: close it first.',
    ])
    await doIn(book.api, session, 'close', { counted_cash: '1' })
    expect(await refused({ currency: 'EUR', cash_account: 'EURCASH', card_account: 'EUR' })).toEqual([
      'The currency cannot change: there are sales or sessions in it.',
    ])
    expect(await refused({ cash_account: 'TILL' })).toEqual([])
  })
})

describe('actions', () => {
  let book: Awaited<ReturnType<typeof deskBook>>
  let session: Told
  beforeAll(async () => {
    book = await deskBook(service)
    session = await openSession(book.api, '100')
  })
  const cash = { amount: '10', description: 'x' }
  const code = async (key: string, body: object) => (await actOn(book.api, session, key, body)).body.code
  const rows = async (key: string, body: object) =>
    (await actOn(book.api, session, key, body)).body.errors.map(({ field, code: why }: Told) => `${field} ${why}`)

  test.for(['0', '-1', '0.005', '1.001'])('422 invalid_amount: %s', async amount => {
    for (const key of ['cash_in', 'cash_out']) expect(await code(key, { ...cash, amount })).toBe('invalid_amount')
    expect(await code('close', { counted_cash: '100', withdraw: { amount } })).toBe('invalid_amount')
  })

  test('422 invalid_amount: a count of three decimals; superfluous zeros are none', async () => {
    expect(await code('close', { counted_cash: '100.005' })).toBe('invalid_amount')
    expect(await code('close', { counted_cash: '0.001', denominations: null })).toBe('invalid_amount')
    expect((await actOn(book.api, session, 'close?dry_run=true', { counted_cash: '100.500' })).status).toBe(200)
  })

  test('422 overpay: more than is expected, more than was counted', async () => {
    expect(await code('cash_out', { ...cash, amount: '100.01' })).toBe('overpay')
    expect(await code('close', { counted_cash: '50', withdraw: { amount: '50.01' } })).toBe('overpay')
  })

  test('422: other accounts, descriptions and denominations that do not fit', async () => {
    for (const account of [book.cash, book.euro, book.old, newId()]) {
      expect(await rows('cash_in', { ...cash, account_id: account })).toEqual(['account_id invalid_reference'])
    }
    const withdraw = { amount: '1', account_id: book.cash }
    expect(await rows('close', { counted_cash: '1', withdraw })).toEqual(['withdraw.account_id invalid_reference'])
    expect(await rows('cash_out', { amount: '1', description: '' })).toEqual(['description not_allowed'])
    expect(await rows('cash_in', { amount: '1' })).toEqual(['description required'])
    expect(await rows('close', {})).toEqual(['counted_cash required'])
    expect(await rows('close', { counted_cash: '-1' })).toEqual(['counted_cash not_allowed'])
    const counted = { counted_cash: '100', denominations: [{ value: '50', count: 1 }] }
    expect(await rows('close', counted)).toEqual(['denominations not_allowed'])
    const halves = { counted_cash: '1', denominations: [{ value: '0.5', count: 1.5 }] }
    expect(await rows('close', halves)).toEqual(['denominations[0].count not_allowed'])
  })

  test('404, 409 and 412 like every document; each action is explained', async () => {
    expect((await book.api.post(`${sessionPath}/${newId()}/actions/close`, { counted_cash: '1' })).status).toBe(404)
    expect(await code('reopen', {})).toBe('unknown_action')
    const { data } = (await book.api.get(`${sessionPath}/${session.id}/actions`)).body
    expect(data.map(({ key, allowed, blockers }: Told) => [key, allowed, blockers[0]?.code])).toEqual([
      ['cash_in', true, undefined],
      ['cash_out', true, undefined],
      ['explain_float', false, 'invalid_transition'],
      ['close', true, undefined],
    ])
    const stale = await book.api.post(`${sessionPath}/${session.id}/actions/cash_in`, cash, {
      headers: { 'if-match': 'W/"9"' },
    })
    expect(stale.body.code).toBe('stale_version')
  })

  test('200: a dry run leaves nothing, neither of an opening nor of an end', async () => {
    const dry = await book.api.post(`${sessionPath}/${session.id}/actions/close?dry_run=true`, { counted_cash: '90' })
    expect(dry.body).toMatchObject({ status: 'closed', difference: '-10.00', dry_run: true })
    expect(dry.body.events.map(({ type }: Told) => type)).toEqual(['cashflow.created', 'cashflow.paid'])
    expect((await book.api.get(`${sessionPath}/${session.id}`)).body).toEqual(session)
    const other = await deskBook(service)
    await other.api.post(`${sessionPath}?dry_run=true`, { opening_float: '1' })
    expect((await other.api.get(sessionPath)).body.data).toEqual([])
    expect((await openSession(other.api, '1')).number.slice(-5)).toBe('00001')
  })

  test('409 invalid_transition: nothing is done with a closed session, nor with its cash-flows', async () => {
    const other = await deskBook(service)
    const own = await openSession(other.api, '10')
    const { created } = await doIn(other.api, own, 'cash_in', cash)
    const cancelled = await other.api.post(`/cashflows/${created.id}/actions/cancel`)
    expect(cancelled.body).toMatchObject({ code: 'invalid_transition', allowed_actions: [] })
    await doIn(other.api, own, 'close', { counted_cash: '20' })
    const bodies = { cash_in: cash, cash_out: cash, explain_float: {}, close: { counted_cash: '1' } }
    for (const [key, body] of Object.entries(bodies)) {
      const again = await actOn(other.api, own, key, body)
      expect(again.body).toMatchObject({ code: 'invalid_transition', allowed_actions: [] })
    }
  })
})

test('403 insufficient_scope, 403 module_not_enabled: what opening and acting need', async () => {
  const tenant = await service.tenant()
  const desk = await tenant.key({ scopes: ['pos:read', 'pos:write'] })
  const session = await openSession(desk, '1')
  const refused = await actOn(desk, session, 'close', { counted_cash: '1' })
  expect(refused.body).toMatchObject({ code: 'insufficient_scope' })
  expect(refused.body.required_scopes).toContain('finance:write')
  const reader = await tenant.key({ scopes: ['pos:read'] })
  expect((await reader.get(`${sessionPath}/${session.id}/report`)).status).toBe(200)
  expect((await reader.get(`${sessionPath}/${session.id}/actions`)).status).toBe(200)
  expect((await reader.post(sessionPath, { opening_float: '1' })).body.code).toBe('insufficient_scope')
  const without = await service.tenant({ modules: ['core', 'stock', 'pos', 'api'] })
  const own = await without.key({ scopes: ['pos:read', 'pos:write'] })
  const opened = await openSession(own, '1')
  expect((await actOn(own, opened, 'close', { counted_cash: '1' })).body.code).toBe('module_not_enabled')
})
