/** What papers say of money beside goods and VAT: reasons for none, cash and cards, packaging, credit notes. */
import { beforeAll, describe, expect, test } from 'vitest'
import { invoicePaper } from '../../src/domains/sales/papers/invoice-paper.ts'
import { newAccount } from '../support/account.ts'
import { upload } from '../support/files.ts'
import {
  iban,
  isdocSchemas,
  line,
  type PaperBook,
  paperBook,
  partsOf,
  readPdf,
  schemaFaults,
  valuesOf,
  wordsOf,
} from '../support/papers.ts'
import { useService } from '../support/service.ts'

const service = useService()

let book: PaperBook
let pub: string
let beer: string
/** Kegs at 1 000 CZK, crates at 160. */
let kegs: string
let crates: string
beforeAll(async () => {
  book = await paperBook(service)
  await book.tenant.set({ rate_per_min: 100_000 })
  pub = await book.partner({ name: 'Hospoda' })
  beer = await book.item({ name: 'Ležák', unit: { unit_code: 'pcs' }, sale_price: '100' })
  const packaging = async (name: string) => {
    const id = await book.item({ name, unit: { unit_code: 'pcs' }, item_type: 'packaging' })
    return (await book.api.get(`/items/${id}`)).body.code
  }
  const [keg, crate] = [await packaging('Prázdný sud'), await packaging('Prázdná přepravka')]
  await book.apply({
    deposits: [
      { code: 'KEG', name: 'Sud 50 l', packaging_item: keg, amount: '1000' },
      { code: 'CRATE', name: 'Přepravka', packaging_item: crate, amount: '160' },
    ],
  })
  const { data } = (await book.api.get('/deposits')).body
  kegs = data.find(({ code }: { code: string }) => code === 'KEG').id
  crates = data.find(({ code }: { code: string }) => code === 'CRATE').id
})

/** An issued invoice of an order: only orders say how they are paid. */
async function invoiceOfOrder(payment_method: string, lines: object[] = [{}]): Promise<string> {
  const ordered = lines.map(rest => ({ item_id: beer, quantity: '1', unit: { unit_code: 'pcs' }, ...rest }))
  const order = await book.api.post('/orders', { partner_id: pub, payment_method, lines: ordered })
  expect(order.status, order.text).toBe(201)
  await book.act(`/orders/${order.body.id}`, 'confirm')
  const { created } = (await book.act(`/orders/${order.body.id}`, 'create_invoice')).body
  await book.act(`/invoices/${created.id}`, 'issue')
  return created.id
}

async function creditOf(id: string, body: object = {}): Promise<string> {
  const reply = await book.api.post(`/invoices/${id}/actions/credit`, { reason: 'Vrácené zboží', ...body })
  expect(reply.status, reply.text).toBe(200)
  await book.act(`/invoices/${reply.body.id}`, 'issue')
  return reply.body.id
}

const paperOf = async (id: string, language: 'cs' | 'en' = 'cs') => invoicePaper(await book.facts(id), language)

/** The ISDOC of an invoice, valid where the schema is at hand. */
async function isdocOf(id: string): Promise<string> {
  const { text } = await book.api.get(`/invoices/${id}/isdoc`)
  if (isdocSchemas) expect(await schemaFaults([text])).toEqual([])
  return text
}

const totalsOf = ({ totals }: Awaited<ReturnType<typeof paperOf>>) =>
  totals.map(({ label, value }) => wordsOf([label, value]).join(' '))

