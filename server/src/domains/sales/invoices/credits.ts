/** Credit notes drafted: which lines, how much of them, and what that is worth. */

import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { because, rowBecause } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { type Decimal, decimal, plain, sum, zero } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { findPartner, namesItem, refuseScale, unitOf } from '../../core/index.ts'
import { insertCounted, newInvoice } from './actions.ts'
import { restOf, type Share, type SoldLine, shareCredits, type Wanted } from './credit-rules.ts'
import { creditDates, dateFaults } from './dates.ts'
import { refusePaidBack } from './deposit-credits.ts'
import type { CreditBody, InvoiceStatus } from './schema.ts'
import {
  type Invoice,
  type InvoiceLineColumns,
  type InvoiceLineRow,
  listCreditedLines,
  listCreditsOf,
  listInvoiceLines,
} from './store.ts'
import { askedOf } from './totals.ts'

type Asked = NonNullable<CreditBody['lines']>[number]

/** V8: the mirror of the original, or of some of its lines; never more than is left of it. */
export async function creditInvoice(
  ctx: WriteContext,
  original: Invoice,
  body: CreditBody,
): Promise<Transition<Invoice, InvoiceStatus>> {
  const bookId = ctx.account.book.id
  const lines = await listInvoiceLines(ctx.tx, bookId, original.id)
  const dates = creditDates(body, ctx.today, original)
  requirePlausible(lines, body, dateFaults(dates, body, { today: ctx.today, original }))
  const notes = await listCreditsOf(ctx.tx, bookId, original.id)
  const sold = lines.map(line => ({ ...shareOf(line), lineId: line.id }))
  const credited = await listCreditedLines(ctx.tx, bookId, original.id)
  const taken = credited.map(line => ({ ...shareOf(line), lineId: line.original_line_id }))
  const rest = restOf(sold, taken)
  const wanted = body.lines?.map(wantedOf) ?? rest
  if (wanted.length === 0 || exceeds(wanted, rest)) throw moreThanLeft(notes)
  const shares = shareCredits(sold, taken, wanted)
  await refusePaidBack(
    ctx,
    original.partner_id,
    shares.map(({ lineId, pieces }) => ({ deposit_id: lines.find(({ id }) => id === lineId)!.deposit_id, pieces })),
  )
  const partner = await findPartner(ctx.tx, bookId, original.partner_id)
  const draft = { ...newInvoice(ctx, partner!, headOf(original, body)), ...dates, ...totalsOf(shares) }
  if (sum([original, ...notes, draft].map(askedOf)).lt(0)) throw moreThanLeft(notes)
  const note = await insertCounted(
    ctx,
    { ...draft, document_type: 'credit_note', original_id: original.id, reason: body.reason },
    { lines: creditLines(draft, lines, shares) },
  )
  const isWhole = restOf(sold, [...taken, ...shares]).length === 0
  // Until nothing is left of it the invoice stays as it is.
  return { answer: note, ...(isWhole ? { changes: { is_credited: true } } : { save: async () => original }) }
}

/** What the request itself cannot ask for, whatever other credit notes took. */
function requirePlausible(
  lines: readonly InvoiceLineRow[],
  { lines: asked = [] }: CreditBody,
  rows: ProblemRow[],
): void {
  const known = new Map(lines.map(line => [line.id, line]))
  const above = (name: 'quantity' | 'deposit_quantity', { line_id }: Asked, most: string): boolean =>
    sum(asked.filter(each => each.line_id === line_id).map(each => decimal(each[name] ?? 0))).gt(most)
  asked.forEach((each, index) => {
    const line = known.get(each.line_id)
    const refuse = (name: string, most: string) =>
      rows.push(rowBecause({ field: `lines[${index}].${name}` }, 'more_than_invoiced', { limit: most }))
    if (!line) rows.push(invalidReference(`lines[${index}].line_id`))
    if (line && above('quantity', each, line.quantity)) refuse('quantity', line.quantity)
    if (line && above('deposit_quantity', each, line.deposit_pieces)) refuse('deposit_quantity', line.deposit_pieces)
  })
  if (rows.length > 0) throw validationFailed(rows)
  asked.forEach(({ line_id, quantity }, index) => {
    const line = known.get(line_id)
    if (!line || !namesItem(line) || quantity === undefined) return
    refuseScale(quantity, unitOf(line), `lines[${index}].quantity`)
  })
}

