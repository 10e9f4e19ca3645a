/** An excise report to hand over: CSV, PDF, XML. */
import { setImmediate } from 'node:timers/promises'
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
import { findLogo, getCompany } from '../../core/index.ts'
import { listDays } from '../movements/days.ts'
import { listMovements } from '../movements/store.ts'
import { getRate } from '../reports/calculation.ts'
import { reports } from '../reports/document.ts'
import type { Report } from '../reports/store.ts'
import { daysCsv, linesCsv, movementsCsv } from './csv.ts'
import { reportPaper } from './paper.ts'
import { reportXml } from './xml.ts'

const reportOfPath = rowOfPath(reports)

/** A file shows the lines as they stand, stale or not: nobody waits for a calculation. */
const shown = async (ctx: ReadContext, report: Report) => (await reports.reply({ ...report, is_fresh: true }, ctx)).body

const parts = ['lines', 'days', 'movements'] as const

async function csvPieces(ctx: ReadContext, report: Report, part: (typeof parts)[number]): Promise<Generator<string>> {
  const { db, account } = ctx
  if (part === 'days') return daysCsv(await listDays(db, account.book.id, report.period))
  if (part === 'movements') return movementsCsv(await listMovements(db, account.book.id, report.period))
  return linesCsv(await shown(ctx, report))
}

/** Others have their turn after every piece. */
async function bytesOf(pieces: Generator<string>): Promise<Buffer> {
  const written: Buffer[] = []
  for (const piece of pieces) {
    written.push(Buffer.from(piece))
    await setImmediate()
  }
  return Buffer.concat(written)
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
  returns: { status: 200, schema: FileBytes, file: 'text/csv' },
  errors: [],
  isLongLived: true,
  record: reportOfPath,
  async handle({ record, query: { part = 'lines' } }, ctx) {
    const body = await bytesOf(await ctx.inTurn(() => csvPieces(ctx, record, part)))
    return { body, headers: attachmentHeader(fileName(`${record.number}-${part}`, record.id, 'csv')) }
  },
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
      const company = await getCompany(ctx.db, ctx.account)
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
    const text = await ctx.inTurn(async () =>
      reportXml(await shown(ctx, record), await getCompany(ctx.db, ctx.account)),
    )
    return { body: Buffer.from(text), headers: attachmentHeader(fileName(record.number, record.id, 'xml')) }
  },
})

export const fileEndpoints: readonly Endpoint[] = [csv, pdf, xml]
