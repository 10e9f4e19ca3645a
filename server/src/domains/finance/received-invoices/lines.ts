/** The lines of a received invoice: added and changed, and what that does to its totals. */
import { problem, validationFailed } from '../../../contract/problems.ts'
import { mostLines } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plainText } from '../../../lib/decimal.ts'
import { keep } from '../../../lib/merge.ts'
import { labelFaults } from '../../core/categories/references.ts'
import { newLine, refuseLocked, touch } from './actions.ts'
import type { ReceivedLineCreate, ReceivedLinePatch } from './schema.ts'
import {
  listReceivedLines,
  type Received,
  type ReceivedLine,
  type ReceivedLineColumns,
  saveReceivedLines,
} from './store.ts'
import { counted, isSameTax, withoutGivenVat } from './totals.ts'

interface Written {
  invoice: Received
  line: ReceivedLine
}

export async function addLine(ctx: WriteContext, invoice: Received, body: ReceivedLineCreate): Promise<Written> {
  refuseLocked(invoice)
  const rows = await labelFaults(ctx, body)
  if (rows.length > 0) throw validationFailed(rows)
  const known = await listReceivedLines(ctx.tx, ctx.account.book.id, invoice.id)
  if (known.length >= mostLines) throw problem('conflict', { detail: `An invoice has at most ${mostLines} lines.` })
  const line = newLine(invoice.id, (known.at(-1)?.sort_order ?? 0) + 1, body)
  return written(ctx, withoutGivenVat(invoice, [line]), [...known, line], line)
}

export async function changeLine(
  ctx: WriteContext,
  invoice: Received,
  before: ReceivedLine,
  body: ReceivedLinePatch,
): Promise<Written> {
  refuseLocked(invoice)
  const rows = await labelFaults(ctx, body, before)
  if (rows.length > 0) throw validationFailed(rows)
  const after: ReceivedLine = {
    ...before,
    description: body.description ?? before.description,
    amount: body.amount === undefined ? before.amount : plainText(body.amount),
    vat_rate_pct: body.vat_rate_pct === undefined ? before.vat_rate_pct : plainText(body.vat_rate_pct),
    category_id: keep(body.category_id, before.category_id),
  }
  const names = Object.keys(after) as (keyof ReceivedLine)[]
  if (names.every(name => after[name] === before[name])) return { invoice, line: before }
  const known = await listReceivedLines(ctx.tx, ctx.account.book.id, invoice.id)
  return written(
    ctx,
    isSameTax(before, after) ? invoice : withoutGivenVat(invoice, [before, after]),
    known.map(line => (line.id === before.id ? after : line)),
    after,
  )
}

/** What is paid already stays paid: a total below it is refused, one that equals it is paid. */
async function written(
  ctx: WriteContext,
  before: Received,
  lines: ReceivedLineColumns[],
  line: ReceivedLineColumns,
): Promise<Written> {
  const bookId = ctx.account.book.id
  const invoice = counted(before, lines)
  if (decimal(invoice.total_incl_vat).lt(before.paid_amount)) {
    throw problem('conflict', { detail: `${before.paid_amount} ${before.currency} is paid already.` })
  }
  const isSettled = before.status === 'paid' && !decimal(invoice.total_incl_vat).eq(before.paid_amount)
  const saved = await touch(ctx, isSettled ? { ...invoice, status: 'confirmed', paid_at: null } : invoice)
  await saveReceivedLines(ctx.tx, { bookId, now: ctx.now }, [line])
  const shown = (await listReceivedLines(ctx.tx, bookId, saved.id)).find(({ id }) => id === line.id)!
  return { invoice: saved, line: shown }
}
