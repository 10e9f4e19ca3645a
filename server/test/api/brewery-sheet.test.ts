/** The sheet of a batch: what stands on it, where, and the PDF. */
import { beforeAll, describe, expect, test } from 'vitest'
import { batchTable } from '../../src/domains/brewery/batches/store.ts'
import { loadSheet, type SheetFacts } from '../../src/domains/brewery/sheets/facts.ts'
import { sheetPaper } from '../../src/domains/brewery/sheets/paper.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { paperFonts } from '../../src/printing/fonts.ts'
import type { LineMark } from '../../src/printing/sheet.ts'
import { typeset } from '../../src/printing/typeset.ts'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import { drawnTexts, expectRoom, readPdf, wordsOf } from '../support/papers.ts'
import { useService } from '../support/service.ts'
import { nobody } from '../support/stock.ts'

const service = useService()

const longName = 'Slad plzeňský humnový z ječmene jarního sladovnického, odrůda Bojos, sklizeň 2025, '.repeat(2).trim()
const timeZone = 'Europe/Prague'

let book: Brewhouse
let path: string
let facts: SheetFacts
beforeAll(async () => {
  book = await brewhouse(service)
  const malt = await book.item({ name: longName, item_type: 'brew_material' })
  const { body: bought } = await book.receipt([{ item: malt, quantity: '500', price: '18.35', lot: 'ŠARŽE-7' }])
  await book.act(`/goods-receipts/${bought.id}`, 'confirm')
  const batch = await book.fermenting('1000', { name: 'Vánoční speciál', notes: 'Rmut na dva rmuty.' })
  path = batch.path
  const { body: issue } = await book.issue([{ item: malt, quantity: '200' }], {
    movement_purpose: 'production_out',
    batch_id: batch.id,
  })
  await book.act(`/stock-issues/${issue.id}`, 'confirm')
  await book.act(path, 'record_loss', { volume_l: '20', reason: 'yeast', note: 'odkalení' })
  await book.act(path, 'split', { volume_l: '80', vessel_id: await book.vessel() })
  await book.act(path, 'receive_production', { quantity: '500', unit: { unit_code: 'l' } })
  facts = await load(batch.id)
})

async function load(id: string): Promise<SheetFacts> {
  const db = service.database
  const account = (await findAccount(db, book.tenant.slug, false))!
  const row = await batchTable.get(db, account.book.id, id)
  return loadSheet({ db, account, requestId: '', today: row.brew_date }, row)
}

const firstMs = Date.parse('2026-03-01T06:00:00Z')
const hourMs = 3_600_000

/** Gravity falls, temperature rises. */
const measured = (count: number): SheetFacts => ({
  ...facts,
  points: Array.from({ length: count }, (_, index) => [
    { axis: 'gravity_plato' as const, at: firstMs + index * hourMs, value: 12.4 - (9.8 * index) / count },
    { axis: 'temperature_c' as const, at: firstMs + index * hourMs, value: 8 + (4 * index) / count },
  ]).flat(),
  readings: [
    { axis: 'gravity_plato', count, first: '12.4', last: '2.6', least: '2.6', most: '12.4' },
    { axis: 'temperature_c', count, first: '8', last: '12', least: '8', most: '12' },
  ],
})

const pagesOf = (shown: SheetFacts, language: 'cs' | 'en' = 'cs') =>
  typeset(sheetPaper(shown, { language, timeZone }), paperFonts().measure)

const curvesOf = (shown: SheetFacts): LineMark[] =>
  pagesOf(shown)
    .flat()
    .filter((mark): mark is LineMark => mark.kind === 'line' && mark.points.length > 2)

describe('GET /batches/{id}/pdf', () => {
  test('200: a PDF in Czech, or in English', async () => {
    const { number } = (await book.api.get(path)).body
    const czech = await book.api.get(`${path}/pdf`)
    expect(czech.headers['content-type']).toBe('application/pdf')
    expect(czech.headers['content-disposition']).toBe(`attachment; filename="${number}.pdf"`)
    expect(readPdf(czech.bytes)).toMatchObject({ pages: 1, title: `Varní list ${number}` })
    const english = await book.api.get(`${path}/pdf?language=en`)
    expect(readPdf(english.bytes).title).toBe(`Batch sheet ${number}`)
  })

  test('200: of a batch that was only planned', async () => {
    const { body } = await book.batch()
    const { bytes } = await book.api.get(`/batches/${body.id}/pdf`)
    expect(readPdf(bytes).pages).toBe(1)
  })

  test('404 not_found: of nothing and of another book', async () => {
    expect((await book.api.get(`/batches/${nobody}/pdf`)).body.code).toBe('not_found')
    expect((await book.live.get(`${path}/pdf`)).body.code).toBe('not_found')
  })
})

describe('what the sheet says', () => {
  test('200: materials with lots, phases, losses, production, cost, places to sign', () => {
    const paper = sheetPaper(facts, { language: 'cs', timeZone })
    expect(paper.lines.rows.map(wordsOf)).toEqual([[expect.any(String), longName, 'ŠARŽE-7', '200 kg', '3 670,00']])
    const parts = Object.fromEntries(
      paper.parts!.map(part => [part.title, 'table' in part ? part.table.rows.map(wordsOf) : []]),
    )
    expect(Object.keys(parts)).toEqual(['Fáze a nádoby', 'Ztráty a přesuny', 'Výroba'])
    expect(parts['Fáze a nádoby']![0]).toEqual(expect.arrayContaining(['kvašení', 'Tank 1', '1 000 l']))
    const { number } = facts.batch
    expect(parts['Ztráty a přesuny']!.map(row => row.slice(1))).toEqual([
      ['ztráta', '-20 l', '', 'kvasnice: odkalení'],
      [`odděleno do ${number}-1`, '-80 l', '-299,59', ''],
    ])
    expect(parts.Výroba![0]!.slice(0, 2)).toEqual(['Příjem na sklad', '500 l'])
    const totals = wordsOf(paper.totals)
    expect(totals).toEqual(expect.arrayContaining(['Suroviny', '3 670,00 CZK', 'Předáno jiným várkám', '299,59 CZK']))
    expect(paper).toMatchObject({ notes: ['Rmut na dva rmuty.'], signatures: ['Sládek', 'Kontroloval'] })
  })

  test.each(['cs', 'en'] as const)('200: long names and a plot keep to their room: %s', language => {
    for (const count of [1, 2, 30, 300]) {
      const pages = drawnTexts(pagesOf(measured(count), language), paperFonts().measure)
      expectRoom(pages)
      const texts = pages.flat().map(({ text }) => text)
      expect(texts).toContain(language === 'cs' ? 'Extrakt (°P)' : 'Extract (°P)')
    }
  })

  test('200: two curves inside their frame; gravity falls as temperature rises', () => {
    expect(curvesOf(facts)).toEqual([])
    const [gravity, temperature] = curvesOf(measured(100))
    expect(gravity!.points).toHaveLength(100)
    expect(temperature).toMatchObject({ dash: 3 })
    for (const { points } of [gravity!, temperature!]) {
      expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).toSorted((one, other) => one - other))
      expect(points.at(-1)!.x - points[0]!.x).toBeGreaterThan(400)
    }
    // Down the page is larger.
    expect(gravity!.points.at(-1)!.y).toBeGreaterThan(gravity!.points[0]!.y)
    expect(temperature!.points.at(-1)!.y).toBeLessThan(temperature!.points[0]!.y)
  })
})
