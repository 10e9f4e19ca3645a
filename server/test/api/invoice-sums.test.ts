/** What a list of invoices comes to: sums worked out by hand, by currency, of the same filter as the list. */
import { describe, expect, test } from 'vitest'
import { dayIn } from '../../src/lib/days.ts'
import { freeLine, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf } from '../support/stock.ts'
import { treasury } from '../support/treasury.ts'

const service = useService()
const october = 'date_from=2026-10-01&date_to=2026-10-31'
const on = (issue_date: string, rest: object = {}) => ({ issue_date, due_date: issue_date, ...rest })

/** October: rounded VAT that is partly paid, a credit note, cash that rounds, euro, a draft, a cancelled one. */
const issued = shared(service, async () => {
  const book = await treasury(service)
  const other: string = (await book.api.post('/partners', { name: 'Jiná hospoda' })).body.id
  // 99.99 + 21.00 (20.9979) = 120.99, of which 100 remain.
  const part = await book.issuedInvoice([freeLine('33.33', { quantity: '3' })], on('2026-10-01'))
  await book.pay(`/invoices/${part.id}`, '20.99')
  // 100 + 12 = 112; four of the ten pieces are credited: -40 - 4.80 = -44.80, so 67.20 remain.
  const lines = [freeLine('10', { quantity: '10', vat_rate_pct: '12' })]
  const credited = await book.issuedInvoice(lines, on('2026-10-15'))
  const taken = [{ line_id: credited.lines[0].id, quantity: '4' }]
  await book.credited(credited.id, { issue_date: '2026-10-20', lines: taken })
  // 8.60 + 1.81 (1.806) = 10.41, paid by 10 in cash.
  const cash = await book.issuedInvoice([freeLine('8.60')], on('2026-10-31'))
  await book.pay(`/invoices/${cash.id}`, undefined, { account_id: book.cash })
  await book.pay(await book.owed('50', on('2026-10-31', { partner_id: other })))
  await book.issuedInvoice([freeLine('100')], on('2026-10-02', { currency: 'EUR', exchange_rate: '25' }))
  await book.invoice([freeLine('7')], on('2026-10-03'))
  await book.run(await book.owed('9', on('2026-10-04')), 'cancel')
  await book.owed('1000', on('2026-11-01'))
  const sums = async (query: string) => (await book.api.get(`/reports/invoices?${query}`)).body
  return { tenant: book.tenant, book, other, sums }
})

describe('GET /reports/invoices', () => {
  const euro = { object: 'invoice_sum', currency: 'EUR', count: 1, excl_vat: '100.00', vat: '21.00' }
  const noneLeftOut = { draft_count: 0, cancelled_count: 0 }

  test('200: credit notes count against, rounded VAT adds up, what remains is what was not paid', async () => {
    const { sums } = await issued()
    expect(await sums(october)).toEqual({
      date_from: '2026-10-01',
      date_to: '2026-10-31',
      data: [
        {
          object: 'invoice_sum',
          currency: 'CZK',
          count: 5,
          excl_vat: '218.59',
          vat: '30.01',
          incl_vat: '248.60',
          deposit: '0.00',
          remaining: '167.20',
          draft_count: 1,
          cancelled_count: 1,
        },
        { ...euro, incl_vat: '121.00', deposit: '0.00', remaining: '121.00', ...noneLeftOut },
      ],
    })
  })

  test('200: the sums are those of the list with the same filter', async () => {
    const { book, other, sums } = await issued()
    const ofOther = { count: 1, excl_vat: '50.00', vat: '0.00', incl_vat: '50.00', remaining: '0.00', ...noneLeftOut }
    expect((await sums(`${october}&partner_id=${other}`)).data).toMatchObject([ofOther])
    const notes = { count: 1, excl_vat: '-40.00', vat: '-4.80', incl_vat: '-44.80', remaining: '0.00' }
    expect((await sums(`${october}&document_type=credit_note`)).data).toMatchObject([notes])
    expect((await sums(`${october}&search=hospoda&status=draft,cancelled`)).data).toMatchObject([
      { currency: 'CZK', count: 0, incl_vat: '0.00', remaining: '0.00', draft_count: 1, cancelled_count: 1 },
    ])
    // The credit note of the 20th is due on no day.
    expect((await sums(`${october}&due_from=2026-10-15`)).data).toMatchObject([{ currency: 'CZK', count: 3 }])
    const query = 'date_from=2026-10-15&date_to=2026-11-01'
    const listed: Told[] = (await book.api.get(`/invoices?${query}`)).body.data
    expect(listed).toHaveLength((await sums(query)).data[0].count)
    expect((await sums('date_from=2026-09-01&date_to=2026-09-30')).data).toEqual([])
  })

  test('200: twelve months by default; of open ones all, however old', async () => {
    const { sums } = await issued()
    const today = dayIn('Europe/Prague', service.clock())
    expect(await sums('')).toMatchObject({ date_to: today, date_from: expect.stringMatching(/-01$/) })
    expect(await sums('date_to=2026-11-17')).toMatchObject({ date_from: '2025-12-01', date_to: '2026-11-17' })
    const open = { date_from: null, date_to: null, data: [{ count: 4, remaining: '1167.20' }, { remaining: '121.00' }] }
    expect(await sums('status=issued')).toMatchObject(open)
    // The credit note is not due.
    const overdue = [{ count: 3, remaining: '1167.20' }, { count: 1 }]
    expect(await sums('overdue=true')).toMatchObject({ date_from: null, data: overdue })
  })

  test('200: who pays no VAT has none in the sums', async () => {
    const { book, sums } = await issued()
    await book.tenant.set({ is_vat_payer: false, vatSince: '2026-08-01' })
    await book.issuedInvoice([freeLine('33.33', { quantity: '3' })], on('2026-08-31'))
    const [sum] = (await sums('date_from=2026-08-31&date_to=2026-08-31')).data
    expect(sum).toMatchObject({ count: 1, excl_vat: '99.99', vat: '0.00', incl_vat: '99.99', remaining: '99.99' })
  })
})

