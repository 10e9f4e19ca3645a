/** An excise report to hand over: CSV, PDF, XML. */
import { Type } from 'typebox'
import { OneOf, Shape } from '../../../contract/schema.ts'
import type { ReadContext } from '../../../kernel/context.ts'
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import {
  attachmentHeader,
  FileBytes,
  fileName,
  PaperQuery,
  pdfFile,
  type WordedPaper,
} from '../../../printing/files.ts'
import { type CompanyRow, findLogo, getCompany } from '../../core/index.ts'
import { listDays } from '../movements/days.ts'
import { listMovementKeys, nameMovements } from '../movements/store.ts'
import { getRate } from '../reports/calculation.ts'
import { reports } from '../reports/document.ts'
import type { Report } from '../reports/store.ts'
import { type CsvTable, daysTable, linesTable, movementsTable } from './csv.ts'
import { reportPaper } from './paper.ts'
import { reportXml } from './xml.ts'

const reportOfPath = rowOfPath(reports)

const FilePieces = Type.Unsafe<AsyncIterable<string>>({ ...FileBytes })

/** A file shows the lines as they stand, stale or not: nobody waits for a calculation. */
const shown = async (ctx: ReadContext, report: Report) => (await reports.reply({ ...report, is_fresh: true }, ctx)).body

const parts = ['lines', 'days', 'movements'] as const

/** Rows of one piece: a month may have a hundred thousand, and others have their turn after every piece. */
const rowsOfPiece = 500

async function* piecesOf<Found, Row>(
  table: CsvTable<Row>,
  found: readonly Found[],
  read: (part: readonly Found[]) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  yield table.head
  for (let start = 0; start < found.length; start += rowsOfPiece)
    yield table.text(await read(found.slice(start, start + rowsOfPiece)))
}

const asTheyAre = async <Row>(rows: readonly Row[]) => rows

/** What movements say is read piece by piece, when the ones before have gone out. */
async function csvPieces(ctx: ReadContext, report: Report, part: (typeof parts)[number]) {
  const { db, account } = ctx
  const bookId = account.book.id
  if (part === 'days') return piecesOf(daysTable, await listDays(db, account.book, report.period), asTheyAre)
  if (part === 'lines') return piecesOf(linesTable, (await shown(ctx, report)).lines, asTheyAre)
  const keys = await listMovementKeys(db, bookId, report.period)
  return piecesOf(movementsTable, keys, piece => ctx.inTurn(() => nameMovements(db, bookId, piece)))
}

const csv = defineEndpoint({
  id: 'exciseReports.csv',
  method: 'GET',
  path: '/excise-reports/{id}/csv',
  summary: 'Download an excise report as CSV',
  description: 'UTF-8 with a byte order mark, semicolons, decimal commas and Czech heads.',
  access: reports.access.read,
  query: Shape({
    part: Type.Optional(
      Type.Unsafe<(typeof parts)[number]>({ ...OneOf(parts), description: 'What it lists; lines by default.' }),
    ),
  }),
  returns: { status: 200, schema: FilePieces, file: 'text/csv', isStream: true },
  errors: [],
  isLongLived: true,
  record: reportOfPath,
  async handle({ record, query: { part = 'lines' } }, ctx) {
    const body = await ctx.inTurn(() => csvPieces(ctx, record, part))
    return { body, headers: attachmentHeader(fileName(`${record.number}-${part}`, record.id, 'csv')) }
  },
})

/** Once filed, as it was then. */
const companyOf = async ({ db, account }: ReadContext, { payer }: Report): Promise<CompanyRow> => ({
  ...(await getCompany(db, account)),
  ...payer,
})

const pdf = defineEndpoint({
  id: 'exciseReports.pdf',
  method: 'GET',
  path: '/excise-reports/{id}/pdf',
  summary: 'Download an excise report as PDF',
  description: 'With a place to sign; a draft is marked as one.',
  access: reports.access.read,
  query: PaperQuery,
  returns: pdfFile,
  errors: [],
  isLongLived: true,
  record: reportOfPath,
  async handle({ record, query: { language = 'cs' } }, ctx) {
    const { book } = ctx.account
    const facts = await ctx.inTurn(async () => {
      const report = await shown(ctx, record)
      const company = await companyOf(ctx, record)
      const rate = report.lines[0]?.rate ?? (await getRate(ctx.db, book.id, record.period)).rate
      const logo = company.logo_id === null ? null : await findLogo(ctx.db, book.id, company.logo_id)
      return { report, rate, company, logo }
    })
    const job: WordedPaper = { kind: 'paper_pdf', paper: reportPaper(facts, language) }
    const body = await ctx.printer.print(book.id, job)
    return { body, headers: attachmentHeader(fileName(record.number, record.id, 'pdf')) }
  },
})

const xml = defineEndpoint({
  id: 'exciseReports.xml',
  method: 'GET',
  path: '/excise-reports/{id}/xml',
  summary: 'Download an excise report as XML',
  description:
    'A plain form of our own, not the electronic return of the customs administration: `excise_report` with `number`, ' +
    '`period`, `status`, `due_date`, `filed_at`, `company` (`name`, `ico`, `dic`), `category`, `lines` of `line`, ' +
    '`totals`, `produced_ytd_hl` and `in_production` of `row`. Elements are called and written like the members of the ' +
    'record; what is null is left out.',
  access: reports.access.read,
  returns: { status: 200, schema: FileBytes, file: 'application/xml' },
  errors: [],
  isLongLived: true,
  record: reportOfPath,
  async handle({ record }, ctx) {
    const text = await ctx.inTurn(async () => reportXml(await shown(ctx, record), await companyOf(ctx, record)))
    return { body: Buffer.from(text), headers: attachmentHeader(fileName(record.number, record.id, 'xml')) }
  },
})

export const fileEndpoints: readonly Endpoint[] = [csv, pdf, xml]
