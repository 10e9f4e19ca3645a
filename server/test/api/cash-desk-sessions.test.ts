/** Sessions of a cash desk: opened with a float, closed with a count; what they post and what they refuse. */
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { actOn, deskBook, doIn, openSession, reportOf, sessionPath } from '../support/desk.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

const flows = async (book: Awaited<ReturnType<typeof deskBook>>, session: Told) => {
  const { data } = (await book.api.get('/cashflows?limit=200')).body
  return data
    .filter(({ source }: Told) => source?.id === session.id)
    .map(({ type, amount, payment_method, description, allowed_actions, payment_status }: Told) =>
      [type, amount, payment_method, description, payment_status, ...allowed_actions].join(' '),
    )
    .reverse()
}

describe('a session', () => {
  test('201: from its float to its count', async () => {
    const book = await deskBook(service)
    const { api, desk } = book
    const opened = await api.post(sessionPath, { cash_desk_id: desk.id, opening_float: '2000', notes: 'Ráno' })
    const session = opened.body
    expect(session).toMatchObject({
      object: 'cash_desk_session',
      status: 'open',
      cash_desk: { id: desk.id, name: 'Pokladna' },
      currency: 'CZK',
      closed_at: null,
      opening_float: '2000.00',
      expected_float: null,
      float_difference: null,
      float_explained: false,
      expected_cash: null,
      counted_cash: null,
      difference: null,
      withdrawn: null,
      closing_float: null,
      denominations: null,
      notes: 'Ráno',
      allowed_actions: ['cash_in', 'cash_out', 'close'],
    })
    expect(session.number).toMatch(/^POK\d{4}00001$/)
    expect([opened.headers.etag, opened.headers.location]).toEqual(['W/"1"', `/api/v1${sessionPath}/${session.id}`])
    const busy = await api.get(`/cash-desks/${desk.id}`)
    expect([busy.body.open_session_id, busy.headers.etag]).toEqual([session.id, 'W/"2"'])
    const put = await doIn(api, session, 'cash_in', { amount: '500', description: 'Drobné', account_id: book.bank })
    expect(put.created.object).toBe('cashflow')
    await doIn(api, session, 'cash_out', { amount: '1500', description: 'Odvod' })
    const invoice = await book.owed('1210.00')
    await book.pay(invoice, undefined, { account_id: book.cash })
    const closed = await doIn(api, session, 'close', {
      counted_cash: '2190.00',
      denominations: [
        { value: '1000.00', count: 2 },
        { value: '0.50', count: 0 },
        { value: '10', count: 19 },
      ],
      withdraw: { amount: '190.00', account_id: book.bank },
      notes: null,
    })
    expect(closed).toMatchObject({
      status: 'closed',
      expected_cash: '2210.00',
      counted_cash: '2190.00',
      difference: '-20.00',
      withdrawn: '190.00',
      closing_float: '2000.00',
      denominations: [
        { value: '1000.00', count: 2 },
        { value: '0.50', count: 0 },
        { value: '10.00', count: 19 },
      ],
      notes: null,
      allowed_actions: [],
    })
    expect(closed.closed_at).not.toBeNull()
    expect(await flows(book, session)).toEqual([
      'income 500.00 cash Drobné paid',
      'expense 500.00 bank_transfer Drobné paid',
      'expense 1500.00 cash Odvod paid',
      `expense 20.00 cash Manko směny ${session.number} paid`,
      `expense 190.00 cash Odvod ze směny ${session.number} paid`,
      `income 190.00 bank_transfer Odvod ze směny ${session.number} paid`,
    ])
    expect((await api.get(`/cash-desks/${desk.id}`)).body.open_session_id).toBeNull()
    expect((await reportOf(api, session)).cash).toEqual({
      opening_float: '2000.00',
      sales: '0.00',
      refunds: '0.00',
      packaging_returns: '0.00',
      cash_in: '500.00',
      cash_out: '-1500.00',
      other: '1210.00',
      expected: '2210.00',
      counted: '2190.00',
      difference: '-20.00',
      withdrawn: '190.00',
      closing_float: '2000.00',
    })
  })

  test('a surplus is income; what is not sent stays', async () => {
    const book = await deskBook(service)
    const session = await openSession(book.api, '100', { notes: 'Ráno' })
    const closed = await doIn(book.api, session, 'close', { counted_cash: '100.50' })
    expect(closed).toMatchObject({ difference: '0.50', withdrawn: '0.00', closing_float: '100.50', notes: 'Ráno' })
    expect(await flows(book, session)).toEqual([`income 0.50 cash Přebytek směny ${session.number} paid`])
    const exact = await openSession(book.api, '100.50')
    expect(exact).toMatchObject({ expected_float: '100.50', float_difference: '0.00', float_explained: false })
    expect((await doIn(book.api, exact, 'close', { counted_cash: '100.5' })).difference).toBe('0.00')
    expect(await flows(book, exact)).toEqual([])
  })

  test('the float is compared with what the last session left and the drawer took since; it is posted once asked', async () => {
    const book = await deskBook(service)
    const { api } = book
    await doIn(api, await openSession(api, '1000'), 'close', { counted_cash: '1000' })
    await book.pay(await book.owed('250.00'), undefined, { account_id: book.cash })
    const session = await openSession(api, '1200.00')
    expect(session).toMatchObject({ expected_float: '1250.00', float_difference: '-50.00', float_explained: false })
    expect(session.allowed_actions).toEqual(['cash_in', 'cash_out', 'explain_float', 'close'])
    expect(await flows(book, session)).toEqual([])
    const explained = await doIn(api, session, 'explain_float', { account_id: book.bank })
    expect(explained).toMatchObject({ float_explained: true, float_difference: '-50.00' })
    expect(explained.allowed_actions).toEqual(['cash_in', 'cash_out', 'close'])
    expect(await flows(book, session)).toEqual([
      `expense 50.00 cash Rozdíl počáteční hotovosti směny ${session.number} paid`,
      `income 50.00 bank_transfer Rozdíl počáteční hotovosti směny ${session.number} paid`,
    ])
    expect((await reportOf(api, session)).cash).toMatchObject({ other: '0.00', expected: '1200.00' })
    const again = await actOn(api, session, 'explain_float')
    expect(again.body).toMatchObject({ code: 'invalid_transition', allowed_actions: ['cash_in', 'cash_out', 'close'] })
    await doIn(api, session, 'close', { counted_cash: '1200' })
    const richer = await openSession(api, '1300')
    await doIn(api, richer, 'explain_float', { description: 'Z trezoru' })
    expect(await flows(book, richer)).toEqual(['income 100.00 cash Z trezoru paid'])
  })

  test('a reverted payment and the cash of another desk count as other', async () => {
    const book = await deskBook(service)
    const { api } = book
    await book.apply({
      finance_accounts: [{ code: 'TILL', type: 'cash', name: 'Till' }],
      cash_desks: [{ code: 'BAR', name: 'Bar', warehouse: 'MAIN', cash_account: 'TILL' }],
    })
    const invoice = await book.owed('300.00')
    await book.pay(invoice, undefined, { account_id: book.cash })
    const session = await openSession(api, '1000', { cash_desk_id: book.desk.id })
    await book.run(invoice, 'revert_payment')
    const bar = (await api.get('/cash-desks?is_active=true')).body.data.find(({ code }: Told) => code === 'BAR')
    const other = await openSession(api, '0', { cash_desk_id: bar.id })
    await doIn(api, other, 'cash_in', { amount: '50', description: 'Na drobné', account_id: book.cash })
    expect((await reportOf(api, session)).cash).toMatchObject({ other: '-350.00', expected: '650.00' })
    expect((await reportOf(api, other)).cash).toMatchObject({ cash_in: '50.00', other: '0.00', expected: '50.00' })
  })

  test('the names of desks are followed while it is open', async () => {
    const book = await deskBook(service)
    const session = await openSession(book.api, '0')
    const main = { code: 'MAIN', warehouse: 'MAIN', cash_account: 'CASH' }
    await book.apply({ cash_desks: [{ ...main, name: 'Kasa' }] })
    const read = await book.api.get(`${sessionPath}/${session.id}`)
    expect([read.body.cash_desk.name, read.headers.etag]).toEqual(['Kasa', 'W/"2"'])
    await doIn(book.api, session, 'close', { counted_cash: '0' })
    await book.apply({ cash_desks: [{ ...main, name: 'Jiná' }] })
    expect((await book.api.get(`${sessionPath}/${session.id}`)).body.cash_desk.name).toBe('Kasa')
  })
})

