/** The lines of a received invoice: added and changed, and what that does to its totals. */
import { problem, validationFailed } from '../../../contract/problems.ts'
import { mostLines } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { moneyText, plainText } from '../../../lib/decimal.ts'
import { keep } from '../../../lib/merge.ts'
import { labelFaults } from '../../core/categories/references.ts'
import { findLastPayment } from '../payments/store.ts'
import { newLine, refuseLocked, say, sealReceived, touch } from './actions.ts'
import { isBelowPaid, isPaidWhole } from './rules.ts'
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

/** What is paid already stays paid: a total below it is refused. */
async function written(
  ctx: WriteContext,
  before: Received,
  lines: ReceivedLineColumns[],
  line: ReceivedLineColumns,
): Promise<Written> {
  const bookId = ctx.account.book.id
  const invoice = counted(before, lines)
  if (isBelowPaid(invoice)) {
    throw problem('conflict', { detail: `${moneyText(before.paid_amount)} ${before.currency} is paid already.` })
  }
  const saved = await touch(ctx, await settledAnew(ctx, invoice))
  await saveReceivedLines(ctx.tx, { bookId, now: ctx.now }, [line])
  await sealReceived(ctx, saved)
  if (saved.status === 'paid' && before.status !== 'paid') say(ctx, 'paid', saved)
  const shown = (await listReceivedLines(ctx.tx, bookId, saved.id)).find(({ id }) => id === line.id)!
  return { invoice: saved, line: shown }
}

/** A total that came to what is paid makes the invoice paid, on the day of the last payment; one that left it, open. */
async function settledAnew(ctx: WriteContext, invoice: Received): Promise<Received> {
  if (isPaidWhole(invoice) === (invoice.status === 'paid')) return invoice
  if (invoice.status === 'paid') return { ...invoice, status: 'confirmed', paid_at: null }
  const last = await findLastPayment(ctx.tx, ctx.account.book.id, invoice.id)
  return { ...invoice, status: 'paid', paid_at: last!.paid_on }
}
