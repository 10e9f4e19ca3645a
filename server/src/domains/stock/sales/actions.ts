/** What ties stock issues to sales: the lines of an order they fulfil, and the invoice they are on. */
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { StockDocument, StockLineColumns } from '../documents/store.ts'
import { type Claim, shareOut } from './rules.ts'
import { findInvoiceOfIssue, listIssuedForOrder, listOrderedLines } from './store.ts'

const claimOf = ({ id, item_id, quantity, issued_quantity, order_line_id }: StockLineColumns): Claim => ({
  id,
  item_id,
  quantity: issued_quantity ?? quantity,
  order_line_id,
})

/** A line that belongs to an order line already stays there. */
export async function linkToOrder(
  ctx: WriteContext,
  { order_id, movement_type, movement_purpose }: StockDocument,
  lines: StockLineColumns[],
): Promise<StockLineColumns[]> {
  const isSale = movement_type === 'issue' && movement_purpose === 'sale'
  if (order_id === null || !isSale || lines.every(line => line.order_line_id !== null)) return lines
  const bookId = ctx.account.book.id
  const ordered = await listOrderedLines(ctx.tx, bookId, order_id)
  const issued = await listIssuedForOrder(ctx.tx, bookId, order_id)
  const others = issued.filter(({ id }) => !lines.some(line => line.id === id))
  const shares = shareOut(ordered, [...others, ...lines.map(claimOf)])
  return lines.map(line => ({
    ...line,
    order_line_id: line.order_line_id ?? shares.get(line.id)?.[0]?.orderLineId ?? null,
  }))
}

/** What was invoiced stays as it left, as long as the invoice stands. */
export async function refuseInvoiced(ctx: WriteContext, { id, movement_type }: StockDocument): Promise<void> {
  if (movement_type !== 'issue') return
  const invoice = await findInvoiceOfIssue(ctx.tx, ctx.account.book.id, id)
  if (!invoice) return
  const { number, ...rest } = invoice
  throw problem('conflict', {
    ...because('issue_invoiced'),
    blockers: [{ object: 'invoice', ...rest, ...(number !== null && { number }) }],
  })
}
