/** The papers of an invoice: its PDF and the words on it, and the payment code. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { invoicePaper } from '../../src/domains/sales/papers/invoice-paper.ts'
import { paperFonts } from '../../src/printing/fonts.ts'
import { paperSize } from '../../src/printing/sheet.ts'
import { typeset } from '../../src/printing/typeset.ts'
import {
  bank,
  company,
  iban,
  isdocSchemas,
  line,
  type PaperBook,
  paperBook,
  readCode,
  readPdf,
  schemaFaults,
  valuesOf,
  wordsOf,
} from '../support/papers.ts'
import { useService } from '../support/service.ts'
import { settingsOf } from '../support/settings.ts'
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

describe('the company', () => {
  const bare = { ico: null, dic: null, street: null, city: null, zip: null, register_note: null, email: null }

  test('goes by its tenant, is set, changed in part and cleared; out and in again changes nothing', async () => {
    const own = await settingsOf(service)
    const plain = { logo: null, accent_color: null }
    const fresh = { name: own.account.tenant.name, country: 'CZ', ...bare, phone: null, web: null, ...plain }
    expect((await own.current()).company).toEqual(fresh)
    expect(await own.accept({ company })).toEqual([`update company ${company.name}`])
    expect((await own.current()).company).toEqual({ ...company, ...plain })
    expect(await own.accept({ company: { name: 'Jiný', country: 'SK', dic: null } })).toEqual(['update company Jiný'])
    expect((await own.current()).company).toEqual({ ...company, ...plain, name: 'Jiný', country: 'SK', dic: null })
    const other = await settingsOf(service, own.tenant, 'live')
    expect((await other.current()).company).toEqual(fresh)
  })

  test('a book of an older version shows the name of its tenant until it says more', async () => {
    const own = await settingsOf(service)
    await service.database.run(sql`delete from companies where book_id = ${own.account.book.id}`)
    expect((await own.current()).company).toMatchObject({ name: own.account.tenant.name, country: 'CZ', ...bare })
    expect(await own.accept(await own.current())).toEqual([])
    expect(await own.accept({ company })).toEqual([`update company ${company.name}`])
    expect((await own.current()).company).toMatchObject(company)
  })

  test('a country that is none is refused', async () => {
    const own = await settingsOf(service)
    expect(await own.refuse({ company: { name: 'A', country: 'XX' } })).toEqual([
      'company A: XX is no country of ISO 3166-1.',
    ])
  })

  test('a sandbox that is emptied goes by its tenant again', async () => {
    const own = await settingsOf(service)
    await own.accept({ company })
    expect((await own.api.post('/sandbox/actions/reset')).status).toBe(200)
    expect((await own.current()).company).toMatchObject({ name: own.account.tenant.name, ...bare })
  })
})

describe('GET /invoices/{id}/pdf', () => {
  test('200: a file named by the number, with its title and its fonts; the same invoice gives the same bytes', async () => {
    const { id, number } = await book.issuedInvoice([line()])
    const reply = await book.api.get(`/invoices/${id}/pdf`)
    expect(reply.status).toBe(200)
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="${number}.pdf"`)
    expect(readPdf(reply.bytes)).toEqual({
      pages: 1,
      title: `Faktura – daňový doklad ${number}`,
      fonts: ['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold'],
    })
    const again = await book.api.get(`/invoices/${id}/pdf?language=cs`)
    expect(again.bytes.equals(reply.bytes)).toBe(true)
    const english = await book.api.get(`/invoices/${id}/pdf?language=en`)
    expect(readPdf(english.bytes)).toMatchObject({ pages: 1, title: `Invoice - tax document ${number}` })
  })

  test('422 validation_failed for a language it does not speak; 404 not_found', async () => {
    const { id } = await book.draft([])
    const reply = await book.api.get(`/invoices/${id}/pdf?language=de`)
    expect(reply.body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'language' }] })
    expect((await book.api.get(`/invoices/${nobody}/pdf`)).body.code).toBe('not_found')
  })

  test('200: a draft is marked, and named by its id; even an empty one', async () => {
    const { id } = await book.draft([])
    const reply = await book.api.get(`/invoices/${id}/pdf`)
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="draft-${id}.pdf"`)
    expect(readPdf(reply.bytes)).toMatchObject({ pages: 1, title: 'Faktura – daňový doklad' })
    const paper = invoicePaper(await book.facts(id), 'cs')
    expect(paper).toMatchObject({ mark: 'KONCEPT', number: '', code: null })
  })

  test('200: to whom invoices are open; finance:read is enough on an account without sales', async () => {
    const { id } = await book.draft([line()])
    const reader = await book.tenant.key({ scopes: ['sales:read'] })
    expect((await reader.get(`/invoices/${id}/pdf`)).status).toBe(200)
    const stranger = await book.tenant.key({ scopes: ['stock:read'] })
    expect((await stranger.get(`/invoices/${id}/pdf`)).body.code).toBe('insufficient_scope')
    const small = await service.tenant({ modules: ['finance', 'api'] })
    const api = await small.key()
    const partner_id = (await api.post('/partners', { name: 'A' })).body.id
    const { body } = await api.post('/invoices', { partner_id, lines: [line()] })
    const accountant = await small.key({ scopes: ['finance:read'] })
    expect((await accountant.get(`/invoices/${body.id}/pdf`)).status).toBe(200)
  })

  test('200: ninety lines go on over pages, each with the head of the table', async () => {
    const lines = Array.from({ length: 90 }, (_, index) => line({ description: `Položka ${index + 1}` }))
    const { id } = await book.issuedInvoice(lines)
    const { pages: count } = readPdf((await book.api.get(`/invoices/${id}/pdf`)).bytes)
    expect(count).toBeGreaterThan(1)
    expect(count).toBeLessThan(6)
    const pages = typeset(invoicePaper(await book.facts(id), 'cs'), paperFonts().measure)
    expect(pages).toHaveLength(count)
    const drawn = pages.map(page => page.flatMap(mark => (mark.kind === 'text' ? [mark] : [])))
    for (const [index, texts] of drawn.entries()) {
      const words = texts.map(({ text }) => text)
      expect(words).toContain(`Strana ${index + 1} z ${count}`)
      const hasLines = words.some(text => text.startsWith('Položka '))
      expect(words.filter(text => text === 'Popis')).toHaveLength(hasLines ? 1 : 0)
      for (const { x, y } of texts) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThan(paperSize.height)
      }
    }
    const all = drawn.flat().map(({ text }) => text)
    expect(all).toEqual(expect.arrayContaining(lines.map(({ description }) => description)))
  })

  test('200: whatever stands in a text is drawn', async () => {
    const description = `${'řádek\ndruhý\tpřílišdlouhéslovo'.padEnd(200, 'x')}\u0001🍺中`
    const { id } = await book.issuedInvoice([line({ description }), line({ description: `${'\n'.repeat(499)}x` })], {
      notes: `${'\n'.repeat(300)}konec`,
      customer_order_ref: 'a\n'.repeat(100),
    })
    const { pages } = readPdf((await book.api.get(`/invoices/${id}/pdf`)).bytes)
    expect(pages).toBeGreaterThan(5)
  })
})

describe('the words of an invoice', () => {
  test('in Czech: parties, dates, bank, lines, recapitulation, totals, code', async () => {
    const { id, number } = await book.issuedInvoice(
      [
        line({ description: 'Sud', quantity: '7', unit_price: '1234.5' }),
        line({ description: 'Láhev', quantity: '24', unit_price: '18.35', discount_pct: '7.5' }),
        line({ description: 'Limonáda', quantity: '3', unit_price: '99.99', vat_rate_pct: '12' }),
      ],
      { issue_date: '2026-11-02', tax_point_date: '2026-11-01', notes: 'Děkujeme.', customer_order_ref: 'PO-7' },
    )
    await book.api.post(`/invoices/${id}/actions/mark_paid`, { paid_at: '2026-11-03', amount: '285.1' })
    const paper = invoicePaper(await book.facts(id), 'cs')
    expect(paper).toMatchObject({ title: 'Faktura – daňový doklad', number, subtitle: null, mark: null })
    const words = wordsOf(paper)
    expect(words).toEqual(
      expect.arrayContaining([
        'Dodavatel',
        company.name,
        'Dlouhá 12',
        '301 00 Plzeň',
        'IČO: 27145310',
        'DIČ: CZ27145310',
        'Odběratel',
        'Hospoda U Tří sudů',
        'IČO: 48622109',
        '110 00 Praha',
        '2. 11. 2026',
        '16. 11. 2026',
        '1. 11. 2026',
        'převodem',
        number.replace(/\D/g, ''),
        '19-2000145399/0800',
        'CZ65 0800 0000 1920 0014 5399',
        'GIBACZPX',
        'PO-7',
        'Děkujeme.',
        '7,5 %',
        'QR platba',
      ]),
    )
    expect(words.join()).toContain(company.register_note)
    expect(words).not.toContain('Nejsme plátci DPH.')
    expect(paper.lines.rows.map(wordsOf)).toEqual([
      ['Sud', '7', '1 234,50', '', '21', '8 641,50', '1 814,71', '10 456,21'],
      ['Láhev', '24', '18,35', '7,5 %', '21', '407,37', '85,55', '492,92'],
      ['Limonáda', '3', '99,99', '', '12', '299,97', '36,00', '335,97'],
    ])
    expect(paper.recapitulation!.table.rows.map(wordsOf)).toEqual([
      ['21 %', '9 048,87', '1 900,26', '10 949,13'],
      ['12 %', '299,97', '36,00', '335,97'],
    ])
    expect(paper.totals.map(({ label, value }) => wordsOf([label, value]))).toEqual([
      ['Základ daně', '9 348,84 CZK'],
      ['DPH celkem', '1 936,26 CZK'],
      ['Celkem', '11 285,10 CZK'],
      ['Uhrazeno', '285,10 CZK'],
      ['Zbývá uhradit', '11 000,00 CZK'],
    ])
    expect(paper.code!.spayd).toContain('*AM:11000.00*')
  })

  test('in English: the same with other words and points', async () => {
    const { id } = await book.issuedInvoice([line({ unit_price: '1234.5678' })], { issue_date: '2026-11-02' })
    const paper = invoicePaper(await book.facts(id), 'en')
    const words = wordsOf(paper)
    expect(words).toEqual(
      expect.arrayContaining([
        'Supplier',
        'Customer',
        'Company ID: 27145310',
        'VAT ID: CZ27145310',
        '2 Nov 2026',
        'bank transfer',
        '1,234.5678',
        '2,469.14',
        'Amount due',
      ]),
    )
  })

  test('a foreign currency: the recapitulation in crowns too (V7)', async () => {
    const { id } = await book.issuedInvoice([line({ quantity: '1', unit_price: '1000' })], {
      currency: 'EUR',
      exchange_rate: '25.315',
    })
    const paper = invoicePaper(await book.facts(id), 'cs')
    const { columns, rows } = paper.recapitulation!.table
    expect(columns.map(({ title }) => title)).toEqual([
      'Sazba',
      'Základ EUR',
      'DPH EUR',
      'Celkem EUR',
      'Základ CZK',
      'DPH CZK',
      'Celkem CZK',
    ])
    expect(rows.map(wordsOf)).toEqual([
      ['21 %', '1 000,00', '210,00', '1 210,00', '25 315,00', '5 316,15', '30 631,15'],
    ])
    expect(wordsOf(paper)).toEqual(expect.arrayContaining(['1 EUR = 25,315 CZK', '30 631,15 CZK']))
    const unrated = await book.draft([line()], { currency: 'EUR' })
    expect(invoicePaper(await book.facts(unrated.id), 'cs').recapitulation!.table.columns).toHaveLength(4)
    // Its account has no IBAN.
    expect(paper.code).toBeNull()
    expect(readPdf((await book.api.get(`/invoices/${id}/pdf`)).bytes).pages).toBe(1)
  })

  test('a credit note names what it corrects, and has nothing to pay', async () => {
    const original = await book.issuedInvoice([line()])
    await book.api.post(`/invoices/${original.id}/actions/mark_paid`, { paid_at: '2026-11-20' })
    const reason = 'Reklamace'
    const { body: credit } = await book.api.post(`/invoices/${original.id}/actions/credit`, { reason })
    await book.act(`/invoices/${credit.id}`, 'issue')
    const paper = invoicePaper(await book.facts(credit.id), 'cs')
    expect(paper).toMatchObject({
      title: 'Opravný daňový doklad',
      subtitle: `k faktuře č. ${original.number}`,
      code: null,
    })
    expect(wordsOf(paper)).toEqual(expect.arrayContaining(['-200,00', '-42,00', '-242,00 CZK', 'Zbývá vrátit']))
    expect(readPdf((await book.api.get(`/invoices/${credit.id}/pdf`)).bytes).pages).toBe(1)
  })

  test('a cancelled one says so', async () => {
    const { id } = await book.issuedInvoice([line()])
    await book.act(`/invoices/${id}`, 'cancel')
    expect(invoicePaper(await book.facts(id), 'cs')).toMatchObject({ mark: 'STORNO', code: null })
    expect(invoicePaper(await book.facts(id), 'en')).toMatchObject({ mark: 'CANCELLED' })
  })

  test('a customer abroad: both countries are named', async () => {
    const { data } = (await book.api.get('/countries')).body
    const slovakia = data.find(({ code }: { code: string }) => code === 'SK')
    const partner_id = await book.partner({ name: 'Krčma', address: { city: 'Nitra', country_id: slovakia.id } })
    const { id } = await book.issuedInvoice([line()], { partner_id })
    const words = wordsOf(invoicePaper(await book.facts(id), 'cs'))
    expect(words).toEqual(expect.arrayContaining(['Česko', slovakia.name_cs]))
  })
})

describe('who pays no VAT', () => {
  let poor: PaperBook
  beforeAll(async () => {
    poor = await paperBook(service)
    await poor.tenant.set({ is_vat_payer: false })
  })

  test('the paper says it, and has no word of VAT otherwise', async () => {
    const { id } = await poor.issuedInvoice([line({ vat_rate_pct: '21' })])
    const paper = invoicePaper(await poor.facts(id), 'cs')
    expect(paper).toMatchObject({ title: 'Faktura', recapitulation: null, notes: ['Nejsme plátci DPH.'] })
    expect(paper.lines.columns.map(({ title }) => title)).toEqual(['Popis', 'Množství', 'Cena/j.', 'Celkem'])
    expect(paper.totals.map(({ label }) => label)).toEqual(['Celkem', 'Uhrazeno', 'Zbývá uhradit'])
    expect(readPdf((await poor.api.get(`/invoices/${id}/pdf?language=en`)).bytes).title).toMatch(/^Invoice FV/)
  })

  test('its ISDOC is outside VAT in the head and on every line', async () => {
    const { id } = await poor.issuedInvoice([line(), line()])
    const { text } = await poor.api.get(`/invoices/${id}/isdoc`)
    expect(new Set(valuesOf(text, 'VATApplicable'))).toEqual(new Set(['false']))
    expect(valuesOf(text, 'VATApplicable')).toHaveLength(4)
    expect(new Set(valuesOf(text, 'Percent'))).toEqual(new Set(['0']))
    expect(valuesOf(text, 'TaxPointDate')).toEqual([])
    if (isdocSchemas) expect(await schemaFaults([text])).toEqual([])
  })
})

describe('GET /invoices/{id}/qr', () => {
  test('200: the text of the standard, and an image a phone reads as the same text', async () => {
    const { id, number } = await book.issuedInvoice([line()], { issue_date: '2026-11-02' })
    await book.api.post(`/invoices/${id}/actions/mark_paid`, { paid_at: '2026-11-03', amount: '42' })
    const { body } = await book.api.get(`/invoices/${id}/qr`)
    const symbol = number.replace(/\D/g, '')
    expect(body).toMatchObject({
      object: 'payment_code',
      spayd: `SPD*1.0*ACC:${iban}+GIBACZPX*AM:200.00*CC:CZK*DT:20261116*X-VS:${symbol}*MSG:${number}`,
      livemode: false,
    })
    expect(body.svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /)
    expect(readCode(body.svg)).toBe(body.spayd)
  })

  test('200: without a BIC the IBAN stands alone; letters no QR code packs are still read', async () => {
    const own = await paperBook(service)
    await own.apply({
      finance_accounts: [{ ...bank, bic: null }],
      number_series: [{ document_kind: 'invoice', prefix: 'fa_' }],
    })
    const { id, number } = await own.issuedInvoice([line()])
    const { body } = await own.api.get(`/invoices/${id}/qr`)
    expect(body.spayd).toContain(`*ACC:${iban}*AM:`)
    expect(body.spayd).toMatch(new RegExp(`\\*MSG:${number.toUpperCase()}$`))
    expect(readCode(body.svg)).toBe(body.spayd)
  })

  test('200: the number of a Czech account is enough; one with a wrong digit is no account', async () => {
    const own = await paperBook(service)
    const spaydOf = async (account_number: string) => {
      await own.apply({ finance_accounts: [{ ...bank, account_number, iban: null, bic: null }] })
      return (await own.api.get(`/invoices/${(await own.issuedInvoice([line()])).id}/qr`)).body
    }
    expect((await spaydOf('19-2000145399/0800')).spayd).toContain(`*ACC:${iban}*AM:`)
    expect(await spaydOf('19-2000145398/0800')).toMatchObject({ code: 'conflict', status: 409 })
  })

  test('409 conflict: a draft, nothing remains, no IBAN, an amount no code takes', async () => {
    const detailOf = async (id: string) => {
      const { body } = await book.api.get(`/invoices/${id}/qr`)
      expect(body).toMatchObject({ code: 'conflict', status: 409 })
      return body.detail
    }
    expect(await detailOf((await book.draft([line()])).id)).toMatch(/not issued/)
    const paid = await book.issuedInvoice([line()])
    await book.api.post(`/invoices/${paid.id}/actions/mark_paid`, { paid_at: '2026-11-03' })
    expect(await detailOf(paid.id)).toMatch(/Nothing remains/)
    const cancelled = await book.issuedInvoice([line()])
    await book.act(`/invoices/${cancelled.id}`, 'cancel')
    expect(await detailOf(cancelled.id)).toMatch(/Nothing remains/)
    const foreign = await book.issuedInvoice([line()], { currency: 'EUR', exchange_rate: '25' })
    expect(await detailOf(foreign.id)).toMatch(/IBAN .* EUR/)
    const huge = await book.issuedInvoice([line({ unit_price: '99999999' })])
    expect(await detailOf(huge.id)).toMatch(/too large/)
    expect((await book.api.get(`/invoices/${nobody}/qr`)).body.code).toBe('not_found')
  })
})
