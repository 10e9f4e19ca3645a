/** A session begins: with what is in the drawer, beside what should be. */
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { decimal, plain, plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { type Desk, deskTable } from '../desks/store.ts'
import { chooseDesk } from '../desks/which.ts'
import { countCashSince } from './cash-store.ts'
import { sessions } from './document.ts'
import { closingFloat } from './rules.ts'
import type { SessionCreate } from './schema.ts'
import { findLastClosed, type Session, sessionTable } from './store.ts'

export async function openSession(ctx: WriteContext, body: SessionCreate): Promise<Session> {
  const desk = await chooseDesk(ctx, body)
  if (desk.open_session_id !== null) throw await alreadyOpen(ctx, desk.open_session_id)
  const session: Session = {
    ...blank,
    id: newId(),
    number: await takeNumber(ctx, 'cash_desk_session', ctx.today),
    cash_desk_id: desk.id,
    cash_desk_name: desk.name,
    cash_account_id: desk.cash_account_id,
    currency: desk.currency,
    opened_at: ctx.now,
    opened_on: ctx.today,
    opening_float: plainText(body.opening_float),
    expected_float: await expectedFloat(ctx, desk),
    notes: body.notes ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await sessions.insert(ctx, session)
  await showInDesk(ctx, desk, session.id)
  return session
}

const blank = {
  version: 1,
  status: 'open',
  closed_at: null,
  float_explained: false,
  expected_cash: null,
  counted_cash: null,
  withdrawn: null,
  denominations: null,
} as const

async function alreadyOpen(ctx: WriteContext, id: string) {
  const { number, status } = await sessionTable.get(ctx.tx, ctx.account.book.id, id)
  return problem('conflict', {
    ...because('session_open', { number }),
    blockers: [{ object: sessions.object, id, status, number }],
  })
}

/** What the last session left, and what the drawer took since. */
async function expectedFloat(ctx: WriteContext, desk: Desk): Promise<string | null> {
  const bookId = ctx.account.book.id
  const last = await findLastClosed(ctx.tx, bookId, desk.id)
  if (!last) return null
  const since = await countCashSince(ctx.tx, bookId, { accountId: desk.cash_account_id, from: last.closed_at! })
  return plain(decimal(since).plus(closingFloat(last)!))
}

/** The desk shows its open session, or none. */
export const showInDesk = (ctx: WriteContext, desk: Desk, sessionId: string | null): Promise<void> =>
  deskTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, [
    { ...desk, version: desk.version + 1, open_session_id: sessionId },
  ])
