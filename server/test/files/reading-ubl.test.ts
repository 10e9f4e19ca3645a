/** Reading UBL 2.1: the invoices of Peppol, whichever extension they come with. */
import { describe, expect, test } from 'vitest'
import type { ReadInvoice, Reading } from '../../src/invoice-files/model.ts'
import { readInvoiceFile } from '../../src/invoice-files/read-file.ts'
import {
  bytesOf,
  manifest,
  money,
  tag,
  tags,
  type UblParts,
  ubl,
  ublCategory,
  ublLine,
  ublParty,
  ublSubtotal,
  uuid,
  zip,
} from '../support/invoice-files.ts'

const read = (parts: UblParts, name = 'a.xml'): Promise<Reading> =>
  readInvoiceFile({ name, bytes: bytesOf(ubl(parts)) })

async function invoice(parts: UblParts = {}): Promise<ReadInvoice> {
  const reading = await read(parts)
  if (!reading.ok) throw new Error(`${reading.reason}: ${reading.detail}`)
  return reading.invoice
}

const means = (account: string, code = '58') =>
  tag(
    'cac:PaymentMeans',
    tags({ 'cbc:PaymentMeansCode': code, 'cbc:PaymentID': '20260001' }) +
      tag('cac:PayeeFinancialAccount', tag('cbc:ID', account)),
  )

describe('an invoice', () => {
  test('as .xml, as .isdoc and in an archive', async () => {
    const archive = zip([manifest('r.xml'), { name: 'r.xml', content: ubl() }])
    for (const reading of [
      await read({}),
      await read({}, 'a.ISDOC'),
      await readInvoiceFile({ name: 'a.isdocx', bytes: archive }),
    ])
      expect(reading).toMatchObject({ ok: true, invoice: { format: 'ubl', number: 'R-1', payable: '119' } })
  })

  test('header, parties, payment', async () => {
    const header = { 'cbc:DueDate': '2026-12-01', 'cbc:TaxPointDate': '2026-10-30', 'cbc:Note': 'Danke' }
    const order = tag('cac:OrderReference', tag('cbc:ID', 'PO-7'))
    const read = await invoice({ header, more: order + means('DE89 3704 0044 0532 0130 00') })
    expect(read).toEqual({
      ...{
        format: 'ubl',
        number: 'R-1',
        uuid: read.uuid,
        formerUuid: read.formerUuid,
        issueDate: '2026-11-02',
        taxPointDate: '2026-10-30',
      },
      ...{ dueDate: '2026-12-01', currency: 'EUR', localCurrency: 'EUR', exchangeRate: null },
      ...{ variableSymbol: '20260001', constantSymbol: null, account: null, bankCode: null },
      iban: 'DE89370400440532013000',
      supplier: {
        ...{ name: 'Malz GmbH', ico: 'HRB4711', dic: 'DE123456789', street: 'Hauptstraße 1', city: 'Bamberg' },
        ...{ zip: '96047', countryCode: 'DE', email: 'malz@example.com', phone: '+49 951 1' },
      },
      recipient: { name: 'Pivovar', ico: 'HRB4711', dic: 'DE123456789' },
      lines: [{ description: 'Malt', amount: '100', vatRatePct: '19' }],
      ...{ vat: null, vatRates: null, payable: '119', notes: ['Danke', 'Order: PO-7'], remarks: [] },
    })
  })

  test('its own UUID, or always the same of supplier, number and date', async () => {
    expect((await invoice({ header: { 'cbc:UUID': uuid.toUpperCase() } })).uuid).toBe(uuid)
    const made = (await invoice()).uuid
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect((await invoice({ header: { 'cbc:UUID': 'R-1', 'cbc:Note': 'once more' } })).uuid).toBe(made)
    expect((await invoice({ header: { 'cbc:ID': 'R-2' } })).uuid).not.toBe(made)
    expect((await invoice({ header: { 'cbc:IssueDate': '2026-11-03' } })).uuid).not.toBe(made)
  })

  test('a Czech account with its bank code, and an IBAN that fails its check', async () => {
    const supplier = ublParty().replace('>DE<', '>CZ<')
    expect(await invoice({ supplier, more: means('19-2000145399/0800', '30') })).toMatchObject({
      ...{ account: '19-2000145399', bankCode: '0800', iban: 'CZ6508000000192000145399', remarks: [] },
    })
    expect((await invoice({ more: means('DE00370400440532013000') })).remarks).toHaveLength(1)
    expect(await invoice({ more: means('DE89370400440532013000', '10') })).toMatchObject({ iban: null })
  })

  test('a network address stands in for the VAT number, the trading name for the registered one', async () => {
    const supplier = ublParty()
      .replace(/<cac:PartyTaxScheme>.*<\/cac:PartyTaxScheme>/, '')
      .replace(/<cac:PartyLegalEntity>.*<\/cac:PartyLegalEntity>/, '')
    expect((await invoice({ supplier })).supplier).toMatchObject({ name: 'Malz', dic: 'CZ25097563', ico: null })
  })

  test('the VAT in another currency is not ours; the rate is the one stated', async () => {
    const tax =
      tag('cac:TaxTotal', money('TaxAmount', '484.5', 'CZK')) +
      tag('cac:TaxTotal', money('TaxAmount', '19') + ublSubtotal('100', '19', '19'))
    const exchange = { 'cbc:SourceCurrencyCode': 'EUR', 'cbc:CalculationRate': '25.5' }
    const parts = { header: { 'cbc:TaxCurrencyCode': 'CZK' }, tax, more: tag('cac:TaxExchangeRate', tags(exchange)) }
    expect(await invoice(parts)).toMatchObject({ localCurrency: 'CZK', exchangeRate: '25.5', vat: null, remarks: [] })
  })

  test('what cannot be kept as it is written is told', async () => {
    const exchange = {
      'cbc:SourceCurrencyCode': 'EUR',
      'cbc:CalculationRate': '0.0395023',
      'cbc:MathematicOperatorCode': 'divide',
    }
    const read = await invoice({
      header: { 'cbc:TaxCurrencyCode': 'CZK', 'cbc:DueDate': '1. 12. 2026', 'cbc:TaxPointDate': 'včera' },
      more: tag('cac:TaxExchangeRate', tags(exchange)),
    })
    expect(read).toMatchObject({ exchangeRate: '25.314982', dueDate: null, taxPointDate: null })
    expect(read.remarks).toEqual([
      'The tax point date is not a date: včera',
      'The due date is not a date: 1. 12. 2026',
      'The exchange rate was rounded to 25.314982.',
    ])
  })

  test('the PDF inside, when there is one', async () => {
    const attached = (content: string) =>
      tag(
        'cac:AdditionalDocumentReference',
        tag(
          'cac:Attachment',
          tag(
            'cbc:EmbeddedDocumentBinaryObject',
            Buffer.from(content).toString('base64'),
            'mimeCode="application/pdf" filename="..\\x/R-1.pdf"',
          ),
        ),
      )
    const pdf = attached('%PDF-1.7')
    expect(await read({ more: pdf })).toMatchObject({
      pdf: { name: 'R-1.pdf', bytes: new Uint8Array(Buffer.from('%PDF-1.7')) },
    })
    for (const more of [pdf + pdf, attached('GIF89a')]) {
      expect(await read({ more })).toMatchObject({ pdf: null, invoice: { remarks: [expect.any(String)] } })
    }
  })
})