describe('why there is no VAT', () => {
  const free = (vat_exemption: string | null, unit_price = '100') =>
    line({ vat_rate_pct: '0', vat_exemption, unit_price })
  let id: string
  beforeAll(async () => {
    const lines = [
      line(),
      free('intra_eu'),
      free('exempt', '7'),
      free('intra_eu', '50'),
      free(null, '1'),
      free('export'),
    ]
    id = (await book.issuedInvoice([...lines, free('reverse_charge', '3')])).id
  })

  test('each reason has a mark on its lines, a sentence under them and a row of the recapitulation', async () => {
    const paper = await paperOf(id)
    expect(paper.lines.rows.map(row => row[3])).toEqual(['21', '0¹', '0²', '0¹', '0', '0³', '0⁴'])
    expect(wordsOf(paper.remarks)).toEqual([
      '¹ Dodání do jiného členského státu EU (§ 64 ZDPH).',
      '² Osvobozeno od daně.',
      '³ Vývoz (§ 66 ZDPH).',
      '⁴ Daň odvede zákazník.',
    ])
    expect(paper.recapitulation!.table.rows.map(row => wordsOf(row).slice(0, 2))).toEqual([
      ['21 %', '200,00'],
      ['0 %¹', '300,00'],
      ['0 %²', '14,00'],
      ['0 %', '2,00'],
      ['0 %³', '200,00'],
      ['0 %⁴', '6,00'],
    ])
    const english = (await paperOf(id, 'en')).remarks
    expect(english[1]).toBe('² Exempt from VAT.')
    expect(english[3]).toBe('⁴ Reverse charge: VAT is to be paid by the customer.')
    expect(readPdf((await book.api.get(`/invoices/${id}/pdf`)).bytes).pages).toBe(1)
  })

  test('ISDOC: a note on the line, reverse charge by its own elements, and a sum of each', async () => {
    const xml = await isdocOf(id)
    const lines = partsOf(xml, 'InvoiceLine')
    expect(lines.map(part => valuesOf(part, 'VATNote')[0])).toEqual([
      undefined,
      'Dodání do jiného členského státu EU (§\u00a064 ZDPH).',
      'Osvobozeno od daně.',
      'Dodání do jiného členského státu EU (§\u00a064 ZDPH).',
      undefined,
      'Vývoz (§\u00a066 ZDPH).',
      'Daň odvede zákazník.',
    ])
    expect(lines.map(part => part.includes('<LocalReverseCharge>'))).toEqual([...Array(6).fill(false), true])
    const parts = partsOf(xml, 'TaxSubTotal')
    expect(parts.map(part => valuesOf(part, 'TaxableAmount')[0])).toEqual([
      '200.00',
      '300.00',
      '14.00',
      '2.00',
      '200.00',
      '6.00',
    ])
    expect(parts.map(part => valuesOf(part, 'LocalReverseChargeFlag')[0])).toEqual([
      ...Array(5).fill(undefined),
      'true',
    ])
    expect(valuesOf(xml, 'TaxExclusiveAmount')).toEqual(['722.00'])
  })

  test('in another currency each reason has its own sum in crowns', async () => {
    const lines = [free('export', '0.03'), free('exempt', '0.03'), line({ unit_price: '0.03' })]
    const invoice = await book.issuedInvoice(lines, { currency: 'EUR', exchange_rate: '25.315' })
    const paper = await paperOf(invoice.id)
    expect(paper.recapitulation!.table.rows.map(row => wordsOf(row).slice(4))).toEqual([
      ['1,52', '0,25', '1,77'],
      ['1,52', '0,00', '1,52'],
      ['1,52', '0,00', '1,52'],
    ])
    const xml = await isdocOf(invoice.id)
    expect(valuesOf(partsOf(xml, 'LegalMonetaryTotal')[0]!, 'TaxExclusiveAmount')).toEqual(['4.56'])
    expect(partsOf(xml, 'InvoiceLine').flatMap(part => valuesOf(part, 'LineExtensionAmount'))).toEqual(
      Array(3).fill('1.52'),
    )
  })
})

describe.each([
  ['cash', 'hotově', '10', /in cash/],
  ['card', 'kartou', '48', /by card/],
] as const)('paid by %s', (method, word, code, reason) => {
  test('200: no account on the paper nor in ISDOC; 409 conflict for a payment code', async () => {
    const id = await invoiceOfOrder(method)
    const paper = await paperOf(id)
    const words = wordsOf(paper)
    expect(words).toContain(word)
    expect(paper.code).toBeNull()
    expect(words.join()).not.toMatch(/19-2000145399|CZ65|GIBACZPX|IBAN|Variabilní symbol/)
    const xml = await isdocOf(id)
    const [payment] = partsOf(xml, 'Payment') as [string]
    expect(valuesOf(payment, 'PaymentMeansCode')).toEqual([code])
    expect(payment).not.toContain('Details')
    expect(xml).not.toContain(iban)
    const refused = await book.api.get(`/invoices/${id}/qr`)
    expect(refused.body).toMatchObject({ status: 409, code: 'conflict', detail: expect.stringMatching(reason) })
  })
})

