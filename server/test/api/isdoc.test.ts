/** Invoices as ISDOC: valid against its schema, and the same sums as the record. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { decimal, money, sum } from '../../src/lib/decimal.ts'
import {
  company,
  iban,
  isdocSchemas,
  line,
  type PaperBook,
  paperBook,
  partsOf,
  schemaFaults,
  valuesOf,
} from '../support/papers.ts'
import { useService } from '../support/service.ts'
import { nobody } from '../support/stock.ts'

const service = useService()

let book: PaperBook
beforeAll(async () => {
  book = await paperBook(service)
  await book.apply({
    finance_accounts: [{ code: 'EUR', type: 'bank', name: 'Eurový účet', currency: 'EUR' }],
    finance_defaults: [{ payment_method: 'bank_transfer', currency: 'EUR', account: 'EUR' }],
  })
  await book.tenant.set({ rate_per_min: 100_000 })
})

describe('GET /invoices/{id}/isdoc', () => {
  test('200: an invoice in crowns', async () => {
    const { id, number } = await book.issuedInvoice(
      [line({ description: 'Sud & <víno> "x"', quantity: '2', unit_price: '100.5', discount_pct: '10' })],
      { issue_date: '2026-11-02', notes: 'Děkujeme.\nPřijďte zas.', customer_order_ref: 'PO-7' },
    )
    const reply = await book.api.get(`/invoices/${id}/isdoc`)
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="${number}.isdoc"`)
    const xml = reply.text
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<Invoice xmlns="http:\/\/isdoc.cz\/namespace\/2013" /,
    )
    expect(xml).toContain('version="6.0.2"')
    const one = (name: string) => valuesOf(xml, name)[0]
    expect([one('DocumentType'), one('ID'), one('UUID')]).toEqual(['1', number, id.toUpperCase()])
    expect([one('IssueDate'), one('TaxPointDate'), one('VATApplicable')]).toEqual(['2026-11-02', '2026-11-02', 'true'])
    expect([one('LocalCurrencyCode'), one('CurrRate'), one('RefCurrRate')]).toEqual(['CZK', '1', '1'])
    expect([one('Note'), one('ExternalOrderID')]).toEqual(['Děkujeme.\nPřijďte zas.', 'PO-7'])
    expect(xml).not.toContain('Curr>')
    const [supplier, customer] = partsOf(xml, 'Party') as [string, string]
    expect(valuesOf(supplier, 'Name')).toEqual([company.name, 'Česko'])
    expect([valuesOf(supplier, 'ID'), valuesOf(supplier, 'CompanyID')]).toEqual([[company.ico], [company.dic]])
    expect(valuesOf(supplier, 'Preformatted')).toEqual([company.register_note])
    expect(valuesOf(customer, 'StreetName')).toEqual(['Krátká 3'])
    const [only] = partsOf(xml, 'InvoiceLine') as [string]
    expect(valuesOf(only, 'Description')).toEqual(['Sud &amp; &lt;víno&gt; "x"'])
    expect(valuesOf(only, 'LineExtensionAmount')).toEqual(['180.90'])
    expect(valuesOf(only, 'LineExtensionAmountBeforeDiscount')).toEqual(['201.00'])
    expect(valuesOf(only, 'LineExtensionTaxAmount')).toEqual(['37.99'])
    expect(valuesOf(only, 'UnitPrice')).toEqual(['100.5'])
    expect(valuesOf(xml, 'PayableAmount')).toEqual(['218.89'])
    const [payment] = partsOf(xml, 'Payment') as [string]
    expect(valuesOf(payment, 'PaidAmount')).toEqual(['218.89'])
    expect(valuesOf(payment, 'PaymentMeansCode')).toEqual(['42'])
    expect(valuesOf(payment, 'PaymentDueDate')).toEqual(['2026-11-16'])
    expect([valuesOf(payment, 'ID'), valuesOf(payment, 'BankCode')]).toEqual([['19-2000145399'], ['0800']])
    expect([valuesOf(payment, 'IBAN'), valuesOf(payment, 'BIC')]).toEqual([[iban], ['GIBACZPX']])
    expect(valuesOf(payment, 'VariableSymbol')).toEqual([number.replace(/\D/g, '')])
  })

  test('200: a foreign currency: every amount has its twin', async () => {
    const { id } = await book.issuedInvoice([line({ quantity: '1', unit_price: '1000' })], {
      currency: 'EUR',
      exchange_rate: '25.315',
    })
    const xml = (await book.api.get(`/invoices/${id}/isdoc`)).text
    expect([valuesOf(xml, 'ForeignCurrencyCode'), valuesOf(xml, 'CurrRate')]).toEqual([['EUR'], ['25.315']])
    expect([valuesOf(xml, 'PayableAmount'), valuesOf(xml, 'PayableAmountCurr')]).toEqual([['30631.15'], ['1210.00']])
    expect([valuesOf(xml, 'TaxableAmount'), valuesOf(xml, 'TaxableAmountCurr')]).toEqual([['25315.00'], ['1000.00']])
    expect(valuesOf(xml, 'UnitPrice')).toEqual(['25315'])
    expect(valuesOf(xml, 'PaidAmount')).toEqual(['30631.15'])
    const totals = partsOf(xml, 'TaxTotal').concat(partsOf(xml, 'LegalMonetaryTotal')).join('')
    const names = [...totals.matchAll(/<(\w*Amount)(Curr)?>/g)].map(([, name, curr]) => [name, curr === undefined])
    const inCrowns = names.filter(([, isHome]) => isHome).map(([name]) => name)
    expect(names.filter(([, isHome]) => !isHome).map(([name]) => name)).toEqual(inCrowns)
    if (isdocSchemas) expect(await schemaFaults([xml])).toEqual([])
  })

  test('200: a credit note is of type 2, positive, and names its original', async () => {
    const original = await book.issuedInvoice([line({ quantity: '3' })])
    const [sold] = original.lines as [{ id: string }]
    const lines = [{ line_id: sold.id, quantity: '1' }]
    const { body: credit } = await book.api.post(`/invoices/${original.id}/actions/credit`, {
      reason: 'Reklamace',
      lines,
    })
    const { number } = (await book.act(`/invoices/${credit.id}`, 'issue')).body
    const xml = (await book.api.get(`/invoices/${credit.id}/isdoc`)).text
    expect([valuesOf(xml, 'DocumentType'), valuesOf(xml, 'ID')[0]]).toEqual([['2'], number])
    const [reference] = partsOf(xml, 'OriginalDocumentReferences') as [string]
    expect(valuesOf(reference, 'ID')).toEqual([original.number])
    expect(valuesOf(reference, 'UUID')).toEqual([original.id.toUpperCase()])
    expect(valuesOf(xml, 'InvoicedQuantity')).toEqual(['1'])
    expect(valuesOf(xml, 'PayableAmount')).toEqual(['121.00'])
    expect(xml).not.toMatch(/>-\d/)
    expect(xml).not.toContain('PaymentMeans')
    if (isdocSchemas) expect(await schemaFaults([xml])).toEqual([])
  })

  test('200: one that was cancelled after it got its number says so in the note', async () => {
    const { id } = await book.issuedInvoice([line()])
    await book.act(`/invoices/${id}`, 'cancel')
    const reply = await book.api.get(`/invoices/${id}/isdoc`)
    expect(valuesOf(reply.text, 'Note')).toEqual(['STORNO'])
  })

  test('409 invalid_transition: a draft, and one cancelled as a draft; 404 not_found', async () => {
    const { id } = await book.draft([line()])
    const refused = await book.api.get(`/invoices/${id}/isdoc`)
    expect(refused.body).toMatchObject({ code: 'invalid_transition', status: 409 })
    expect(refused.body.allowed_actions).toContain('issue')
    await book.act(`/invoices/${id}`, 'cancel')
    expect((await book.api.get(`/invoices/${id}/isdoc`)).body).toMatchObject({ status: 409, allowed_actions: [] })
    expect((await book.api.get(`/invoices/${nobody}/isdoc`)).body.code).toBe('not_found')
  })
})

const randomLine = fc
  .record(
    {
      reason: fc.constantFrom(null, 'exempt', 'intra_eu', 'export', 'reverse_charge'),
      description: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
        .filter(text => !text.includes('\u0000')),
      quantity: fc.integer({ min: 1, max: 500_000 }).map(thousandths => String(thousandths / 1_000)),
      unit_price: fc.integer({ min: 0, max: 50_000_000 }).map(parts => String(parts / 10_000)),
      vat_rate_pct: fc.constantFrom('21', '12', '0', '15.5'),
      discount_pct: fc.constantFrom('0', '7.5', '33.3333', '100'),
    },
    { requiredKeys: ['description', 'quantity', 'unit_price', 'vat_rate_pct'] },
  )
  .map(({ reason = null, ...sold }) => (sold.vat_rate_pct === '0' ? { ...sold, vat_exemption: reason } : sold))

const randomInvoice = fc.record({
  lines: fc.array(randomLine, { minLength: 1, maxLength: 12 }),
  head: fc.oneof(
    fc.constant({}),
    fc.record({
      currency: fc.constant('EUR'),
      exchange_rate: fc.integer({ min: 1, max: 40_000_000 }).map(parts => String(parts / 1_000_000)),
    }),
  ),
  isCredited: fc.boolean(),
})

describe('random invoices', () => {
  const written: string[] = []

  test('their ISDOC adds up: lines to rates, rates to totals, totals to the invoice', async () => {
    await fc.assert(
      fc.asyncProperty(randomInvoice, async ({ lines, head, isCredited }) => {
        let { id } = await book.issuedInvoice(lines, head)
        if (isCredited) {
          id = (await book.api.post(`/invoices/${id}/actions/credit`, { reason: 'Reklamace' })).body.id
          await book.act(`/invoices/${id}`, 'issue')
        }
        const { totals } = (await book.api.get(`/invoices/${id}`)).body
        const { text } = await book.api.get(`/invoices/${id}/isdoc`)
        written.push(text)
        const curr = 'currency' in head ? 'Curr' : ''
        const shown = (name: string) => valuesOf(partsOf(text, 'LegalMonetaryTotal')[0]!, name)[0]
        const positive = (amount: string) => money(decimal(amount).abs())
        expect(shown(`TaxExclusiveAmount${curr}`)).toBe(positive(totals.excl_vat))
        expect(shown(`TaxInclusiveAmount${curr}`)).toBe(positive(totals.incl_vat))
        expect(shown(`PayableAmount${curr}`)).toBe(positive(totals.incl_vat))
        expectSums(text, '')
        if (curr) expectSums(text, curr)
      }),
      { numRuns: 30 },
    )
  })

  /** In the currency of the twins or in crowns. */
  function expectSums(xml: string, curr: string): void {
    const total = (parts: string[]) => money(sum(parts.map(part => decimal(part))))
    const [lines, whole, taxes] = ['InvoiceLines', 'LegalMonetaryTotal', 'TaxTotal'].map(name => partsOf(xml, name)[0]!)
    const exclusive = valuesOf(whole!, `TaxExclusiveAmount${curr}`)[0]
    const inclusive = valuesOf(whole!, `TaxInclusiveAmount${curr}`)[0]
    expect(total(valuesOf(lines!, `LineExtensionAmount${curr}`))).toBe(exclusive)
    expect(total(valuesOf(lines!, `LineExtensionAmountTaxInclusive${curr}`))).toBe(inclusive)
    const rates = partsOf(taxes!, 'TaxSubTotal')
    const ofRates = (name: string) => total(rates.flatMap(rate => valuesOf(rate, `${name}${curr}`)))
    expect(ofRates('TaxableAmount')).toBe(exclusive)
    expect(ofRates('TaxInclusiveAmount')).toBe(inclusive)
    expect(ofRates('DifferenceTaxInclusiveAmount')).toBe(inclusive)
    expect(ofRates('TaxAmount')).toBe(valuesOf(taxes!, `TaxAmount${curr}`).at(-1))
    expect(money(decimal(exclusive!).plus(ofRates('TaxAmount')))).toBe(inclusive)
  }

  test.skipIf(!isdocSchemas)('all of it is valid by the schema of the standard', async () => {
    expect(written.length).toBeGreaterThanOrEqual(30)
    expect(await schemaFaults(written)).toEqual([])
  })

  test.skipIf(!isdocSchemas)('the schema finds faults where there are some', async () => {
    const broken = written[0]!.replace('<DocumentType>', '<DocumentType>9')
    expect(await schemaFaults([broken])).not.toEqual([])
  })
})
