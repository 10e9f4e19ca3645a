/** Use cases of inventory counts: what is expected and what was counted. */

import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { WrittenLine } from '../../../kernel/document-lines.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { lineItemsOf, refuseOtherUnit, refuseScale, unitOf, unusableItems } from '../../core/index.ts'
import { findWarehouse } from '../warehouses/store.ts'
import { counts } from './document.ts'
import type { CountCreate, CountLineCreate, CountLinePatch } from './schema.ts'
import {
  type CountLineRow,
  countLineTable,
  findRunning,
  freshLine,
  type InventoryCount,
  listCountLines,
  listExpected,
  listExpectedOfLots,
} from './store.ts'

export async function addCount(ctx: WriteContext, body: CountCreate): Promise<InventoryCount> {
  const { book } = ctx.account
  const scope = body.scope ?? 'all'
  const ids = body.item_ids ?? []
  const warehouse = await findWarehouse(ctx.tx, book.id, body.warehouse_id)
  const items = await lineItemsOf(ctx, ids)
  const rows: ProblemRow[] = unusableItems(
    ids.map(item_id => ({ item_id })),
    items,
    { field: index => `item_ids[${index}]`, isStockDocument: true },
  )
  if (!warehouse?.is_active) rows.push(invalidReference('warehouse_id'))
  const date = body.date ?? ctx.today
  if (date > ctx.today)
    rows.push({ field: 'date', code: 'not_allowed', message: 'A count cannot be dated in the future.' })
  if (rows.length > 0) throw validationFailed(rows)
  if (warehouse!.type === 'system') throw problem('system_warehouse')
  const count: InventoryCount = {
    id: newId(),
    version: 1,
    number: await takeNumber(ctx, 'inventory_count', date),
    status: 'draft',
    date,
    warehouse_id: warehouse!.id,
    warehouse_name: warehouse!.name,
    warehouse_type: warehouse!.type,
    scope,
    item_ids: [...new Set(ids)],
    notes: body.notes ?? null,
    issue_id: null,
    receipt_id: null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  return counts.insert(ctx, count)
}

/** The list belongs to the scope `listed`, and the scope to the list. */
export function countScopeErrors({ scope, item_ids }: Record<string, unknown>): ProblemRow[] {
  const field = 'item_ids'
  const isListed = scope === 'listed'
  const names = Array.isArray(item_ids) ? item_ids.length : 0
  if (isListed && names === 0) return [{ field, code: 'required', message: 'The scope listed needs item_ids.' }]
  if (!isListed && names > 0)
    return [{ field, code: 'unexpected_field', message: 'Only the scope listed takes item_ids.' }]
  return []
}

function requireOpen(count: InventoryCount): void {
  if (count.status !== 'draft' && count.status !== 'running') throw counts.notNow(count)
}

type LineWritten = WrittenLine<InventoryCount, CountLineRow>

export async function addCountLine(
  ctx: WriteContext,
  count: InventoryCount,
  body: CountLineCreate,
): Promise<LineWritten> {
  requireOpen(count)
  const items = await lineItemsOf(ctx, [body.item_id])
  const rows = unusableItems([body], items, { field: () => 'item_id', isStockDocument: true })
  if (rows.length > 0) throw validationFailed(rows)
  const item = [...items.values()][0]!
  const [itemId, unit] = [item.id, unitOf(item)]
  await refuseOtherUnit(ctx, { sent: body.unit, unit, field: 'unit' })
  refuseScale(body.counted_quantity, unit, 'counted_quantity')
  const lines = await listCountLines(ctx.tx, ctx.account.book.id, count.id)
  const known = lines.find(line => line.item_id === itemId && line.lot_id === (body.lot_id ?? null))
  if (known?.counted_quantity) throw alreadyCounted(known)
  refuseMixed(lines, { itemId, lotId: body.lot_id ?? null, field: 'lot_id' })
  const expected = await expectedNow(ctx, count, { itemId, lotId: body.lot_id ?? null })
  const line = {
    ...(known ?? freshLine(count.id, (lines.at(-1)?.line_order ?? 0) + 1, itemId)),
    lot_id: body.lot_id ?? null,
    counted_quantity: plainText(body.counted_quantity),
    expected_quantity: known?.expected_quantity ?? expected,
  }
  await countLineTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, [line])
  return finishLine(ctx, count, line.id)
}

const alreadyCounted = ({ id }: CountLineRow) =>
  problem('conflict', {
    ...because('already_counted'),
    blockers: [{ object: 'inventory_count_line', id, status: 'counted' }],
  })

