/** Use cases of the lines of a draft. */

import { problem, validationFailed } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import { maxLines, type UnitRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { WrittenLine } from '../../../kernel/document-lines.ts'
import { decimal, plainText } from '../../../lib/decimal.ts'
import { keep } from '../../../lib/merge.ts'
import { lineItemsOf, refuseOtherUnit, refuseScale, unitOf, unusableItems } from '../../core/index.ts'
import { findOpenBatch } from '../production.ts'
import { linkToOrder } from '../sales/actions.ts'
import { costOf, newLine } from './actions.ts'
import { requireDraft } from './changes.ts'
import { documentOf } from './document.ts'
import { isProduced, lotFaults, priceFaults, refuseItems } from './references.ts'
import type { LineCreate, LinePatch } from './schema.ts'
import {
  listStockLines,
  type StockDocument,
  type StockLineColumns,
  type StockLineRow,
  stockLineTable,
} from './store.ts'

type Written = WrittenLine<StockDocument, StockLineRow>

export async function addLine(ctx: WriteContext, document: StockDocument, body: LineCreate): Promise<Written> {
  const { book } = ctx.account
  requireDraft(document)
  requireOwnLines(document)
  const found = await lotFaults(ctx, [body], { warehouseId: document.warehouse_id, prefix: () => '' })
  await refuseItems(ctx, [body], { prefix: () => '', found })
  await refusePrice(ctx, document, body)
  const lines = await listStockLines(ctx.tx, book.id, document.id)
  if (lines.length >= maxLines) {
    throw problem('conflict', { detail: `A document has at most ${maxLines} lines.` })
  }
  const line = newLine(document.id, (lines.at(-1)?.line_order ?? 0) + 1, body)
  await stockLineTable.save(ctx.tx, { bookId: book.id, now: ctx.now }, await linkToOrder(ctx, document, [line]))
  return finishLine(ctx, document, line.id)
}

/** The lines of a transfer's receipt and of a repack follow what was taken: they are not edited one by one. */
function requireOwnLines({ source_issue_id, repack_id }: StockDocument): void {
  if (source_issue_id === null && repack_id === null) return
  const detail =
    source_issue_id === null ? 'The lines belong to a repack.' : 'The lines follow the issue of the transfer.'
  throw problem('conflict', { detail })
}

async function refusePrice(
  ctx: WriteContext,
  { movement_type, movement_purpose, batch_id }: StockDocument,
  line: Pick<LineCreate, 'item_id' | 'unit_price'>,
): Promise<void> {
  if (!isProduced(movement_type, movement_purpose)) return
  const rows = priceFaults(await findOpenBatch(ctx, batch_id), [line], () => '')
  if (rows.length > 0) throw validationFailed(rows)
}

async function finishLine(ctx: WriteContext, before: StockDocument, lineId: string): Promise<Written> {
  const lines = await listStockLines(ctx.tx, ctx.account.book.id, before.id)
  const row = await documentOf(before).touch(ctx, before, { total_cost: costOf(before, lines) })
  return { row, line: lines.find(({ id }) => id === lineId)! }
}

export async function changeLine(
  ctx: WriteContext,
  { row: document, line: before }: Written,
  body: LinePatch,
): Promise<Written> {
  requireDraft(document)
  const after = await patchLine(ctx, { row: document, line: before }, body)
  const names = Object.keys(after) as (keyof StockLineColumns)[]
  if (names.every(name => after[name] === before[name])) return { row: document, line: before }
  if (names.some(name => name !== 'notes' && after[name] !== before[name])) requireOwnLines(document)
  await stockLineTable.save(
    ctx.tx,
    { bookId: ctx.account.book.id, now: ctx.now },
    await linkToOrder(ctx, document, [after]),
  )
  return finishLine(ctx, document, before.id)
}

/** The unit is that of the item; a patch names it together with a quantity. */
async function patchLine(
  ctx: WriteContext,
  { row: document, line: before }: Written,
  body: LinePatch,
): Promise<StockLineColumns> {
  const isNewItem = body.item_id !== undefined && body.item_id !== before.item_id
  const after: StockLineColumns = {
    ...stockLineTable.rowOf(before),
    item_id: body.item_id ?? before.item_id,
    quantity: body.quantity ? plainText(body.quantity) : before.quantity,
    issued_quantity: decimalOf(body.issued_quantity, before.issued_quantity),
    unit_price: decimalOf(body.unit_price, before.unit_price),
    order_line_id: isNewItem ? null : before.order_line_id,
    lot_id: keep(body.lot_id, before.lot_id),
    lot_number: keep(body.lot_number, before.lot_number),
    expiry_date: keep(body.expiry_date, before.expiry_date),
    notes: keep(body.notes, before.notes),
  }
  const items = await lineItemsOf(ctx, [after.item_id])
  const unusable = isNewItem ? unusableItems([after], items, { field: () => 'item_id', isStockDocument: true }) : []
  if (after.lot_id !== before.lot_id || isNewItem) {
    unusable.push(...(await lotFaults(ctx, [after], { warehouseId: document.warehouse_id, prefix: () => '' })))
  }
  if (unusable.length > 0) throw validationFailed(unusable)
  const unit = unitOf(items.get(after.item_id) ?? before)
  await refusePrice(ctx, document, after)
  if (body.unit) await refuseOtherUnit(ctx, { sent: body.unit, unit, field: 'unit' })
  else if (unit.id !== before.unit_id) throw validationFailed([otherUnit])
  refuseScale(after.quantity, unit, 'quantity')
  if (after.issued_quantity !== null) refuseOverride(after.issued_quantity, after.quantity, unit)
  return after
}

const otherUnit = {
  field: 'unit',
  code: 'unit_required',
  message: 'The item has another unit: send the quantity with it.',
} as const

function refuseOverride(issued: string, quantity: string, unit: UnitRef): void {
  refuseScale(issued, unit, 'issued_quantity')
  if (decimal(issued).lte(quantity)) return
  throw validationFailed([rowBecause({ field: 'issued_quantity' }, 'more_than_quantity', { limit: quantity })])
}

const decimalOf = (sent: string | null | undefined, kept: string | null): string | null =>
  sent ? plainText(sent) : keep(sent, kept)
