/** Reading ISDOC: every rule of the mapping, in every encoding, and the reason for every refusal. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { ReadInvoice, Reading } from '../../src/invoice-files/model.ts'
import { readInvoiceFile } from '../../src/invoice-files/read-file.ts'
import {
  bankPayment,
  bytesOf,
  type IsdocParts,
  isdoc,
  isdocLine,
  isdocParty,
  oldIsdocNamespace,
  tag,
  tags,
  uuid,
} from '../support/invoice-files.ts'

const read = (parts: IsdocParts | string, name = 'a.isdoc'): Promise<Reading> =>
  readInvoiceFile({ name, bytes: bytesOf(typeof parts === 'string' ? parts : isdoc(parts)) })

async function invoice(parts: IsdocParts | string = {}): Promise<ReadInvoice> {
  const reading = await read(parts)
  if (!reading.ok) throw new Error(`${reading.reason}: ${reading.detail}`)
  return reading.invoice
}

async function refused(parts: IsdocParts | string, name?: string): Promise<string> {
  const reading = await read(parts, name)
  expect(reading).toMatchObject({ ok: false, detail: expect.stringMatching(/^[A-Z].*\S$/s) })
  return reading.ok ? 'ok' : reading.reason
}

describe('the header', () => {
  test('identity, dates, parties', async () => {
    const read = await invoice({
      header: { ID: ' FV-1 ', IssueDate: '2026-11-02+02:00', TaxPointDate: '2026-10-31Z' },
      supplier: isdocParty({ more: tag('Contact', tags({ Telephone: '1 2', ElectronicMail: 'a@b.cz' })) }),
    })
    expect(read).toMatchObject({ format: 'isdoc', uuid, number: 'FV-1', issueDate: '2026-11-02' })
    expect(read).toMatchObject({ taxPointDate: '2026-10-31', dueDate: null, remarks: [], vat: null, payable: '121' })
    expect(read.supplier).toEqual({
      ...{ name: 'Chmel a.s.', ico: '25097563', dic: 'CZ25097563', street: 'Dlouhá 7', city: 'Žatec', zip: '438 01' },
      ...{ countryCode: 'CZ', email: 'a@b.cz', phone: '1 2' },
    })
    expect(read.recipient).toEqual({ name: 'Pivovar', ico: '02611309', dic: 'CZ02611309' })
    expect(read.lines).toEqual([{ description: 'Chmel', amount: '100', vatRatePct: '21' }])
  })

  test('an empty or malformed optional date is none, and the malformed one is remarked', async () => {
    expect(await invoice({ header: { TaxPointDate: '' } })).toMatchObject({ taxPointDate: null, remarks: [] })
    const odd = await invoice({ header: { TaxPointDate: '31.10.2026' } })
    expect(odd).toMatchObject({ taxPointDate: null, remarks: ['The tax point date is not a date: 31.10.2026'] })
  })

  test.each([
    ['with spaces', { ico: ' 8765 4326' }, { ico: '87654326' }],
    ['without leading zeros', { ico: '2611309' }, { ico: '02611309' }],
    ['of another country', { ico: '4711', country: 'DE', dic: 'DE1' }, { ico: '4711', countryCode: 'DE' }],
    ['empty', { ico: '', dic: '', country: '' }, { ico: null, dic: null, countryCode: null }],
    ['a tab before the DIC', { dic: '\tcz 02745976' }, { dic: 'CZ02745976' }],
    ['the number in the street already', { street: 'Dlouhá 7' }, { street: 'Dlouhá 7' }],
    ['only a number that looks alike', { street: 'Dlouhá 17' }, { street: 'Dlouhá 17 7' }],
    ['no number', { building: '' }, { street: 'Dlouhá' }],
    [
      'texts over their limits',
      { name: 'a'.repeat(300), zip: '1'.repeat(30) },
      { name: 'a'.repeat(200), zip: '1'.repeat(20) },
    ],
    ['an address no mail can reach', { more: tag('Contact', tag('ElectronicMail', 'call me')) }, { email: null }],
  ])('a supplier %s', async (_, parts, expected) => {
    expect((await invoice({ supplier: isdocParty(parts) })).supplier).toMatchObject(expected)
  })

  test('the number for VAT comes before the other one of a Slovak supplier, and never that of the seller', async () => {
    const scheme = (id: string, kind: string) => tag('PartyTaxScheme', tags({ CompanyID: id, TaxScheme: kind }))
    const supplier = isdocParty({ dic: '', more: scheme('2020', 'TIN') + scheme('SK2020', 'VAT') })
    const more = tag('SellerSupplierParty', isdocParty({ name: 'Shop' }))
    expect((await invoice({ supplier, more })).supplier).toMatchObject({ dic: 'SK2020', name: 'Chmel a.s.' })
  })

  test('notes, the issuing system and orders', async () => {
    const order = tag('OrderReference', tags({ SalesOrderID: 'OP-1', ExternalOrderID: 'OV-1' }))
    const more = tag('OrderReferences', order + tag('OrderReference', tag('SalesOrderID', 'OP-2')))
    const read = await invoice({ header: { Note: 'Děkujeme', IssuingSystem: 'POHODA' }, more })
    expect(read.notes).toEqual(['Děkujeme', 'Issuing system: POHODA', 'Order: OV-1', 'Order: OP-2'])
  })
})

describe('payment', () => {
  const bank = {
    PaymentDueDate: '2026-12-01',
    ID: '19-2000145399',
    BankCode: '0800',
    IBAN: '',
    VariableSymbol: ' 20260001 ',
  }

  test('the first by bank, the earliest due date, an IBAN made of the account', async () => {
    const payments =
      bankPayment({ DocumentID: 'x', VariableSymbol: 'cash' }, '10') +
      bankPayment({ ...bank, ConstantSymbol: '0308' }) +
      bankPayment({ ...bank, PaymentDueDate: '2026-11-20', VariableSymbol: 'second' }, '31')
    expect(await invoice({ payments })).toMatchObject({
      ...{ dueDate: '2026-11-20', variableSymbol: '20260001', constantSymbol: '0308' },
      ...{ account: '19-2000145399', bankCode: '0800', iban: 'CZ6508000000192000145399' },
    })
  })

  test('an IBAN as written; one that fails its check is left out and remarked', async () => {
    const written = bankPayment({ ...bank, IBAN: 'cz65 0800 0000 1920 0014 5399' })
    expect(await invoice({ payments: written })).toMatchObject({ iban: 'CZ6508000000192000145399', remarks: [] })
    const wrong = await invoice({ payments: bankPayment({ ...bank, IBAN: 'CZ12345678901234567890' }) })
    expect(wrong.iban).toBeNull()
    expect(wrong.remarks).toHaveLength(1)
  })

  test('a symbol that is too long is cut and remarked', async () => {
    const long = await invoice({ payments: bankPayment({ ...bank, VariableSymbol: '1'.repeat(41) }) })
    expect(long).toMatchObject({
      variableSymbol: '1'.repeat(40),
      remarks: ['The variable symbol is longer than 40 characters and was cut.'],
    })
  })

  test('none by bank, or an account that is none', async () => {
    const none = { variableSymbol: null, account: null, iban: null }
    expect(await invoice({ payments: bankPayment(bank, '10') })).toMatchObject({ ...none, dueDate: '2026-12-01' })
    const zeros = await invoice({ payments: bankPayment({ ...bank, ID: '000000000000' }) })
    expect(zeros).toMatchObject({ account: '000000000000', iban: null })
  })
})

describe('lines', () => {
  const rateOf = async (parts: IsdocParts) => (await invoice(parts)).lines[0]!.vatRatePct

  test('a description from the item, the note, the VAT note, or none', async () => {
    const texts = [
      { description: 'Item', more: tags({ Note: 'Note', VATNote: 'VAT' }) },
      { description: '', more: tags({ Note: 'Note', VATNote: 'VAT' }) },
      { more: tags({ VATNote: '<![CDATA[VAT & co]]>' }) },
      {},
      { description: 'a'.repeat(600) },
    ]
    const lines = texts.map(each => ({ amount: '20', vat: '4.2', pct: '21.0', ...each }))
    const read = await invoice({ lines })
    expect(read.lines.map(line => line.description)).toEqual(['Item', 'Note', 'VAT & co', 'Polozka 4', 'a'.repeat(500)])
    expect(new Set(read.lines.map(line => line.vatRatePct))).toEqual(new Set(['21']))
  })

  test.each([
    ['the document outside VAT, no tax', { VATApplicable: 'false' }, { vat: '0' }, '0'],
    ['the document outside VAT, yet taxed', { VATApplicable: 'false' }, { vat: '21' }, '21'],
    ['the line outside VAT, no tax', {}, { vat: '0', category: tag('VATApplicable', '0') }, '0'],
    ['the line outside VAT, yet taxed', {}, { vat: '21', category: tag('VATApplicable', 'false') }, '21'],
    ['no tax, but inside VAT', {}, { vat: '0' }, '21'],
    [
      'reverse charge',
      {},
      { vat: '0', category: tag('LocalReverseCharge', '<LocalReverseChargeCode>4</LocalReverseChargeCode>') },
      '0',
    ],
  ])('the rate: %s', async (_, header, line, expected) => {
    expect(await rateOf({ header, lines: [{ amount: '100', pct: '21', ...line }] })).toBe(expected)
  })

  test.each([
    ['+1', '1'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1.005', '1.01'],
    ['-1.005', '-1.01'],
    ['007.10', '7.1'],
    ['99999999999999', '99999999999999'],
  ])('the amount %s is %s', async (amount, expected) => {
    const parts = { lines: [{ amount, pct: '0' }], rates: [], vat: {}, totals: {} }
    expect((await invoice(parts)).lines[0]!.amount).toBe(expected)
  })

  test('texts of zero are dropped, unless there is nothing else', async () => {
    const zero = { amount: '0.00', pct: '0', description: 'Fakturace zboží' }
    const sold = { amount: '100', vat: '21', pct: '21', description: 'Chmel' }
    expect((await invoice({ lines: [zero, sold, zero] })).lines.map(line => line.description)).toEqual(['Chmel'])
    const parts = { lines: [zero], rates: [], vat: { TaxAmount: '0' }, totals: { PayableAmount: '0' } }
    expect((await invoice(parts)).lines).toEqual([{ description: 'Fakturace zboží', amount: '0', vatRatePct: '0' }])
  })
})

describe('foreign currency', () => {
  const forints: IsdocParts = {
    header: { ForeignCurrencyCode: 'HUF', CurrRate: '6.45', RefCurrRate: '100' },
    rates: [{ pct: '21', amounts: { TaxableAmountCurr: '10000', TaxAmountCurr: '2100' } }],
    vat: { TaxAmountCurr: '2100' },
    totals: { PayableAmountCurr: '12100' },
  }

  test('the rate is for one unit, and the twins count', async () => {
    const lines = [{ amount: '645', curr: '10000', vat: '135.45', pct: '21' }]
    expect(await invoice({ ...forints, lines })).toMatchObject({
      ...{ currency: 'HUF', localCurrency: 'CZK', exchangeRate: '0.0645', payable: '12100', vat: null, remarks: [] },
      lines: [{ amount: '10000', vatRatePct: '21' }],
    })
  })

  test('a missing twin is converted and remarked', async () => {
    const read = await invoice({ ...forints, lines: [{ amount: '645', vat: '135.45', pct: '21' }] })
    expect(read.lines[0]!.amount).toBe('10000')
    expect(read.remarks).toEqual(['1 amounts were missing in HUF and were converted by the exchange rate.'])
  })

  test('the rate has six decimals; a foreign code equal to the local one is none', async () => {
    const header = { ForeignCurrencyCode: 'EUR', CurrRate: '1', RefCurrRate: '3' }
    const lines = [{ amount: '33.33', curr: '100', vat: '7', pct: '21' }]
    expect(await invoice({ ...forints, header, lines })).toMatchObject({ currency: 'EUR', exchangeRate: '0.333333' })
    const same = await invoice({ header: { ForeignCurrencyCode: 'CZK', CurrRate: '1' } })
    expect(same).toMatchObject({ currency: 'CZK', exchangeRate: null })
    const euros = await invoice({ header: { LocalCurrencyCode: 'EUR' } })
    expect(euros).toMatchObject({ currency: 'EUR', localCurrency: 'EUR', exchangeRate: null })
  })
})

describe('how it is written', () => {
  const latin = (text: string) => text.replace('utf-8', 'windows-1250')
  const single: Record<string, number> = { ť: 0x9d, Ž: 0x8e, á: 0xe1, č: 0xe8 }
  const windows = (text: string) =>
    Uint8Array.from([...text], character => single[character] ?? character.charCodeAt(0))
  const iso = (text: string) =>
    Uint8Array.from(
      [...text],
      character => ({ Ž: 0xae, ť: 0xbb })[character] ?? single[character] ?? character.charCodeAt(0),
    )
  const wide = (text: string, isBig: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    return new Uint8Array(isBig ? bytes.swap16() : bytes)
  }
  const text = isdoc({ header: { Note: 'Žluťá čára' } })
  const plain = text.replace(/<Note>.*<\/Note>|á|Ž|č|ť/g, '')

  test.each<[string, Uint8Array]>([
    ['UTF-8', bytesOf(text)],
    ['UTF-8 with a mark', bytesOf(`\ufeff${text}`)],
    ['UTF-8 without a declaration', bytesOf(text.replace(/^.*\n/, ''))],
    ['UTF-8 that calls itself UTF-16', bytesOf(text.replace('utf-8', 'utf-16'))],
    ['UTF-8 with a mark that calls itself windows-1250', bytesOf(`\ufeff${latin(text)}`)],
    ['windows-1250', windows(latin(text))],
    ['iso-8859-2', iso(text.replace('utf-8', 'ISO-8859-2'))],
    ['UTF-16 LE', wide(text.replace('utf-8', 'utf-16'), false)],
    ['UTF-16 BE', wide(text.replace('utf-8', 'utf-16'), true)],
    ['UTF-16 without a mark', wide(text, false).subarray(2)],
  ])('in %s', async (_, bytes) => {
    const reading = await readInvoiceFile({ name: 'A.ISDOC', bytes })
    expect(reading).toMatchObject({ ok: true, invoice: { notes: ['Žluťá čára'] } })
  })

  test('in US-ASCII, which has no other bytes', async () => {
    const ascii = bytesOf(plain.replace('utf-8', 'us-ascii'))
    expect(await readInvoiceFile({ name: 'a.isdoc', bytes: ascii })).toMatchObject({ ok: true })
    const bytes = windows(text.replace('utf-8', 'us-ascii'))
    expect(await readInvoiceFile({ name: 'a.isdoc', bytes })).toMatchObject({ ok: false, reason: 'invalid_xml' })
  })

  test('with prefixes, in the namespace of 5.x, with foreign elements between', async () => {
    const prefixed = isdoc()
      .replace(/<(\/?)(?=[A-Z])/g, '<$1i:')
      .replace('xmlns=', 'xmlns:i=')
    expect(await invoice(prefixed)).toMatchObject({ number: 'FV-1', payable: '121' })
    expect(await invoice({ namespace: oldIsdocNamespace })).toMatchObject({ number: 'FV-1', payable: '121' })
    const header = { Extensions: '<x:ID xmlns:x="urn:x"><ID>no</ID></x:ID>' }
    expect(await invoice({ header, more: '<ID xmlns="urn:evil">no</ID>' })).toMatchObject({ number: 'FV-1' })
  })
})

describe('refusals', () => {
  test.each<[string, string, IsdocParts | string, string?]>([
    ['unsupported_format', 'another extension', isdoc(), 'a.pdf'],
    ['unsupported_format', 'no extension', isdoc(), 'isdoc'],
    ['no_invoice_in_archive', 'no archive', isdoc(), 'a.isdocx'],
    ['invalid_xml', 'nothing', ''],
    ['invalid_xml', 'a PDF', '%PDF-1.7\n%\u00e2\u00e3'],
    ['invalid_xml', 'an unknown encoding', isdoc().replace('utf-8', 'koi8-r')],
    ['invalid_xml', 'not well-formed', isdoc().replace('</Invoice>', '</Invoices>')],
    ['invalid_xml', 'two roots', `${isdoc()}<Invoice/>`],
    ['invalid_xml', 'an unknown entity', isdoc({ header: { Note: '&nbsp;' } })],
    ['invalid_xml', 'the name of a method as an entity', isdoc({ header: { Note: '&toString;' } })],
    ['invalid_xml', 'no namespace', { namespace: '' }],
    ['invalid_xml', 'another namespace', { namespace: 'urn:evil' }],
    ['invalid_xml', 'another root', { root: 'Order' }],
    ['invalid_xml', 'an envelope around it', `<e xmlns="urn:x">${isdoc({ declaration: '' })}</e>`],
    ['invalid_xml', 'no number', { header: { ID: ' ' } }],
    ['invalid_xml', 'no UUID', { header: { UUID: undefined } }],
    ['invalid_xml', 'a UUID that is none', { header: { UUID: 'FV-1' } }],
    ['invalid_xml', 'a UUID of zeros', { header: { UUID: '00000000-0000-0000-0000-000000000000' } }],
    ['invalid_xml', 'no issue date', { header: { IssueDate: '' } }],
    ['invalid_xml', 'a day that never was', { header: { IssueDate: '2026-02-30' } }],
    ['invalid_xml', 'no supplier name', { supplier: isdocParty({ name: ' ' }) }],
    ['invalid_xml', 'no amount', { lines: [{ pct: '21' }] }],
    ['invalid_xml', 'an amount with an exponent', { lines: [{ amount: '1e3', pct: '21' }] }],
    ['invalid_xml', 'an amount with a comma', { totals: { PayableAmount: '1,5' } }],
    ['invalid_xml', 'an endless amount', { lines: [{ amount: '9'.repeat(41), pct: '21' }] }],
    ['invalid_xml', 'an amount beyond all prices', { lines: [{ amount: '100000000000000', pct: '21' }] }],
    ['invalid_xml', 'a rate over 100', { lines: [{ amount: '1', pct: '100.01' }] }],
    ['invalid_xml', 'a rate of three decimals', { lines: [{ amount: '1', pct: '21.001' }] }],
    ['invalid_xml', 'a tax without a rate', { lines: [{ amount: '1', vat: '1' }] }],
    ['invalid_xml', 'an exchange rate of zero', { header: { ForeignCurrencyCode: 'EUR', CurrRate: '0' } }],
    ['unsupported_document_type', 'a CommonDocument', { root: 'CommonDocument' }],
    ...['2', '4', '5', '6', '8', ''].map(
      type =>
        ['unsupported_document_type', `type ${type}`, { header: { DocumentType: type } }] as [
          string,
          string,
          IsdocParts,
        ],
    ),
    ['no_lines', 'no lines', { lines: [] }],
    ['currency_not_supported', 'an unknown currency', { header: { LocalCurrencyCode: 'KCS' } }],
    ['currency_not_supported', 'no currency', { header: { LocalCurrencyCode: '' } }],
    ['file_too_large', '5001 lines', { lines: isdocLine({ amount: '1', pct: '0' }).repeat(5001) }],
  ])('%s: %s', async (reason, _, parts, name) => {
    expect(await refused(parts, name)).toBe(reason)
  })

  test.each([
    ['invalid_xml', { DocumentType: '2', UUID: '' }, undefined],
    ['unsupported_document_type', { DocumentType: '2' }, []],
    ['no_lines', { LocalCurrencyCode: 'XXY' }, []],
  ])('%s comes before what would be refused later', async (reason, header, lines) => {
    expect(await refused({ header, ...(lines && { lines }) })).toBe(reason)
  })

  test.each(['1', '3', '7'])('type %s is read', async type => {
    expect(await read({ header: { DocumentType: type } }, 'a.XML')).toMatchObject({ ok: true })
  })
})

const samples = fileURLToPath(new URL('../../../../shared/isdoc', import.meta.url))
const known = (() => {
  try {
    return JSON.parse(readFileSync(path.join(samples, 'expected.json'), 'utf8')) as Record<string, Sample>
  } catch {
    return undefined
  }
})()

interface Sample {
  [name: string]: unknown
  supplier: { name: string; ico: string }
  lines: { amount: string; vat_rate_pct: string }[]
  totals_local: { payable: string }
  totals_foreign: { payable: string } | null
}

describe('files made by others', () => {
  const refusals: Record<string, string> = {
    '09': 'invalid_xml',
    11: 'unsupported_document_type',
    19: 'unsupported_document_type',
  }

  // The samples lie beside the project, where there are any.
  test('are read as their makers say', async () => {
    for (const name of Object.keys(known ?? {})) await expectSample(name)
  })

  async function expectSample(name: string): Promise<void> {
    const expected = known![name]!
    const reading = await readInvoiceFile({ name, bytes: new Uint8Array(readFileSync(path.join(samples, name))) })
    const reason = refusals[name.slice(0, 2)]
    if (reason !== undefined || !reading.ok) {
      expect(reading, name).toMatchObject({ ok: false, reason })
      return
    }
    expect(reading.invoice).toMatchObject({
      ...{ number: expected.number, uuid: expected.uuid, issueDate: expected.issue_date },
      ...{ taxPointDate: expected.tax_point_date, currency: expected.foreign_currency ?? expected.local_currency },
      supplier: { name: expected.supplier.name, ico: expected.supplier.ico },
    })
    const priced = expected.lines.map(line => Number(line.amount)).filter(amount => amount !== 0)
    expect(reading.invoice.lines.slice(0, priced.length).map(line => Number(line.amount))).toEqual(priced)
    expect(Number(reading.invoice.payable)).toBe(Number((expected.totals_foreign ?? expected.totals_local).payable))
    expect(reading.pdf?.name).toBe(name.startsWith('05') ? 'Dodany nahled FV.pdf' : undefined)
  }
})