describe('money', () => {
  test('allowances and charges of the whole are lines; what was prepaid is taken off', async () => {
    const allowance = (isCharge: boolean, amount: string, more = '') =>
      tag(
        'cac:AllowanceCharge',
        tag('cbc:ChargeIndicator', `${isCharge}`) + more + money('Amount', amount) + ublCategory('TaxCategory', '19'),
      )
    const read = await invoice({
      more: allowance(false, '10') + allowance(true, '5', tag('cbc:AllowanceChargeReason', 'Porto')),
      tax: tag('cac:TaxTotal', money('TaxAmount', '18.05') + ublSubtotal('95', '18.05', '19')),
      totals: { PrepaidAmount: '100', PayableRoundingAmount: '-0.05', PayableAmount: '13' },
    })
    expect(read.lines.map(line => [line.description, line.amount, line.vatRatePct])).toEqual([
      ['Malt', '100', '19'],
      ['Sleva', '-10', '19'],
      ['Porto', '5', '19'],
      ['Odečet zálohy', '-100', '0'],
      ['Zaokrouhleni', '-0.05', '0'],
    ])
    expect(read).toMatchObject({ vat: null, payable: '13', remarks: [] })
  })

  test.each([
    ['AE', '19'],
    ['K', '0'],
    ['O', undefined],
  ])('of category %s the supplier asks no VAT', async (code, pct) => {
    const read = await invoice({
      lines: ublLine('100', pct, { code }),
      tax: tag('cac:TaxTotal', money('TaxAmount', '0') + ublSubtotal('100', '0', pct, code)),
      totals: { PayableAmount: '100' },
    })
    expect(read).toMatchObject({ vat: null, remarks: [], lines: [{ amount: '100', vatRatePct: '0' }] })
  })

  test('a line is named by its item, its description, its note, or its place', async () => {
    const line = (item: string, note = '') =>
      ublLine('50', '19', { name: '' })
        .replace('<cbc:Name></cbc:Name>', item)
        .replace('<cac:Item>', `${note}<cac:Item>`)
    const read = await invoice({
      lines: line(tag('cbc:Description', 'Hops')) + line('', tag('cbc:Note', 'Yeast')) + line(''),
    })
    expect(read.lines.slice(0, 3).map(each => each.description)).toEqual(['Hops', 'Yeast', 'Polozka 3'])
  })
})

describe('refusals', () => {
  test.each<[string, string, UblParts]>([
    ['unsupported_document_type', 'a credit note', { root: 'CreditNote' }],
    ...['381', '386', '325', '389', '261', '1'].map(
      code =>
        ['unsupported_document_type', `type ${code}`, { header: { 'cbc:InvoiceTypeCode': code } }] as [
          string,
          string,
          UblParts,
        ],
    ),
    ['invalid_xml', 'no number', { header: { 'cbc:ID': undefined } }],
    ['invalid_xml', 'no issue date', { header: { 'cbc:IssueDate': 'today' } }],
    ['invalid_xml', 'no supplier', { supplier: '' }],
    ['invalid_xml', 'no amount', { lines: ublLine(undefined, '19') }],
    ['invalid_xml', 'a line in another currency', { lines: ublLine('1', '19', { currency: 'USD' }) }],
    ['no_lines', 'no lines', { lines: '' }],
    ['file_too_large', '5001 lines', { lines: ublLine('1', '19').repeat(5001) }],
    [
      'currency_not_supported',
      'an unknown currency',
      {
        header: { 'cbc:DocumentCurrencyCode': 'EUX' },
        tax: '',
        totals: {},
        lines: ublLine('1', '19', { currency: 'EUX' }),
      },
    ],
  ])('%s: %s', async (reason, _, parts) => {
    expect(await read(parts)).toMatchObject({ ok: false, reason })
  })

  test.each(['380', '383', '384', '751', undefined])('type %s is read', async code => {
    const reading = await read({ header: { 'cbc:InvoiceTypeCode': code } })
    expect(reading).toMatchObject({ ok: true, invoice: { remarks: code === '384' ? [expect.any(String)] : [] } })
  })
})
