/** The lines of a received invoice: added and changed, and what that does to its totals. */

import { problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import { maxLines } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { WrittenLine } from '../../../kernel/document-lines.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { moneyText, plainText } from '../../../lib/decimal.ts'
import { keep } from '../../../lib/merge.ts'
import { labelErrors } from '../../core/index.ts'
import { findLastPayment } from '../payments/store.ts'
import { newLine, requireEditable, sealReceived } from './actions.ts'
import { receivedInvoices } from './document.ts'
import { isBelowPaid, isPaidWhole } from './rules.ts'
import type { ReceivedLineCreate, ReceivedLinePatch } from './schema.ts'
import {
  listReceivedLines,
  type Received,
  type ReceivedLine,
  type ReceivedLineColumns,
  receivedLineTable,
} from './store.ts'
import { computeTotals, isSameTax, withoutGivenVat } from './totals.ts'

type Written = WrittenLine<Received, ReceivedLine>

export async function addLine(ctx: WriteContext, invoice: Received, body: ReceivedLineCreate): Promise<Written> {
  requireEditable(invoice)
  const rows = await labelErrors(ctx, body)
  if (rows.length > 0) throw validationFailed(rows)
  const known = await listReceivedLines(ctx.tx, ctx.account.book.id, invoice.id)
  if (known.length >= maxLines) throw problem('conflict', { detail: `An invoice has at most ${maxLines} lines.` })
  const line = newLine(invoice.id, (known.at(-1)?.sort_order ?? 0) + 1, body)
  return writeLine(ctx, withoutGivenVat(invoice, [line]), { lines: [...known, line], line })
}

export async function changeLine(
  ctx: WriteContext,
  { row: invoice, line: before }: Written,
  body: ReceivedLinePatch,
): Promise<Written> {
  requireEditable(invoice)
  const rows = await labelErrors(ctx, body, before)
  if (rows.length > 0) throw validationFailed(rows)
  const after: ReceivedLine = {
    ...before,
    description: body.description ?? before.description,
    amount: body.amount === undefined ? before.amount : plainText(body.amount),
    vat_rate_pct: body.vat_rate_pct === undefined ? before.vat_rate_pct : plainText(body.vat_rate_pct),
    category_id: keep(body.category_id, before.category_id),
  }
  const names = Object.keys(after) as (keyof ReceivedLine)[]
  if (names.every(name => after[name] === before[name])) return { row: invoice, line: before }
  const known = await listReceivedLines(ctx.tx, ctx.account.book.id, invoice.id)
  const taxed = isSameTax(before, after) ? invoice : withoutGivenVat(invoice, [before, after])
  return writeLine(ctx, taxed, { lines: known.map(line => (line.id === before.id ? after : line)), line: after })
}

/** What is paid already stays paid: a total below it is refused. */
async function writeLine(
  ctx: WriteContext,
  before: Received,
  { lines, line }: { lines: ReceivedLineColumns[]; line: ReceivedLineColumns },
): Promise<Written> {
  const bookId = ctx.account.book.id
  const invoice = computeTotals(before, lines)
  if (isBelowPaid(invoice)) {
    throw problem(
      'conflict',
      because('already_paid', { amount: moneyText(before.paid_amount), currency: before.currency }),
    )
  }
  const row = await saveSettled(ctx, invoice)
  await receivedLineTable.save(ctx.tx, { bookId, now: ctx.now }, [line])
  await sealReceived(ctx, row)
  const shown = (await listReceivedLines(ctx.tx, bookId, row.id)).find(({ id }) => id === line.id)!
  return { row, line: shown }
}

/** A total that came to what is paid makes the invoice paid, on the day of the last payment; one that left it, open. */
async function saveSettled(ctx: WriteContext, invoice: Received): Promise<Received> {
  const isPaid = invoice.status === 'paid'
  if (isPaidWhole(invoice) === isPaid) return receivedInvoices.touch(ctx, invoice)
  if (isPaid)
    return moveAutomatically(ctx, receivedInvoices, { row: invoice, to: 'confirmed', changes: { paid_at: null } })
  const last = await findLastPayment(ctx.tx, ctx.account.book.id, invoice.id)
  const changes = { paid_at: last!.paid_on }
  return moveAutomatically(ctx, receivedInvoices, { row: invoice, to: 'paid', changes, event: 'paid' })
}