describe('the Z report', () => {
  test('is kept with its bytes; X counts anew', async () => {
    const book = await deskBook(service)
    const { api } = book
    const session = await openSession(api, '10')
    const path = `${sessionPath}/${session.id}/report`
    const x = (await api.get(path)).body
    expect(x).toMatchObject({
      kind: 'X',
      number: session.number,
      closed_at: null,
      first_number: null,
      last_number: null,
    })
    expect(x).toMatchObject({
      rates: [],
      payments: [],
      cashiers: [],
      unsettled: { count: 0, payable: '0.00', ids: [] },
    })
    expect(x.packaging_returns).toEqual({ count: 0, pieces: '0', refund: '0.00' })
    await doIn(api, session, 'close', { counted_cash: '10' })
    const z = await api.get(path)
    expect(z.body).toMatchObject({ kind: 'Z', cash: { closing_float: '10.00' } })
    expect(z.body.as_of).toBe(z.body.closed_at)
    const main = { code: 'MAIN', warehouse: 'MAIN', cash_account: 'CASH' }
    await book.apply({ cash_desks: [{ ...main, name: 'Kasa' }] })
    await book.pay(await book.owed('250.00'), undefined, { account_id: book.cash })
    expect((await api.get(path)).text).toBe(z.text)
  })
})

describe('lists', () => {
  test('by desk, state, day and number', async () => {
    const book = await deskBook(service)
    const { api, desk } = book
    const first = await openSession(api, '1')
    await doIn(api, first, 'close', { counted_cash: '1' })
    const second = await openSession(api, '1')
    const ids = async (query: string) => (await api.get(`${sessionPath}?${query}`)).body.data.map(({ id }: Told) => id)
    const day = second.opened_at.slice(0, 10)
    expect(await ids('')).toEqual([second.id, first.id])
    expect(await ids('status=open')).toEqual([second.id])
    expect(await ids(`status=closed&cash_desk_id=${desk.id}`)).toEqual([first.id])
    expect(await ids(`cash_desk_id=${newId()}`)).toEqual([])
    expect(await ids(`date_from=${day}`)).toHaveLength(2)
    expect(await ids('date_to=2020-01-01')).toEqual([])
    expect(await ids(`search=${first.number.toLowerCase()}`)).toEqual([first.id])
    expect(await ids(`updated_since=${second.updated_at}`)).toEqual([second.id])
  })
})
