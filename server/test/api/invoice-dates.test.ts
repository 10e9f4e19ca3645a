/** Dates and exchange rates of invoices: what follows, what stays, what is refused. */
import { describe, expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { freeLine, type SalesBook, salesBook, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'

const service = useService()
const today = () => dayIn('Europe/Prague', service.clock())

let known: Promise<SalesBook> | undefined
const shared = () => (known ??= salesBook(service))
const rent = freeLine('1000')

const datesOf = ({ issue_date, due_date, tax_point_date }: Told): string[] => [issue_date, due_date, tax_point_date]

describe('a change moves nothing that was not sent', () => {
  const issue_date = '2026-11-01'
  const given: Record<string, object> = {
    neither: {},
    'the due date': { due_date: '2026-12-24' },
    'the tax point': { tax_point_date: '2026-11-01' },
    both: { due_date: '2026-11-15', tax_point_date: '2026-10-31' },
  }
  test.each([
    ['neither', '2026-11-24', '2026-11-10'],
    ['the due date', '2026-12-24', '2026-11-10'],
    ['the tax point', '2026-11-24', '2026-11-01'],
    ['both', '2026-11-15', '2026-10-31'],
  ])('200: of %s given, a new issue date moves the others', async (what, due, taxPoint) => {
    const book = await shared()
    const atCreate = await book.invoice([rent], { issue_date, ...given[what] })
    const { body } = await book.api.patch(`/invoices/${atCreate.id}`, { issue_date: '2026-11-10' })
    expect(datesOf(body)).toEqual(['2026-11-10', due, taxPoint])
    const { id } = await book.invoice([rent], { issue_date })
    await book.api.patch(`/invoices/${id}`, given[what]!)
    const later = await book.api.patch(`/invoices/${id}`, { issue_date: '2026-11-10' })
    expect(datesOf(later.body)).toEqual(['2026-11-10', due, taxPoint])
  })

  test('200: a date sent as it was is given from then on, and is no other version', async () => {
    const book = await shared()
    const { id, due_date, tax_point_date, updated_at } = await book.invoice([rent], { issue_date })
    const same = await book.api.patch(`/invoices/${id}`, { due_date, tax_point_date })
    expect(same).toMatchObject({ headers: { etag: 'W/"1"' }, body: { updated_at } })
    const { body } = await book.api.patch(`/invoices/${id}`, { issue_date: '2026-11-10' })
    expect(datesOf(body)).toEqual(['2026-11-10', '2026-11-15', '2026-11-01'])
  })

  test('200: a new partner brings his terms, unless the due date was given', async () => {
    const book = await shared()
    const partner_id = await book.partner({ name: 'Do měsíce', payment_terms: 30 })
    const follows = await book.invoice([rent], { issue_date })
    const moved = await book.api.patch(`/invoices/${follows.id}`, { partner_id })
    expect(datesOf(moved.body)).toEqual([issue_date, '2026-12-01', issue_date])
    const stays = await book.invoice([rent], { issue_date, due_date: '2026-11-20' })
    const kept = await book.api.patch(`/invoices/${stays.id}`, { partner_id })
    expect(datesOf(kept.body)).toEqual([issue_date, '2026-11-20', issue_date])
  })

  test('200: terms of the partner that changed since move nothing', async () => {
    const book = await shared()
    const partner_id = await book.partner({ name: 'Nové podmínky', payment_terms: 10 })
    const { id } = await book.invoice([rent], { issue_date, partner_id })
    await book.api.patch(`/partners/${partner_id}`, { payment_terms: 60 })
    expect(datesOf((await book.api.patch(`/invoices/${id}`, { notes: 'x' })).body)[1]).toBe('2026-11-11')
    const moved = await book.api.patch(`/invoices/${id}`, { issue_date: '2026-11-02' })
    expect(datesOf(moved.body)[1]).toBe('2026-11-12')
  })
})

describe('what no date may be', () => {
  test('422 not_allowed: due before issue, on create, in a draft and once issued', async () => {
    const book = await shared()
    const head = { partner_id: book.pub, warehouse_id: book.main, issue_date: '2026-11-10' }
    expect(faultsOf(await book.api.post('/invoices', { ...head, due_date: '2026-11-09' }))).toEqual([
      'due_date not_allowed',
    ])
    const yesterday = daysAfter(today(), -1)
    const undated = { partner_id: book.pub, warehouse_id: book.main, due_date: yesterday }
    expect(faultsOf(await book.api.post('/invoices', undated))).toEqual(['due_date not_allowed'])
    const { id } = await book.invoice([rent], { ...head, due_date: '2026-11-10' })
    const change = async (body: object) => faultsOf(await book.api.patch(`/invoices/${id}`, body))
    expect(await change({ due_date: '2026-11-09' })).toEqual(['due_date not_allowed'])
    expect(await change({ issue_date: '2026-11-11' })).toEqual(['due_date not_allowed'])
    expect(await change({ issue_date: '2026-11-11', due_date: '2026-11-11' })).toEqual([undefined])
    await book.act(`/invoices/${id}`, 'issue')
    expect(await change({ due_date: '2026-11-10' })).toEqual(['due_date not_allowed'])
    expect(await change({ due_date: '2026-11-12' })).toEqual([undefined])
  })

  test('422 not_allowed: an issue date more than 366 days ahead', async () => {
    const book = await shared()
    const head = { partner_id: book.pub, warehouse_id: book.main }
    const [last, beyond] = [daysAfter(today(), 366), daysAfter(today(), 367)]
    expect(faultsOf(await book.api.post('/invoices', { ...head, issue_date: beyond }))).toEqual([
      'issue_date not_allowed',
    ])
    const { id } = await book.invoice([rent], { issue_date: last })
    expect(faultsOf(await book.api.patch(`/invoices/${id}`, { issue_date: beyond }))).toEqual([
      'issue_date not_allowed',
    ])
  })
})

describe('an exchange rate belongs to its currency', () => {
  test('200: another currency clears it; 422 missing_exchange_rate until there is one', async () => {
    const book = await shared()
    const { id } = await book.invoice([rent], { currency: 'EUR', exchange_rate: '25' })
    const path = `/invoices/${id}`
    expect((await book.api.patch(path, { notes: 'x' })).body.exchange_rate).toBe('25')
    expect((await book.api.patch(path, { currency: 'EUR' })).body.exchange_rate).toBe('25')
    expect((await book.api.patch(path, { currency: 'USD' })).body).toMatchObject({ exchange_rate: null })
    expect((await book.run(path, 'issue')).body.code).toBe('missing_exchange_rate')
    const both = await book.api.patch(path, { currency: 'PLN', exchange_rate: '5.9' })
    expect(both.body).toMatchObject({ currency: 'PLN', exchange_rate: '5.9' })
    expect((await book.api.patch(path, { currency: 'CZK' })).body.exchange_rate).toBeNull()
    expect((await book.act(path, 'issue')).body.status).toBe('issued')
  })

  test('in crowns there is none: "1" is not kept, 422 not_allowed for another', async () => {
    const book = await shared()
    const head = { partner_id: book.pub, warehouse_id: book.main }
    expect((await book.invoice([rent], { exchange_rate: '1.00' })).exchange_rate).toBeNull()
    const wrong = await book.api.post('/invoices', { ...head, exchange_rate: '25' })
    expect(faultsOf(wrong)).toEqual(['exchange_rate not_allowed'])
    const { id } = await book.invoice([rent], { currency: 'EUR', exchange_rate: '25' })
    const path = `/invoices/${id}`
    const changed = await book.api.patch(path, { currency: 'CZK', exchange_rate: '25' })
    expect(faultsOf(changed)).toEqual(['exchange_rate not_allowed'])
    expect((await book.api.patch(path, { currency: 'CZK', exchange_rate: '1' })).body.exchange_rate).toBeNull()
  })
})