describe('cash in whole crowns', () => {
  test('the rounding is told on the paper and in ISDOC, and gone when it is paid', async () => {
    const id = await invoiceOfOrder('cash', [{ unit_price: '99.99' }])
    expect(totalsOf(await paperOf(id))).toEqual([
      'Základ daně 99,99 CZK',
      'DPH celkem 21,00 CZK',
      'Celkem 120,99 CZK',
      'Zaokrouhlení 0,01 CZK',
      'Celkem k úhradě 121,00 CZK',
      'Uhrazeno 0,00 CZK',
      'Zbývá uhradit 121,00 CZK',
    ])
    const total = partsOf(await isdocOf(id), 'LegalMonetaryTotal')[0]!
    expect(valuesOf(total, 'TaxInclusiveAmount')).toEqual(['120.99'])
    expect(valuesOf(total, 'PayableRoundingAmount')).toEqual(['0.01'])
    expect(valuesOf(total, 'PayableAmount')).toEqual(['121.00'])
    await book.api.post(`/invoices/${id}/actions/mark_paid`, { paid_at: '2026-11-20', amount: '121' })
    expect(totalsOf(await paperOf(id)).slice(-2)).toEqual(['Uhrazeno 121,00 CZK', 'Zbývá uhradit 0,00 CZK'])
  })

  /** Of 100.40, in the words of the paper from what is to be paid on. */
  const settledOf = async (id: string) => totalsOf(await paperOf(id)).slice(-5)
  const cashInvoice = () => invoiceOfOrder('cash', [{ unit_price: '50.20', vat_rate_pct: '0', quantity: '2' }])
  const pay = async (id: string, body: object) => {
    const reply = await book.api.post(`/invoices/${id}/actions/mark_paid`, { paid_at: '2026-11-20', ...body })
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  const accountOf = async (type: 'bank' | 'cash') => {
    const { data } = (await book.api.get('/finance-accounts')).body
    return data.find((account: { type: string }) => account.type === type).id
  }

  test('what was not paid in cash is told as it was paid', async () => {
    const id = await cashInvoice()
    await pay(id, { account_id: await accountOf('bank'), amount: '50.20' })
    const rest = ['Rozdíl v zaokrouhlení 0,20 CZK', 'Zbývá uhradit 50,00 CZK']
    expect(await settledOf(id)).toEqual([
      'Zaokrouhlení -0,40 CZK',
      'Celkem k úhradě 100,00 CZK',
      'Uhrazeno 50,20 CZK',
      ...rest,
    ])
    const { amount_paid } = await pay(id, { account_id: await accountOf('cash'), amount: '50' })
    expect(amount_paid).toBe('100.40')
    expect((await settledOf(id)).slice(2)).toEqual([
      'Uhrazeno 100,20 CZK',
      'Rozdíl v zaokrouhlení 0,20 CZK',
      'Zbývá uhradit 0,00 CZK',
    ])
  })

  test('all of it by transfer: no crown is rounded away', async () => {
    const id = await cashInvoice()
    await pay(id, { account_id: await accountOf('bank'), amount: '100.40' })
    expect((await settledOf(id)).slice(1)).toEqual([
      'Celkem k úhradě 100,00 CZK',
      'Uhrazeno 100,40 CZK',
      'Rozdíl v zaokrouhlení 0,40 CZK',
      'Zbývá uhradit 0,00 CZK',
    ])
  })

  test('a transfer that was paid in cash, and what a credit note took off, add up, too', async () => {
    const transfer = await book.issuedInvoice([line({ unit_price: '50.20', vat_rate_pct: '0' })])
    await pay(transfer.id, { account_id: await accountOf('cash'), amount: '100' })
    expect((await settledOf(transfer.id)).slice(1)).toEqual([
      'Celkem 100,40 CZK',
      'Uhrazeno 100,00 CZK',
      'Rozdíl v zaokrouhlení -0,40 CZK',
      'Zbývá uhradit 0,00 CZK',
    ])
    const id = await cashInvoice()
    const { lines } = (await book.api.get(`/invoices/${id}`)).body
    const note = await creditOf(id, { lines: [{ line_id: lines[0].id, quantity: '1' }] })
    expect((await settledOf(id)).slice(1)).toEqual([
      'Uhrazeno 0,00 CZK',
      'Započteno dobropisem 50,20 CZK',
      'Rozdíl v zaokrouhlení 0,20 CZK',
      'Zbývá uhradit 50,00 CZK',
    ])
    expect((await settledOf(note)).slice(2)).toEqual([
      'Započteno proti faktuře -50,20 CZK',
      'Rozdíl v zaokrouhlení -0,20 CZK',
      'Zbývá vrátit 0,00 CZK',
    ])
    expect(totalsOf(await paperOf(id, 'en'))).toContain('Rounding difference 0.20 CZK')
  })

  test('a credit note rounds the other way, and ISDOC is positive', async () => {
    const id = await creditOf(await invoiceOfOrder('cash', [{ unit_price: '100.40', vat_rate_pct: '0' }]))
    expect(totalsOf(await paperOf(id))).toEqual(expect.arrayContaining(['Zaokrouhlení 0,40 CZK']))
    const total = partsOf(await isdocOf(id), 'LegalMonetaryTotal')[0]!
    expect(valuesOf(total, 'PayableRoundingAmount')).toEqual(['-0.40'])
    expect(valuesOf(total, 'PayableAmount')).toEqual(['100.00'])
  })
})

describe('returnable packaging', () => {
  const packed = () => [
    line({ deposit_id: kegs, deposit_quantity: '2' }),
    line({ deposit_id: kegs, deposit_quantity: '3', vat_rate_pct: '12' }),
    line({ deposit_id: crates, deposit_quantity: '2' }),
    line({ description: 'Doprava' }),
  ]

  test('a table of its own outside VAT, in the total to pay and in the payment code', async () => {
    const { id } = await book.issuedInvoice(packed())
    const paper = await paperOf(id)
    expect(paper.deposits!.title).toBe('Vratné obaly (mimo základ daně)')
    expect(paper.deposits!.table.rows.map(wordsOf)).toEqual([
      ['Sud 50 l', '5', '1 000,00', '5 000,00'],
      ['Přepravka', '2', '160,00', '320,00'],
    ])
    expect(wordsOf(paper.deposits!.table.foot)).toEqual(['Zálohy za vratné obaly celkem', '', '', '5 320,00'])
    expect(totalsOf(paper)).toEqual([
      'Základ daně 800,00 CZK',
      'DPH celkem 150,00 CZK',
      'Celkem 950,00 CZK',
      'Zálohy za vratné obaly 5 320,00 CZK',
      'Celkem k úhradě 6 270,00 CZK',
      'Uhrazeno 0,00 CZK',
      'Zbývá uhradit 6 270,00 CZK',
    ])
    expect(paper.code!.spayd).toContain('*AM:6270.00*')
    expect(paper.recapitulation!.table.rows.map(row => wordsOf(row)[1])).toEqual(['600,00', '200,00'])
    expect((await paperOf(id, 'en')).deposits!.title).toBe('Returnable packaging (outside the VAT base)')
    expect(readPdf((await book.api.get(`/invoices/${id}/pdf`)).bytes).pages).toBe(1)
  })

  test('ISDOC: lines outside VAT with a sum of their own, and all of it adds up', async () => {
    const { id } = await book.issuedInvoice(packed())
    const xml = await isdocOf(id)
    const lines = partsOf(xml, 'InvoiceLine')
    expect(lines).toHaveLength(6)
    const [keg] = lines.slice(4) as [string]
    expect(valuesOf(keg, 'Description')).toEqual(['Zálohy za vratné obaly: Sud 50 l'])
    expect([valuesOf(keg, 'InvoicedQuantity'), valuesOf(keg, 'UnitPrice')]).toEqual([['5'], ['1000']])
    expect([valuesOf(keg, 'Percent'), valuesOf(keg, 'VATApplicable')]).toEqual([['0'], ['false']])
    const parts = partsOf(xml, 'TaxSubTotal')
    expect(parts.map(part => [valuesOf(part, 'TaxableAmount')[0], valuesOf(part, 'VATApplicable')[0]])).toEqual([
      ['600.00', 'true'],
      ['200.00', 'true'],
      ['5320.00', 'false'],
    ])
    const total = partsOf(xml, 'LegalMonetaryTotal')[0]!
    expect(valuesOf(total, 'TaxExclusiveAmount')).toEqual(['6120.00'])
    expect(valuesOf(total, 'TaxInclusiveAmount')).toEqual(['6270.00'])
    expect(valuesOf(total, 'PayableAmount')).toEqual(['6270.00'])
    expect(valuesOf(xml, 'PaidAmount')).toEqual(['6270.00'])
  })

  test('200: who imports our ISDOC owes the same, without a correction', async () => {
    const reverse = line({ vat_rate_pct: '0', vat_exemption: 'reverse_charge' })
    const { id } = await book.issuedInvoice([
      ...packed(),
      reverse,
      line({ vat_rate_pct: '0', vat_exemption: 'exempt' }),
    ])
    const reader = await newAccount(service)
    const bytes = Buffer.from(await isdocOf(id))
    const file = await upload(reader.api, service, { name: 'a.isdoc', mediaType: 'application/xml', bytes })
    const body = { attachment_id: file.id, file_name: 'a.isdoc' }
    const imported = await reader.api.post('/received-invoices/isdoc', body)
    expect(imported.status, imported.text).toBe(200)
    const received = (await reader.api.get(`/received-invoices/${imported.body.received_invoice_id}`)).body
    expect(received.totals).toEqual({ excl_vat: '6520.00', vat: '150.00', incl_vat: '6670.00' })
    expect(received.lines).toHaveLength(8)
  })

  test('a credit note of packaging alone has no other line', async () => {
    const { id, lines } = await book.issuedInvoice(packed())
    const credit = await creditOf(id, { lines: [{ line_id: lines[0]!.id, deposit_quantity: '1' }] })
    const paper = await paperOf(credit)
    expect(paper.lines.rows).toEqual([])
    expect(paper.deposits!.table.rows.map(wordsOf)).toEqual([['Sud 50 l', '-1', '1 000,00', '-1 000,00']])
    const xml = await isdocOf(credit)
    expect(valuesOf(xml, 'InvoicedQuantity')).toEqual(['1'])
    expect(valuesOf(xml, 'PayableAmount')).toEqual(['1000.00'])
    expect(readPdf((await book.api.get(`/invoices/${credit}/pdf`)).bytes).pages).toBe(1)
  })
})

describe('credit notes', () => {
  test('they say why, are not due and name no account; what is set off is told on both', async () => {
    const invoice = await book.issuedInvoice([line()])
    const credit = await creditOf(invoice.id, {
      lines: [{ line_id: invoice.lines[0]!.id, quantity: '1' }],
      reason: 'Prasklý sud',
      notes: 'Omlouváme se.',
    })
    const paper = await paperOf(credit)
    expect(paper.lead).toEqual({ label: 'Důvod opravy', value: 'Prasklý sud' })
    const labels = paper.facts.flat().map(({ label }) => label)
    expect(labels).not.toContain('Datum splatnosti')
    expect(labels).not.toContain('IBAN')
    expect(labels).not.toContain('Číslo účtu')
    expect(labels).toContain('Způsob vrácení')
    expect(totalsOf(paper).slice(-3)).toEqual([
      'Uhrazeno 0,00 CZK',
      'Započteno proti faktuře -121,00 CZK',
      'Zbývá vrátit 0,00 CZK',
    ])
    const original = await paperOf(invoice.id)
    expect(totalsOf(original).slice(-2)).toEqual(['Započteno dobropisem 121,00 CZK', 'Zbývá uhradit 121,00 CZK'])
    expect(original.code!.spayd).toContain('*AM:121.00*')
    const xml = await isdocOf(credit)
    expect(valuesOf(xml, 'Note')).toEqual(['Důvod opravy: Prasklý sud\nOmlouváme se.'])
    expect(xml).not.toContain('PaymentMeans')
    const refused = await book.api.get(`/invoices/${credit}/qr`)
    expect(refused.body).toMatchObject({ code: 'conflict', detail: expect.stringMatching(/credit note/) })
  })
})
