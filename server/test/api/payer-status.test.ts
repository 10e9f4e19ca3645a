/** A change of payer status: what is invoiced follows the day of its tax point, whenever it was written. */
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { freeLine, type SalesBook, salesBook, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()
let book: SalesBook
beforeEach(async () => {
  book = await salesBook(service)
})

/** So many days from today. */
const day = (days: number): string => daysAfter(dayIn('Europe/Prague', service.clock()), days)

const pays = (is_vat_payer: boolean, vatSince?: string) =>
  book.tenant.set({ is_vat_payer, ...(vatSince && { vatSince }) })

const ratesOf = ({ lines }: Told): string[] => lines.map(({ vat_rate_pct }: Told) => vat_rate_pct)
const issue = async (id: string): Promise<Told> => (await book.act(`/invoices/${id}`, 'issue')).body

const lines = [freeLine('100'), freeLine('200', { vat_rate_pct: '12' })]
const taxed = { deposit: '0.00', excl_vat: '300.00', vat: '45.00', incl_vat: '345.00' }
const untaxed = { deposit: '0.00', excl_vat: '300.00', vat: '0.00', incl_vat: '300.00' }

describe('200 issue', () => {
  test('a draft of a payer who is none on the tax point: no VAT, in the answer and in the event', async () => {
    const { id, totals } = await book.invoice(lines)
    expect(totals).toEqual(taxed)
    await pays(false)
    const issued = await issue(id)
    expect(issued).toMatchObject({ status: 'issued', totals: untaxed, amount_remaining: '300.00' })
    expect(ratesOf(issued)).toEqual(['0', '0'])
    expect((await book.read(`/invoices/${id}`)).now).toEqual(issued)
    const events = (await book.api.get('/events?types=invoice.issued')).body.data
    expect(events.at(-1).data.object.totals).toEqual(untaxed)
  })

  test('a draft of who was no payer, and is one on the tax point: the rates that were sent or found', async () => {
    await pays(false)
    const { id, totals } = await book.invoice(lines)
    expect(totals).toEqual(untaxed)
    await pays(true)
    const issued = await issue(id)
    expect(issued.totals).toEqual(taxed)
    expect(ratesOf(issued)).toEqual(['21', '12'])
  })

  test('the tax point decides, not the day of the issue; a planned change holds from its day on', async () => {
    const [past, planned] = [await book.invoice(lines), await book.invoice(lines)]
    await pays(false, day(-10))
    await pays(true, day(20))
    await book.api.patch(`/invoices/${past.id}`, { tax_point_date: day(-11) })
    await book.api.patch(`/invoices/${planned.id}`, { tax_point_date: day(20) })
    expect((await issue(past.id)).totals).toEqual(taxed)
    expect((await issue(planned.id)).totals).toEqual(taxed)
    const { id } = await book.invoice(lines, { tax_point_date: day(19) })
    expect((await issue(id)).totals).toEqual(untaxed)
  })

  test('the same status: nothing is counted anew, and a draft is issued as it was', async () => {
    const draft = await book.invoice(lines)
    await pays(true)
    const { lines: issued } = await issue(draft.id)
    expect(issued).toEqual(draft.lines)
  })

  test('lines of an older version keep the rate they have', async () => {
    const { id } = await book.invoice(lines)
    const forget = sql`update invoice_lines set payer_vat_rate_pct = null where invoice_id = ${id}`
    await service.database.run(forget)
    const path = `/invoices/${id}`
    const { now, etag } = await book.read(path)
    expect((await book.api.patch(`${path}/lines/${now.lines[0].id}`, { discount_pct: null })).headers.etag).toBe(etag)
    await pays(false)
    expect((await book.api.patch(path, { tax_point_date: day(1) })).body.totals).toEqual(untaxed)
    expect((await book.api.patch(path, { tax_point_date: day(-1) })).body.totals).toEqual(taxed)
    await book.api.patch(path, { tax_point_date: day(0) })
    expect((await issue(id)).totals).toEqual(untaxed)
  })
})

describe('a draft follows, too', () => {
  test('200: with every line that is written, all its lines', async () => {
    const { id } = await book.invoice(lines)
    const path = `/invoices/${id}`
    await pays(false)
    await book.api.post(`${path}/lines`, freeLine('50', { vat_rate_pct: '21' }))
    const { now } = await book.read(path)
    expect(ratesOf(now)).toEqual(['0', '0', '0'])
    await pays(true)
    await book.api.patch(`${path}/lines/${now.lines[0].id}`, { vat_rate_pct: '15' })
    expect(ratesOf((await book.read(path)).now)).toEqual(['15', '12', '21'])
  })

  test('200: when its tax point moves over the change', async () => {
    await pays(false, day(5))
    const { id, totals } = await book.invoice(lines)
    expect(totals).toEqual(taxed)
    const moved = await book.api.patch(`/invoices/${id}`, { issue_date: day(5) })
    expect(moved.body).toMatchObject({ tax_point_date: day(5), totals: untaxed })
    expect(ratesOf(moved.body)).toEqual(['0', '0'])
  })
})

describe('orders', () => {
  test('200 create_invoice: an order of before the change, either way', async () => {
    const order = await book.confirmed([book.line('1', { vat_rate_pct: '12' })])
    await pays(false)
    const untaxedInvoice = (await book.act(`/orders/${order.id}`, 'create_invoice')).body.created.id
    expect(ratesOf((await book.read(`/invoices/${untaxedInvoice}`)).now)).toEqual(['0'])
    const free = await book.confirmed([book.line('1', { vat_rate_pct: '12' }), book.service()])
    expect(ratesOf(free)).toEqual(['0', '0'])
    await pays(true)
    const { created } = (await book.act(`/orders/${free.id}`, 'create_invoice')).body
    expect(ratesOf((await book.read(`/invoices/${created.id}`)).now)).toEqual(['12', '21'])
    // The first one was drafted without VAT; its tax point is a day of a payer again.
    expect(ratesOf(await issue(untaxedInvoice))).toEqual(['12'])
  })

  test('200 group_stock_issues: by the tax point of the invoice', async () => {
    await pays(false)
    await book.received(book.keg, '5', '1', { unit: 'pcs' })
    const order = await book.confirmed([book.line('5', { vat_rate_pct: '12' })])
    const { created } = (await book.act(`/orders/${order.id}`, 'create_stock_issue')).body
    await book.act(`/stock-issues/${created.id}`, 'confirm')
    const group = async (head: object) => {
      const { id } = await book.invoice([], head)
      const { body } = await book.run(`/invoices/${id}`, 'group_stock_issues', { stock_issue_ids: [created.id] })
      await book.act(`/invoices/${id}`, 'cancel')
      return ratesOf(body)
    }
    expect(await group({})).toEqual(['0'])
    expect(await group({ tax_point_date: day(-1) })).toEqual(['12'])
  })

  test('200: a line that is written shows the whole order as it would be invoiced today', async () => {
    const { id } = await book.order([book.line('1'), book.line('1', { vat_rate_pct: '12' })])
    await pays(false)
    const added = await book.api.post(`/orders/${id}/lines`, book.line('1', { vat_rate_pct: '15' }))
    expect(added.body.vat_rate_pct).toBe('0')
    expect((await book.read(`/orders/${id}`)).now.totals).toMatchObject({ vat: '0.00' })
    await pays(true)
    await book.api.patch(`/orders/${id}/lines/${added.body.id}`, { notes: 'A' })
    expect(ratesOf((await book.read(`/orders/${id}`)).now)).toEqual(['21', '12', '15'])
  })
})

test('200 credit: the mirror of its invoice, whatever the status is then', async () => {
  const { id } = await book.invoice(lines)
  await issue(id)
  await pays(false)
  const { body: credit } = await book.run(`/invoices/${id}`, 'credit', { reason: 'Vráceno' })
  expect(credit.totals).toEqual({ deposit: '0.00', excl_vat: '-300.00', vat: '-45.00', incl_vat: '-345.00' })
  const issued = await issue(credit.id)
  expect(issued.totals).toEqual(credit.totals)
  expect(ratesOf(issued)).toEqual(['21', '12'])
})

test('a paper says what held on the tax point', async () => {
  const zero = [freeLine('100', { vat_rate_pct: '0' })]
  const { id } = await book.issuedInvoice(zero, { issue_date: day(-1) })
  await pays(false)
  const isdoc = async (invoice: string) => (await book.api.get(`/invoices/${invoice}/isdoc`)).text
  expect(await isdoc(id)).toContain('<VATApplicable>true</VATApplicable>')
  const later = await book.issuedInvoice(zero)
  expect(await isdoc(later.id)).toContain('<VATApplicable>false</VATApplicable>')
})

test('a credit note is a tax document when its invoice is one, and only then', async () => {
  const zero = [freeLine('100', { vat_rate_pct: '0', vat_exemption: 'exempt' })]
  const isdoc = async (invoice: string) => (await book.api.get(`/invoices/${invoice}/isdoc`)).text
  const credited = async (id: string) => {
    const { body } = await book.run(`/invoices/${id}`, 'credit', { reason: 'Vráceno' })
    return isdoc((await issue(body.id)).id)
  }
  const ofPayer = await book.issuedInvoice(zero)
  await pays(false)
  const note = await credited(ofPayer.id)
  expect(note).toContain('<VATApplicable>true</VATApplicable>')
  expect(note).toContain('<TaxPointDate>')
  const ofOther = await book.issuedInvoice([freeLine('100')])
  await pays(true)
  expect(await credited(ofOther.id)).not.toContain('<VATApplicable>true</VATApplicable>')
})

test('a status holds from its day on, whatever was said of later days; an undated one from today', async () => {
  const vatOn = async (tax_point_date: string) => (await book.invoice([freeLine('100')], { tax_point_date })).totals.vat
  await pays(false, day(10))
  expect([await vatOn(day(9)), await vatOn(day(10))]).toEqual(['21.00', '0.00'])
  await pays(false, day(-5))
  expect([await vatOn(day(-6)), await vatOn(day(-5)), await vatOn(day(10))]).toEqual(['21.00', '0.00', '0.00'])
  await pays(true)
  expect([await vatOn(day(-1)), await vatOn(day(0)), await vatOn(day(11))]).toEqual(['0.00', '21.00', '21.00'])
})

test('a tenant an older node made, or changed nothing of, is what its flag says', async () => {
  const { slug } = book.tenant
  await service.database.run(sql`
    delete from tenant_vat_statuses s using tenants t where t.id = s.tenant_id and t.slug = ${slug}`)
  await service.database.run(sql`update tenants set is_vat_payer = false where slug = ${slug}`)
  await book.tenant.set({})
  expect((await book.invoice(lines)).totals).toEqual(untaxed)
})