const wantedOf = ({ line_id, quantity, deposit_quantity }: Asked): Wanted => ({
  lineId: line_id,
  quantity: decimal(quantity ?? 0),
  pieces: deposit_quantity === undefined ? null : decimal(deposit_quantity),
})

function exceeds(
  wanted: readonly Wanted[],
  rest: readonly { lineId: string; quantity: Decimal; pieces: Decimal }[],
): boolean {
  return wanted.some(({ lineId }) => {
    const left = rest.find(each => each.lineId === lineId)
    const own = wanted.filter(each => each.lineId === lineId)
    const quantity = sum(own.map(each => each.quantity))
    const pieces = sum(own.map(each => each.pieces ?? zero))
    return quantity.gt(left?.quantity ?? 0) || pieces.gt(left?.pieces ?? 0)
  })
}

const moreThanLeft = (notes: readonly Invoice[]) =>
  problem('conflict', {
    ...because('more_than_creditable'),
    blockers: notes.map(blockerOf),
  })

export const blockerOf = ({ id, status, number }: Invoice) => ({
  object: 'invoice',
  id,
  status,
  ...(number && { number }),
})

type Amounts = Pick<
  InvoiceLineColumns,
  'vat_rate_pct' | 'quantity' | 'excl_vat' | 'vat' | 'deposit_pieces' | 'deposit_total'
>

/** Of the invoice or of a credit note: positive either way. */
const shareOf = (line: Amounts): Omit<Share, 'lineId'> => ({
  ratePct: decimal(line.vat_rate_pct),
  quantity: decimal(line.quantity).abs(),
  base: decimal(line.excl_vat).abs(),
  vat: decimal(line.vat).abs(),
  pieces: decimal(line.deposit_pieces).abs(),
  deposit: decimal(line.deposit_total).abs(),
})

const headOf = (original: Invoice, { notes }: CreditBody) => ({
  warehouse_id: original.warehouse_id,
  category_id: original.category_id,
  event_id: original.event_id,
  activity_id: original.activity_id,
  currency: original.currency,
  exchange_rate: original.exchange_rate,
  customer_order_ref: original.customer_order_ref,
  payment_method: original.payment_method,
  notes: notes ?? null,
})

const negative = (amount: Decimal): string => plain(amount.times(-1))

function totalsOf(shares: readonly Share[]) {
  const total = (amount: 'base' | 'vat' | 'deposit') => sum(shares.map(share => share[amount]))
  return {
    total_excl_vat: negative(total('base')),
    total_vat: negative(total('vat')),
    total_incl_vat: negative(total('base').plus(total('vat'))),
    total_deposit: negative(total('deposit')),
  }
}

const creditLines = (
  { id: invoice_id }: Invoice,
  lines: readonly InvoiceLineRow[],
  shares: readonly SoldLine[],
): InvoiceLineColumns[] => {
  const known = new Map(lines.map(line => [line.id, line]))
  return shares.map(({ lineId, quantity, base, vat, pieces, deposit }, index) => ({
    ...known.get(lineId)!,
    id: newId(),
    invoice_id,
    sort_order: index + 1,
    original_line_id: lineId,
    quantity: negative(quantity),
    excl_vat: negative(base),
    vat: negative(vat),
    incl_vat: negative(base.plus(vat)),
    deposit_pieces: negative(pieces),
    deposit_total: negative(deposit),
  }))
}
