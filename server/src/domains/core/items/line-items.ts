/** The items that lines of a document name: found at once, with their units and quantities checked. */
import { invalidReference, type ProblemRow, problem } from '../../../contract/problems.ts'
import type { UnitInput, UnitRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { getUnit, refuseScale } from '../units/actions.ts'
import { isStocked } from './rules.ts'
import { type Item, listItemsByIds } from './store.ts'
import { unitOf } from './view.ts'

export interface NamedLine {
  item_id: string
  quantity: string
  unit: UnitInput
}

export type LineItems = Map<string, Item>

export const lineItemsOf = async (ctx: WriteContext, ids: readonly string[]): Promise<LineItems> => {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  return new Map((await listItemsByIds(ctx.tx, ctx.account.book.id, unique)).map(item => [item.id, item]))
}

export const itemOfLine = (items: LineItems, itemId: string): Item => items.get(itemId)!

/** Rows for items that are unknown, out of use or, on stock documents, never in stock. */
export const unusableItems = (
  lines: readonly { item_id: string }[],
  items: LineItems,
  options: { field: (index: number) => string; isStockDocument: boolean },
): ProblemRow[] =>
  lines.flatMap(({ item_id }, index) => {
    const item = items.get(item_id)
    const isUsable = item?.is_active && (!options.isStockDocument || isStocked(item.item_type))
    return isUsable ? [] : [invalidReference(options.field(index))]
  })

/** Rule 2: a line is in the unit of its item, and nothing is ever converted. Rule 6: nor rounded. */
export async function refuseUnits(
  ctx: WriteContext,
  of: { lines: readonly NamedLine[]; items: LineItems; field: (index: number, name: string) => string },
): Promise<void> {
  for (const [index, line] of of.lines.entries()) {
    const unit = unitOf(itemOfLine(of.items, line.item_id))
    await refuseOtherUnit(ctx, { sent: line.unit, unit, field: of.field(index, 'unit') })
    refuseScale(line.quantity, unit, of.field(index, 'quantity'))
  }
}

/** A unit nobody has is told apart from one that is merely not the item's. */
export async function refuseOtherUnit(
  ctx: WriteContext,
  { sent, unit, field }: { sent: UnitInput; unit: UnitRef; field: string },
): Promise<void> {
  if (sent.unit_id === unit.id || sent.unit_code === unit.code) return
  await getUnit(ctx, sent, field)
  throw problem('unit_mismatch', { expected_unit: unit, field })
}