test('200: received invoices, partly paid, paid, and those that do not count', async () => {
  const { book, other } = await issued()
  const received = async (amount: string, { day = '2026-10-10', vat = '21', ...rest }: Told = {}) => {
    const lines = [{ description: 'Slad', amount, vat_rate_pct: vat }]
    const body = { supplier_invoice_number: `R-${amount}`, partner_id: book.pub, issue_date: day, lines, ...rest }
    const reply = await book.api.post('/received-invoices', body)
    expect(reply.status, reply.text).toBe(201)
    return `/received-invoices/${reply.body.id}`
  }
  const confirmed = async (amount: string, how?: Told) => {
    const path = await received(amount, how)
    expect((await book.run(path, 'confirm')).status).toBe(200)
    return path
  }
  // 1000.55 + 210.12 (210.1155) = 1210.67, of which 1200 remain; 50 + 6 = 56, all of it paid.
  await book.pay(await confirmed('1000.55'), '10.67')
  await book.pay(await confirmed('50', { vat: '12', day: '2026-10-31', partner_id: other }))
  await confirmed('10', { currency: 'EUR', exchange_rate: '25' })
  await confirmed('5', { day: '2026-11-01' })
  await received('3')
  await book.run(await received('4'), 'cancel')
  const sums = async (query: string) => (await book.api.get(`/reports/received_invoices?${query}`)).body
  const crowns = { count: 2, excl_vat: '1050.55', vat: '216.12', incl_vat: '1266.67', remaining: '1200.00' }
  const euro = { count: 1, excl_vat: '10.00', vat: '2.10', incl_vat: '12.10', remaining: '12.10' }
  expect(await sums(october)).toEqual({
    date_from: '2026-10-01',
    date_to: '2026-10-31',
    data: [
      { object: 'received_invoice_sum', currency: 'CZK', ...crowns, draft_count: 1, cancelled_count: 1 },
      { object: 'received_invoice_sum', currency: 'EUR', ...euro, draft_count: 0, cancelled_count: 0 },
    ],
  })
  expect((await sums(`${october}&partner_id=${other}`)).data).toMatchObject([{ count: 1, incl_vat: '56.00' }])
  const open = await sums('status=confirmed')
  expect(open).toMatchObject({ date_from: null, data: [{ count: 2, remaining: '1206.05' }, { count: 1 }] })
  // Due fourteen days after the issue, so long ago; one more is due in a time to come.
  await confirmed('70', { day: '2026-11-01', due_date: '2099-01-01' })
  const sumsOf = async (query: string) => (await sums(query)).data[0]
  expect(await sumsOf('overdue=true')).toMatchObject({ count: 2, remaining: '1206.05' })
  expect(await sumsOf('overdue=false&status=confirmed')).toMatchObject({ count: 1, remaining: '84.70' })
  const listed = async (query: string) => (await book.api.get(`/received-invoices?${query}`)).body.data
  const names = (await listed('overdue=true')).map((each: Told) => each.supplier_invoice_number)
  expect(names.toSorted()).toEqual(['R-10', 'R-1000.55', 'R-5'])
  expect(await listed('overdue=false')).toHaveLength(4)
  expect((await book.api.get('/received-invoices?overdue=1')).status).toBe(422)
})

test('403 insufficient_scope: under the scope of the list', async () => {
  const { book } = await issued()
  const finance = await book.tenant.key({ scopes: ['finance:read'] })
  const refused = { code: 'insufficient_scope', required_scopes: ['sales:read'] }
  expect((await finance.get('/reports/invoices')).body).toMatchObject(refused)
  expect((await finance.get('/reports/received_invoices')).status).toBe(200)
  const sales = await book.tenant.key({ scopes: ['sales:read'] })
  expect((await sales.get('/reports/received_invoices')).body.code).toBe('insufficient_scope')
})

test('422 validation_failed: a period that is none, or longer than three years', async () => {
  const { book } = await issued()
  for (const path of ['/reports/invoices', '/reports/received_invoices']) {
    for (const query of ['date_from=2026-02-01&date_to=2026-01-31', 'date_from=2023-01-01&date_to=2026-01-03']) {
      expect(faultsOf(await book.api.get(`${path}?${query}`)), query).toEqual(['date_from not_allowed'])
    }
    expect((await book.api.get(`${path}?date_from=2023-01-01&date_to=2026-01-02`)).status).toBe(200)
    expect(faultsOf(await book.api.get(`${path}?date_from=soon`))).toEqual(['date_from not_allowed'])
  }
})
