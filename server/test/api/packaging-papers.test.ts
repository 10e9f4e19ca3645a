/** Papers of packaging: what a return says on a page and on a slip, and the statement a partner signs. */
import { writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { returnPaper } from '../../src/domains/pos/packaging/papers/return-paper.ts'
import { returnSlip } from '../../src/domains/pos/packaging/papers/return-slip.ts'
import { findPaperParties } from '../../src/domains/pos/packaging/papers/store.ts'
import { listReturnLines, returnTable } from '../../src/domains/pos/packaging/returns/store.ts'
import { type Account, findAccount } from '../../src/kernel/account.ts'
import { setSlip, slipWidth } from '../../src/printing/slip.ts'
import { type KegBook, kegBook } from '../support/empties.ts'
import { company, readPdf } from '../support/papers.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

let book: KegBook
let account: Account

beforeAll(async () => {
  book = await kegBook(service)
  await book.apply({ company })
  account = (await findAccount(service.database, book.tenant.slug, false))!
  await book.dispatched({ k50: '10', k30: '4' }, { date: '2026-08-20' })
})

/** For whoever wants to look at them. */
const keep = (name: string, bytes: Buffer) => {
  if (process.env.KEEP_PAPERS) writeFileSync(`${process.env.KEEP_PAPERS}/${name}.pdf`, bytes)
}

async function factsOf({ id }: Told) {
  const db = service.database
  const row = (await returnTable.find(db, account.book.id, id))!
  const lines = await listReturnLines(db, account.book.id, id)
  return { row, lines, ...(await findPaperParties(db, account, row.partner_id)), isLive: false }
}

async function brought(body: object): Promise<Told> {
  const reply = await book.api.post('/packaging-returns', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

async function printed(path: string, name: string) {
  const reply = await book.api.get(path)
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/pdf')
  keep(name, reply.bytes)
  return reply
}

test('200: a return to a warehouse is a page with the deposit of each piece and a place to sign', async () => {
  const made = await brought({
    warehouse_id: book.main,
    partner_id: book.pub,
    lines: [{ deposit_id: book.keg50, pieces: '2' }],
    refund: { method: 'cash' },
    notes: 'Rampa vzadu.',
  })
  const paper = returnPaper(await factsOf(made), 'cs')
  expect(paper).toMatchObject({
    title: 'Vratka obalů',
    number: made.number,
    mark: null,
    parties: [
      { label: 'Dodavatel', name: company.name },
      { label: 'Vrátil', name: 'Hospoda' },
    ],
    notes: ['Rampa vzadu.'],
    signatures: ['Předal', 'Převzal'],
  })
  expect(paper.lines.rows).toEqual([['KEG50', 'Sud 50 l', '2', '1\u00a0500,00', '3\u00a0000,00']])
  expect(paper.totals.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Zálohy celkem 3\u00a0000,00\u00a0Kč',
    'Vyplaceno celkem 3\u00a0000,00\u00a0Kč',
  ])
  const { headers, bytes } = await printed(`/packaging-returns/${made.id}/pdf?language=en`, 'return-en')
  expect(headers['content-disposition']).toBe(`attachment; filename="${made.number}.pdf"`)
  expect(readPdf(bytes)).toMatchObject({ pages: 1, title: `Packaging return ${made.number}` })
  await book.act(`/packaging-returns/${made.id}`, 'cancel')
  expect(returnPaper(await factsOf(made), 'en').mark).toBe('CANCELLED')
})

test('200: a return at a cash desk is a slip of 80 mm', async () => {
  const [desk] = (await book.api.get('/cash-desks')).body.data
  const made = await brought({
    cash_desk_id: desk.id,
    partner_id: book.pub,
    lines: [
      { deposit_id: book.keg50, pieces: '1' },
      { deposit_id: book.keg30, pieces: '2' },
    ],
    refund: { method: 'cash' },
    notes: 'Jeden sud má promáčklé dno, zapsáno do knihy závad u výčepu.',
  })
  const { bytes } = await printed(`/packaging-returns/${made.id}/pdf`, 'slip-cs')
  expect(readPdf(bytes)).toMatchObject({ pages: 1, title: `Vratka obalů ${made.number}` })
  expect(bytes.toString('latin1')).toMatch(/MediaBox \[0 0 226\.77 /)
  const slip = returnSlip(await factsOf(made), 'cs')
  const { marks, height } = setSlip(slip, (text, _, size) => text.length * size * 0.5)
  expect(height).toBeGreaterThan(100)
  for (const mark of marks) {
    if (mark.kind !== 'text') continue
    expect(mark.x + mark.text.length * mark.size * 0.5, mark.text).toBeLessThanOrEqual(slipWidth - 11.9)
    expect(mark.y).toBeLessThan(height)
  }
  const words = slip.parts.flatMap(part =>
    typeof part === 'string' ? [] : [`${part.text} ${part.value ?? ''}`.trim()],
  )
  expect(words).toContain('Vyplaceno celkem 3\u00a0900,00\u00a0Kč')
  expect(words).toContain('Vyplaceno Hotově')
  await printed(`/packaging-returns/${made.id}/pdf?language=en`, 'slip-en')
})

test('200: a statement has every deposit, every movement, and two places to sign', async () => {
  const path = `/partners/${book.pub}/packaging-statement/pdf?date_from=2026-08-01&date_to=2999-12-31`
  const { bytes } = await printed(path, 'statement-cs')
  expect(readPdf(bytes)).toMatchObject({ pages: 1, title: 'Výpis vratných obalů' })
  expect(readPdf((await printed(`${path}&language=en`, 'statement-en')).bytes).title).toBe(
    'Statement of returnable packaging',
  )
})
