/** The report of a session: X while it is open, Z once it is closed. */
import { TextOf } from '../../../contract/schema.ts'
import type { ReadContext } from '../../../kernel/context.ts'
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { toInstant } from '../../../lib/instants.ts'
import { sessions } from '../sessions/document.ts'
import { findReport, type Session } from '../sessions/store.ts'
import { writeReport } from './report.ts'
import { CashDeskReport } from './schema.ts'

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
  record: sessionOfPath,
  handle: async ({ record }, ctx) => ({ body: await reportText(ctx, record) }),
})

export const reportEndpoints: readonly Endpoint[] = [report]
