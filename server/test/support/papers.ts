/** A book that writes papers: company, bank account, customers and invoices in few words; and ways to read the papers. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import jsqr from 'jsqr'
import { expect } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { invoiceTable } from '../../src/domains/sales/invoices/store.ts'
import type { InvoiceFacts } from '../../src/domains/sales/papers/facts.ts'
import { invoiceFacts } from '../../src/domains/sales/papers/load.ts'
import { type Account, findAccount } from '../../src/kernel/account.ts'
import { type Measure, margin, type Page, paperSize, type TextMark } from '../../src/printing/sheet.ts'
import type { Service } from './service.ts'
import { type StockAccount, stockAccount } from './stock.ts'

export const company = {
  name: 'Pivovar U Zlaté lípy s.r.o.',
  ico: '27145310',
  dic: 'CZ27145310',
  street: 'Dlouhá 12',
  city: 'Plzeň',
  zip: '301 00',
  country: 'CZ',
  register_note: 'Zapsáno v obchodním rejstříku u Krajského soudu v Plzni, C 12345.',
  email: 'pivo@lipa.example',
  phone: '+420 377 123 456',
  web: 'https://lipa.example',
}

export const iban = 'CZ6508000000192000145399'
export const bank = {
  code: 'BANK',
  type: 'bank',
  name: 'Běžný účet',
  account_number: '19-2000145399/0800',
  iban,
} as const

export interface PaperBook extends StockAccount {
  account: Account
  /** A draft of a free invoice. */
  draft(lines: object[], head?: object): Promise<{ id: string; lines: { id: string }[] }>
  issuedInvoice(lines: object[], head?: object): Promise<{ id: string; number: string; lines: { id: string }[] }>
  facts(invoiceId: string): Promise<InvoiceFacts>
}

export const line = (over: object = {}) => ({
  description: 'Ležák 12°',
  quantity: '2',
  unit_price: '100',
  ...over,
})

export async function paperBook(service: Service): Promise<PaperBook> {
  const book = await stockAccount(service)
  await book.apply({ company, finance_accounts: [{ ...bank, bic: 'GIBACZPX' }] })
  const account = (await findAccount(service.database, book.tenant.slug, false))!
  const { data: countries } = (await book.api.get('/countries')).body
  const czech = countries.find(({ code }: { code: string }) => code === 'CZ').id
  const partner = await book.partner({
    name: 'Hospoda U Tří sudů',
    ico: '48622109',
    dic: 'CZ48622109',
    address: { street: 'Krátká 3', city: 'Praha', zip: '110 00', country_id: czech },
  })
  const draft: PaperBook['draft'] = async (lines, head = {}) => {
    const reply = await book.api.post('/invoices', { partner_id: partner, warehouse_id: book.main, lines, ...head })
    expect(reply.status, reply.text).toBe(201)
    return reply.body
  }
  return Object.assign(book, {
    account,
    draft,
    issuedInvoice: async (lines: object[], head = {}) => {
      const { id } = await draft(lines, head)
      return (await book.act(`/invoices/${id}`, 'issue')).body
    },
    facts: async (invoiceId: string) => {
      const db = service.database
      const current = (await findAccount(db, book.tenant.slug, false))!
      return invoiceFacts({ db, account: current }, (await invoiceTable.find(db, account.book.id, invoiceId))!)
    },
  })
}

/** Every text of a paper, wherever it stands. */
export const wordsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value.replaceAll('\u00a0', ' ')]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(wordsOf)
      : []

/** Texts of the pages, each with the room it takes. */
export const drawnTexts = (pages: readonly Page[], measure: Measure): DrawnText[][] =>
  pages.map(page =>
    page.flatMap(mark =>
      mark.kind === 'text' && mark.text !== ''
        ? [
            {
              ...mark,
              text: mark.text.replaceAll('\u00a0', ' '),
              right: mark.x + measure(mark.text, mark.face, mark.size),
            },
          ]
        : [],
    ),
  )

export interface DrawnText extends TextMark {
  right: number
}

/** No text leaves the page or lies on another one. */
export function expectRoom(pages: readonly DrawnText[][]): void {
  for (const texts of pages) {
    for (const [index, text] of texts.entries()) {
      expect(text.x, text.text).toBeGreaterThanOrEqual(margin - 0.1)
      expect(text.right, text.text).toBeLessThanOrEqual(paperSize.width - margin + 3)
      const near = texts.slice(index + 1).filter(({ y, size }) => Math.abs(y - text.y) < Math.min(size, text.size))
      for (const other of near) {
        const apart = Math.max(other.x - text.right, text.x - other.right)
        expect(apart, `${text.text} | ${other.text}`).toBeGreaterThan(1)
      }
    }
  }
}

/** What a PDF tells about itself without being decoded. */
export function readPdf(bytes: Buffer): { pages: number; title: string; fonts: string[] } {
  const text = bytes.toString('latin1')
  expect(text).toMatch(/^%PDF-1\.\d/)
  expect(text.trimEnd()).toMatch(/%%EOF$/)
  const [, reference] = /\/Title (\d+) 0 R/.exec(text)!
  const [, title = ''] = new RegExp(`\\n${reference} 0 obj\\n\\(((?:[^()\\\\]|\\\\.)*)\\)`, 's').exec(text) ?? []
  return {
    pages: text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
    title: title.startsWith('þÿ') ? utf16(title.slice(2)) : title,
    fonts: [...new Set(text.match(/DejaVuSans\w*(-Bold)?/g))].sort(),
  }
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function utf16(text: string): string {
  const raw = text.replace(/\\(.)/gs, (_, character) => escapes[character] ?? character)
  return Buffer.from(raw, 'latin1').swap16().toString('utf16le')
}

/** Draws the squares of our SVG and reads them as a phone does. */
export function readCode(svg: string): string | undefined {
  const [, from, side] = /viewBox="(-?\d+) -?\d+ (\d+)/.exec(svg)!.map(Number) as [number, number, number]
  const scale = 4
  const width = side * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  const dark = svg.split('<path d="')[1]!
  for (const [, x, y, length] of dark.matchAll(/M(-?\d+) (-?\d+)h(\d+)v1/g)) {
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) - from) * scale + row) * width + (Number(x) - from) * scale
      for (let index = start; index < start + Number(length) * scale; index += 1)
        pixels.fill(0, index * 4, index * 4 + 3)
    }
  }
  return jsqr.default(pixels, width, width)?.data
}

/** The texts of all elements of a name, in their order. */
export const valuesOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>|<${name}/>`, 'g'))].map(([, text = '']) => text)

/** The insides of all elements of a name. */
export const partsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, inside]) => inside!)

/** The schemas of the standard lie beside the project, not in it. */
function schemaFolder(): string | undefined {
  const places: string[] = []
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (folder !== path.dirname(folder)) {
    places.unshift(path.join(folder, '..', 'shared', 'isdoc', 'xsd'))
    folder = path.dirname(folder)
  }
  return places.find(place => existsSync(place))
}

export const isdocSchemas = schemaFolder()

/** The faults xmllint finds, all documents in one go. */
export async function schemaFaults(documents: readonly string[]): Promise<string[]> {
  const file = (fileName: string) => ({ fileName, contents: readFileSync(path.join(isdocSchemas!, fileName), 'utf8') })
  const { errors } = await validateXML({
    xml: documents.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: [file('isdoc-invoice-6.0.2.xsd')],
    preload: [file('xmldsig-core-schema.xsd')],
  })
  return errors.map(({ rawMessage }) => rawMessage)
}
