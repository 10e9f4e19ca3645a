/** Which lines a refund is about, and how much of them is left to give back. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, plain, zero } from '../../../lib/decimal.ts'
import { refuseOtherUnit, refuseScale, unitOf } from '../../core/index.ts'
import { type GivenBack, piecesLeft, quantityLeft, type WantedBack } from './refund-rules.ts'
import type { RefundBody } from './schema.ts'
import { listReturnedOfSale, type Sale, type SaleLineRow } from './store.ts'

/** All that is left, or what is asked for: of this sale, in its units, and no more than is left. */
export async function wantedOf(
  ctx: WriteContext,
  lines: SaleLineRow[],
  { lines: asked }: RefundBody,
): Promise<WantedBack[]> {
  if (!asked) {
    return lines
      .filter(line => quantityLeft(line).gt(0))
      .map((line, index) => ({
        line,
        quantity: quantityLeft(line),
        pieces: undefined,
        isWhole: true,
        isRestocked: line.is_stocked,
        index,
      }))
  }
  const rows: ProblemRow[] = []
  const seen = new Set<string>()
  for (const [index, { line_id, restock: isWanted }] of asked.entries()) {
    const line = lines.find(({ id }) => id === line_id)
    if (!line || seen.has(line_id)) rows.push(invalidReference(`lines[${index}].line_id`))
    seen.add(line_id)
    if (line && isWanted && !line.is_stocked) {
      const message = 'It does not come back to stock.'
      rows.push({ field: `lines[${index}].restock`, code: 'not_allowed', message })
    }
  }
  if (rows.length > 0) throw validationFailed(rows)
  const wanted = asked.map((each, index): WantedBack => {
    const line = lines.find(({ id }) => id === each.line_id)!
    const pieces = each.deposit_quantity === undefined ? undefined : decimal(each.deposit_quantity)
    const isRestocked = each.restock ?? line.is_stocked
    return { line, quantity: decimal(each.quantity), pieces, isWhole: false, isRestocked, index }
  })
  for (const [index, each] of asked.entries()) {
    const unit = unitOf(wanted[index]!.line)
    await refuseOtherUnit(ctx, { sent: each.unit, unit, field: `lines[${index}].unit` })
    refuseScale(each.quantity, unit, `lines[${index}].quantity`)
  }
  refuseMoreThanLeft(wanted)
  return wanted
}

const moreThanLeft = (index: number, name: string, left: Decimal): ProblemRow =>
  rowBecause({ field: `lines[${index}].${name}` }, 'more_than_left', { limit: plain(left) })

function refuseMoreThanLeft(wanted: readonly WantedBack[]): void {
  const rows = wanted.flatMap(({ line, quantity, pieces, index }) => [
    ...(quantity.gt(quantityLeft(line)) ? [moreThanLeft(index, 'quantity', quantityLeft(line))] : []),
    ...(pieces?.gt(piecesLeft(line)) ? [moreThanLeft(index, 'deposit_quantity', piecesLeft(line))] : []),
  ])
  if (rows.length > 0) throw validationFailed(rows)
}

/** Of each deposit what the sale gave, less what refunds and returns that name it brought back. */
export async function piecesAtHand(ctx: WriteContext, sale: Sale, lines: SaleLineRow[]): Promise<Map<string, Decimal>> {
  const left = new Map<string, Decimal>()
  for (const line of lines) {
    if (line.deposit_id === null) continue
    left.set(line.deposit_id, (left.get(line.deposit_id) ?? zero).plus(piecesLeft(line)))
  }
  if (left.size === 0) return left
  for (const { deposit_id, pieces } of await listReturnedOfSale(ctx.tx, ctx.account.book.id, sale.id)) {
    left.set(deposit_id, (left.get(deposit_id) ?? zero).minus(pieces))
  }
  return left
}

/** More than are left because they came back already. */
export function refuseReturned(given: readonly GivenBack[], atHand: ReadonlyMap<string, Decimal>): void {
  const left = new Map(atHand)
  for (const { line, pieces } of given) {
    if (pieces.eq(0)) continue
    const rest = (left.get(line.deposit_id!) ?? zero).minus(pieces)
    if (rest.lt(0)) throw problem('sale_kegs_partially_returned')
    left.set(line.deposit_id!, rest)
  }
}
