/** How papers look: amounts that keep to their cells, who made them out, and the logo and the colour of the company. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { findLogo } from '../../src/domains/core/company/store.ts'
import type { InvoiceFacts } from '../../src/domains/sales/papers/facts.ts'
import { invoicePaper } from '../../src/domains/sales/papers/invoice-paper.ts'
import { logoIdOf } from '../../src/lib/logo.ts'
import { paperFonts } from '../../src/printing/fonts.ts'
import type { PictureMark } from '../../src/printing/sheet.ts'
import { typeset } from '../../src/printing/typeset.ts'
import { dataUri, jpeg, png } from '../support/images.ts'
import { company, drawnTexts, expectRoom, line, type PaperBook, paperBook, readPdf } from '../support/papers.ts'
import { useService } from '../support/service.ts'
import { settingsOf } from '../support/settings.ts'

const service = useService()

let book: PaperBook
let facts: InvoiceFacts
beforeAll(async () => {
  book = await paperBook(service)
  const { id } = await book.issuedInvoice([line()])
  facts = await book.facts(id)
})

const pagesOf = (shown: InvoiceFacts, language: 'cs' | 'en') =>
  typeset(invoicePaper(shown, language), paperFonts().measure)

describe('large amounts', () => {
  const most = '999999999999.99'
  const totals = { total_excl_vat: most, total_vat: most, total_incl_vat: most, total_deposit: most }
  const amounts = { excl_vat: most, vat: most, incl_vat: most }

  const large = (over: object, head: object = {}): InvoiceFacts => ({
    ...facts,
    invoice: { ...facts.invoice, ...totals, ...head },
    lines: facts.lines.map(each => ({ ...each, ...amounts, ...over })),
  })

  const kinds: [string, InvoiceFacts][] = []
  beforeAll(() => {
    const price = { unit_price: '999999999999.123456', quantity: '123456789.123', unit_symbol: 'přepr.' }
    const packaging = { deposit_id: 'a', deposit_pieces: '999999999', deposit_total: most }
    const abroad = { currency: 'EUR', exchange_rate: '25.315' }
    kinds.push(
      ['plain', large(price)],
      ['with a discount', large({ ...price, discount_pct: '12.3456' })],
      ['with packaging', large({ ...price, ...packaging })],
      ['in another currency', large({ ...price, discount_pct: '5' }, abroad)],
      ['outside VAT', { ...large(price), isVatPayer: false }],
      ['without a code', large(price, { payment_method: 'cash' })],
    )
  })

  test.each(['cs', 'en'] as const)('stay whole, inside the page and apart from each other: %s', language => {
    const shown = language === 'cs' ? '999 999 999 999,99' : '999,999,999,999.99'
    for (const [kind, each] of kinds) {
      const pages = drawnTexts(pagesOf(each, language), paperFonts().measure)
      expectRoom(pages)
      const texts = pages.flat().map(({ text }) => text)
      const inTable = texts.filter(text => text === shown).length
      expect(inTable, kind).toBeGreaterThanOrEqual(each.isVatPayer ? 3 : 1)
      const unitPrice = language === 'cs' ? '999 999 999 999,123456' : '999,999,999,999.123456'
      expect(texts, kind).toContain(unitPrice)
      expect(
        texts.filter(text => /^[\d., ]+$/.test(text) && text.length < 2),
        kind,
      ).toEqual([])
    }
  })

  test.each(['cs', 'en'] as const)('as large as the books take, in the smallest letters: %s', language => {
    const eighteen = '999999999999999999.99'
    const huge = { excl_vat: eighteen, vat: eighteen, incl_vat: eighteen, unit_price: '999999999999999999.123456' }
    const sums = { total_excl_vat: eighteen, total_vat: eighteen, total_incl_vat: eighteen }
    const each = large({ ...huge, quantity: '123456789012345678.12345678', discount_pct: '12.3456' }, sums)
    const pages = drawnTexts(pagesOf(each, language), paperFonts().measure)
    expectRoom(pages)
    const digits = pages.flat().map(({ text }) => text.replace(/\D/g, ''))
    expect(digits.filter(text => text === '99999999999999999999').length).toBeGreaterThanOrEqual(6)
  })

  test('amounts of every day have the usual size', () => {
    const sizes = drawnTexts(pagesOf(facts, 'cs'), paperFonts().measure).flat()
    expect(sizes.find(({ text }) => text === '100,00')!.size).toBe(7.5)
  })
})

describe('who made it out', () => {
  test('stands on the paper when it is known', () => {
    expect(facts.issuedBy).toBe('test key')
    const factsOf = (issuedBy: string | null, language: 'cs' | 'en') =>
      invoicePaper({ ...facts, issuedBy }, language)
        .facts.flat()
        .map(({ label, value }) => `${label}: ${value}`)
    expect(factsOf('Jana Nováková', 'cs')).toContain('Vystavil: Jana Nováková')
    expect(factsOf('shop-1', 'en')).toContain('Issued by: shop-1')
    expect(factsOf(null, 'cs').join()).not.toContain('Vystavil')
  })
})

describe('the facts of a paper', () => {
  test('are plain data: what was stored as JSON prints the same', () => {
    const stored = JSON.parse(JSON.stringify(facts))
    expect(stored).toEqual(facts)
    expect(invoicePaper(stored, 'cs')).toEqual(invoicePaper(facts, 'cs'))
    expect(Object.keys(facts.account!)).toEqual(['account_number', 'iban', 'bic'])
  })
})

describe('logo and colour', () => {
  const logo = dataUri(png({ width: 40, height: 10 }))

  test('out and in again changes nothing; another one leaves the first where it is', async () => {
    const own = await settingsOf(service)
    const branded = { ...company, logo, accent_color: '#B5651D' }
    expect(await own.accept({ company: branded })).toEqual([`update company ${company.name}`])
    expect((await own.current()).company).toEqual({ ...branded, accent_color: '#b5651d' })
    expect(await own.accept({ company: { name: company.name, city: 'Brno' } })).toHaveLength(1)
    expect((await own.current()).company).toMatchObject({ logo, accent_color: '#b5651d' })
    const other = dataUri(jpeg, 'jpeg')
    await own.accept({ company: { name: company.name, logo: other } })
    expect((await own.current()).company).toMatchObject({ logo: other })
    await own.accept({ company: { name: company.name, logo: null, accent_color: null } })
    expect((await own.current()).company).toMatchObject({ logo: null, accent_color: null })
    const kept = await findLogo(service.database, own.account.book.id, logoIdOf(logo))
    expect(kept).toBe(logo)
    await own.accept({ company: { name: company.name, logo } })
    const rows = await service.database.many(sql`select id from company_logos where book_id = ${own.account.book.id}`)
    expect(rows).toHaveLength(2)
  })

  test('a sandbox that is emptied has none', async () => {
    const own = await settingsOf(service)
    await own.accept({ company: { ...company, logo } })
    expect((await own.api.post('/sandbox/actions/reset')).status).toBe(200)
    expect((await own.current()).company).toMatchObject({ logo: null })
    expect(await findLogo(service.database, own.account.book.id, logoIdOf(logo))).toBeNull()
  })

  test('what cannot be drawn is refused with a reason', async () => {
    const own = await settingsOf(service)
    const why = async (wrong: string) => {
      const [reason] = await own.refuse({ company: { name: 'A', logo: wrong } })
      return reason
    }
    const anyOf = /company A: logo must be a data URI/
    expect(await why('logo.png')).toMatch(anyOf)
    expect(await why('https://lipa.example/logo.png')).toMatch(anyOf)
    expect(await why('data:image/svg+xml;base64,PHN2Zy8+')).toMatch(anyOf)
    expect(await why(`${logo.slice(0, -2)}*=`)).toMatch(anyOf)
    expect(await why(dataUri(jpeg))).toMatch(/is no image\/png/)
    expect(await why(dataUri(png(), 'jpeg'))).toMatch(/is no image\/jpeg/)
    expect(await why(dataUri(png().subarray(0, 50)))).toMatch(/cannot be drawn. It is cut off/)
    expect(await why(dataUri(png({ interlace: 1 })))).toMatch(/cannot be drawn. It is interlaced/)
    expect(await why(dataUri(png({ rows: [[0]] })))).toMatch(/cannot be drawn. Its pixels/)
    expect(await why(dataUri(png({ width: 1001, height: 1 })))).toMatch(/1001 x 1 pixels; at most 1000 x 1000/)
    expect(await why(dataUri(Buffer.alloc(200_001)))).toMatch(/200001 bytes; at most 200000/)
  })

  test('200: the paper carries them, and the same data are the same bytes', async () => {
    const own = await paperBook(service)
    const before = await own.issuedInvoice([line()])
    const plain = (await own.api.get(`/invoices/${before.id}/pdf`)).bytes
    const clear = png({ colorType: 6, width: 2, height: 1, rows: [[0, 1, 2, 3, 0, 4, 5, 6, 255]] })
    for (const [picture, isJpeg] of [
      [dataUri(clear), false],
      [dataUri(jpeg, 'jpeg'), true],
    ] as const) {
      await own.apply({ company: { ...company, logo: picture, accent_color: '#b5651d' } })
      const { id } = await own.issuedInvoice([line()])
      const [first, second] = [
        (await own.api.get(`/invoices/${id}/pdf`)).bytes,
        (await own.api.get(`/invoices/${id}/pdf`)).bytes,
      ]
      expect(second.equals(first)).toBe(true)
      expect((await own.api.get(`/invoices/${before.id}/pdf`)).bytes.equals(plain)).toBe(true)
      expect(readPdf(first).pages).toBe(1)
      const text = first.toString('latin1')
      expect(text).toContain('/Subtype /Image')
      expect([text.includes('/DCTDecode'), text.includes('/SMask')]).toEqual([isJpeg, !isJpeg])
      const shown = await own.facts(id)
      expect(shown.supplier).toMatchObject({ logoId: logoIdOf(picture), accentColor: '#b5651d' })
    }
  })

  test('it keeps its shape in a corner of the first page, and the lines have the colour', async () => {
    const supplier = { ...facts.supplier, accentColor: '#123456' }
    const marks = (width: number, height: number) =>
      pagesOf({ ...facts, supplier, logo: dataUri(png({ width, height })) }, 'cs')
    for (const [width, height] of [
      [1000, 10],
      [10, 1000],
      [300, 300],
      [20, 20],
    ] as const) {
      const pages = marks(width, height)
      const [picture] = pages[0]!.filter((mark): mark is PictureMark => mark.kind === 'picture')
      expect(picture!.width / picture!.height).toBeCloseTo(width / height, 6)
      expect(picture!.width).toBeLessThanOrEqual(190)
      expect(picture!.height).toBeLessThanOrEqual(56)
      expect(pages[0]!.some(mark => mark.kind === 'rule' && mark.color === '#123456')).toBe(true)
      expectRoom(drawnTexts(pages, paperFonts().measure))
    }
  })
})
