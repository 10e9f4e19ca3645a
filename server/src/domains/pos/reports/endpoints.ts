/** The report of a session: X while it is open, Z once it is closed. */
import { TextOf } from '../../../contract/schema.ts'
import type { ReadContext } from '../../../kernel/context.ts'
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { toInstant } from '../../../lib/instants.ts'
import { attachmentHeader, fileName, PaperQuery, pdfFile, type WordedSlip } from '../../../printing/files.ts'
import { partiesOfPaper } from '../packaging/papers/store.ts'
import { sessions } from '../sessions/document.ts'
import { findReport, type Session } from '../sessions/store.ts'
import { writeReport } from './report.ts'
import { CashDeskReport } from './schema.ts'
import { reportSlip } from './slip.ts'

const sessionOfPath = rowOfPath(sessions)

/** What was kept when it was closed, or what it comes to now. */
const reportText = async (ctx: ReadContext, session: Session): Promise<string> =>
  (await findReport(ctx.db, ctx.account.book.id, session.id)) ??
  JSON.stringify(await writeReport(ctx, session, { asOf: toInstant(ctx.nowMs) }))

const report = defineEndpoint({
  id: 'cashDeskSessions.report',
  method: 'GET',
  path: '/cash-desk-sessions/{id}/report',
  summary: 'Get the report of a cash desk session',
  description: 'X while the session is open. The Z report was made when it was closed: it is the same ever after.',
  access: sessions.access.read,
  returns: { status: 200, schema: TextOf(CashDeskReport), isWritten: true },
  errors: [],
  isOfOneMoment: true,
  record: sessionOfPath,
  handle: async ({ record }, ctx) => ({ body: await reportText(ctx, record) }),
})

const pdf = defineEndpoint({
  id: 'cashDeskSessions.pdf',
  method: 'GET',
  path: '/cash-desk-sessions/{id}/pdf',
  summary: 'Download the report of a cash desk session as PDF',
  description: 'A slip 80 mm wide with the numbers of the report; X is marked as such.',
  access: sessions.access.read,
  query: PaperQuery,
  returns: pdfFile,
  errors: [],
  isLongLived: true,
  record: sessionOfPath,
  async handle({ record, query: { language = 'cs' } }, ctx) {
    const { book, tenant } = ctx.account
    const facts = await ctx.inTurn(async () => ({
      report: JSON.parse(await reportText(ctx, record)) as CashDeskReport,
      supplier: (await partiesOfPaper(ctx.db, ctx.account, { id: record.id })).supplier,
      timeZone: tenant.timeZone,
    }))
    const job: WordedSlip = { kind: 'slip_pdf', slip: reportSlip(facts, language) }
    const body = await ctx.printer.print(book.id, job)
    const name = `${facts.report.kind}-${record.number}`
    return { body, headers: attachmentHeader(fileName(name, record.id, 'pdf')) }
  },
})

export const reportEndpoints: readonly Endpoint[] = [report, pdf]