/** An item is counted as a whole or layer by layer: both at once would post twice. */
function refuseMixed(
  lines: CountLineRow[],
  { itemId, lotId, field }: { itemId: string; lotId: string | null; field: string },
): void {
  const rival = lines.find(
    line => line.item_id === itemId && (line.lot_id === null) !== (lotId === null) && line.counted_quantity !== null,
  )
  if (!rival) return
  const message = 'The item is counted as a whole or layer by layer, not both.'
  throw validationFailed([{ field, code: 'not_allowed', message }])
}

/** While the count runs the warehouse is locked, so what is known now was known at the start. */
async function expectedNow(
  ctx: WriteContext,
  count: InventoryCount,
  { itemId, lotId }: { itemId: string; lotId: string | null },
): Promise<string | null> {
  const bookId = ctx.account.book.id
  if (lotId !== null) {
    const [lot] = await listExpectedOfLots(ctx.tx, { bookId, day: count.date, ids: [lotId] })
    const isThere = lot?.warehouse_id === count.warehouse_id && lot.received_on <= count.date
    const fits = isThere && lot.item_id === itemId
    if (!fits) throw validationFailed([invalidReference('lot_id')])
    return count.status === 'running' ? lot.quantity : null
  }
  if (count.status !== 'running') return null
  const at = { bookId, warehouseId: count.warehouse_id, day: count.date, itemIds: [itemId] }
  const [level] = await listExpected(ctx.tx, at)
  return level?.quantity ?? '0'
}

export async function changeCountLine(
  ctx: WriteContext,
  { row: count, line: before }: LineWritten,
  body: CountLinePatch,
): Promise<LineWritten> {
  requireOpen(count)
  const unit = unitOf(before)
  if (body.unit) await refuseOtherUnit(ctx, { sent: body.unit, unit, field: 'unit' })
  if (body.counted_quantity === undefined) return { row: count, line: before }
  if (body.counted_quantity !== null) refuseScale(body.counted_quantity, unit, 'counted_quantity')
  const quantity = body.counted_quantity === null ? null : plainText(body.counted_quantity)
  if (quantity === before.counted_quantity) return { row: count, line: before }
  if (quantity !== null) {
    const lines = await listCountLines(ctx.tx, ctx.account.book.id, count.id)
    refuseMixed(lines, { itemId: before.item_id, lotId: before.lot_id, field: 'counted_quantity' })
  }
  await countLineTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, [
    { ...before, counted_quantity: quantity },
  ])
  return finishLine(ctx, count, before.id)
}

async function finishLine(ctx: WriteContext, before: InventoryCount, lineId: string): Promise<LineWritten> {
  const row = await counts.touch(ctx, before)
  const lines = await listCountLines(ctx.tx, ctx.account.book.id, row.id)
  return { row, line: lines.find(({ id }) => id === lineId)! }
}

type CountTransition = Transition<InventoryCount, InventoryCount['status']>

export async function startCount(ctx: WriteContext, count: InventoryCount): Promise<CountTransition> {
  const bookId = ctx.account.book.id
  if (count.date > ctx.today) throw problem('conflict', { detail: `The count is dated ${count.date}.` })
  const running = await findRunning(ctx.tx, bookId, count.warehouse_id)
  if (running) {
    const { id, status, number } = running
    throw problem('conflict', {
      ...because('another_count'),
      blockers: [{ object: 'inventory_count', id, status, number }],
    })
  }
  const lines = await listCountLines(ctx.tx, bookId, count.id)
  const named = new Set(lines.map(({ item_id }) => item_id))
  const itemIds = count.scope === 'all' ? null : count.item_ids
  const asked = itemIds && [...new Set([...itemIds, ...named])]
  const at = { bookId, warehouseId: count.warehouse_id, day: count.date }
  const expected = await listExpected(ctx.tx, { ...at, itemIds: asked })
  const byItem = new Map(expected.map(({ item_id, quantity }) => [item_id, quantity]))
  const ofLots = await listExpectedOfLots(ctx.tx, { ...at, ids: lines.flatMap(({ lot_id }) => lot_id ?? []) })
  const byLot = new Map(ofLots.map(({ id, quantity }) => [id, quantity]))
  const known = lines.map(line => ({
    ...line,
    expected_quantity: (line.lot_id === null ? byItem.get(line.item_id) : byLot.get(line.lot_id)) ?? '0',
  }))
  const last = lines.at(-1)?.line_order ?? 0
  const fresh = (itemIds ?? [...byItem.keys()])
    .filter(itemId => !named.has(itemId))
    .map((itemId, index) => ({
      ...freshLine(count.id, last + index + 1, itemId),
      expected_quantity: byItem.get(itemId) ?? '0',
    }))
  await countLineTable.save(ctx.tx, { bookId, now: ctx.now }, [...known, ...fresh])
  return {}
}
