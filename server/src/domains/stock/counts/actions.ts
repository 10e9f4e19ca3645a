/** Use cases of inventory counts: what is expected, what was counted, what is posted at the end. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { allowedActions } from '../../../contract/workflow.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { decimal, plain, plainText, zero } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { lineItemsOf, refuseOtherUnit, unusableItems } from '../../core/items/line-items.ts'
import { unitOf } from '../../core/items/store.ts'
import { refuseScale } from '../../core/units/actions.ts'
import { insertDocument, newDocument, newLine } from '../documents/actions.ts'
import { type LineColumns, listLines, type StockDocument } from '../documents/store.ts'
import { confirmQuietly, confirmShortage, emitLevels } from '../documents/transitions.ts'
import type { LevelRow } from '../levels/store.ts'
import { findLocks, listNewestPrices } from '../posting/store.ts'
import { findWarehouse } from '../warehouses/store.ts'
import { type CountCreate, type CountLineCreate, type CountLinePatch, countWorkflow } from './schema.ts'
import {
  type CountLineRow,
  findRunning,
  freshLine,
  type InventoryCount,
  listCountLines,
  listExpected,
  listExpectedOfLots,
  saveCount,
  saveCountLines,
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
    { field: place => `item_ids[${place}]`, isStockDocument: true },
  )
  if (!warehouse?.is_active) rows.push(invalidReference('warehouse_id'))
  if (rows.length > 0) throw validationFailed(rows)
  if (warehouse!.type === 'system') throw problem('system_warehouse')
  const date = body.date ?? ctx.today
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
  await saveCount(ctx.tx, book.id, count)
  return count
}

/** The list belongs to the scope `listed`, and the scope to the list. */
export function scopeFaults({ scope, item_ids }: Record<string, unknown>): ProblemRow[] {
  const field = 'item_ids'
  const isListed = scope === 'listed'
  const names = Array.isArray(item_ids) ? item_ids.length : 0
  if (isListed && names === 0) return [{ field, code: 'required', message: 'The scope listed names its items.' }]
  if (!isListed && names > 0)
    return [{ field, code: 'unexpected_field', message: 'Only the scope listed names items.' }]
  return []
}

async function touched(ctx: WriteContext, count: InventoryCount): Promise<InventoryCount> {
  const after = { ...count, version: count.version + 1, updated_at: ctx.now }
  await saveCount(ctx.tx, ctx.account.book.id, after)
  return after
}

function refuseClosed({ status }: InventoryCount): void {
  if (status === 'draft' || status === 'running') return
  throw problem('invalid_transition', { allowed_actions: allowedActions(countWorkflow, status) })
}

interface LineWritten {
  count: InventoryCount
  line: CountLineRow
}

export async function addCountLine(
  ctx: WriteContext,
  count: InventoryCount,
  body: CountLineCreate,
): Promise<LineWritten> {
  refuseClosed(count)
  const items = await lineItemsOf(ctx, [body.item_id])
  const rows = unusableItems([body], items, { field: () => 'item_id', isStockDocument: true })
  if (rows.length > 0) throw validationFailed(rows)
  const { id: itemId, unit } = [...items.values()][0]!
  await refuseOtherUnit(ctx, body.unit, unit, 'unit')
  refuseScale(body.counted_quantity, unit, 'counted_quantity')
  const lines = await listCountLines(ctx.tx, ctx.account.book.id, count.id)
  const known = lines.find(line => line.item_id === itemId && line.lot_id === (body.lot_id ?? null))
  if (known?.counted_quantity) throw counted(known)
  refuseMixed(lines, { itemId, lotId: body.lot_id ?? null, field: 'lot_id' })
  const expected = await expectedNow(ctx, count, itemId, body.lot_id ?? null)
  const line = {
    ...(known ?? freshLine(count.id, (lines.at(-1)?.line_order ?? 0) + 1, itemId)),
    lot_id: body.lot_id ?? null,
    counted_quantity: plainText(body.counted_quantity),
    expected_quantity: known?.expected_quantity ?? expected,
  }
  await saveCountLines(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, [line])
  return written(ctx, count, line.id)
}

const counted = ({ id }: CountLineRow) =>
  problem('conflict', {
    detail: 'The item is counted already: change its line.',
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

/** While the count runs the warehouse is locked, so what is there now was there at the start. */
async function expectedNow(
  ctx: WriteContext,
  count: InventoryCount,
  itemId: string,
  lotId: string | null,
): Promise<string | null> {
  const bookId = ctx.account.book.id
  if (lotId !== null) {
    const [lot] = await listExpectedOfLots(ctx.tx, bookId, [lotId])
    const fits = lot?.item_id === itemId && lot.warehouse_id === count.warehouse_id
    if (!fits) throw validationFailed([invalidReference('lot_id')])
    return count.status === 'running' ? lot.quantity : null
  }
  if (count.status !== 'running') return null
  const [level] = await listExpected(ctx.tx, { bookId, warehouseId: count.warehouse_id, itemIds: [itemId] })
  return level?.quantity ?? '0'
}

export async function changeCountLine(
  ctx: WriteContext,
  count: InventoryCount,
  before: CountLineRow,
  body: CountLinePatch,
): Promise<LineWritten> {
  refuseClosed(count)
  const unit = unitOf(before)
  if (body.unit) await refuseOtherUnit(ctx, body.unit, unit, 'unit')
  if (body.counted_quantity === undefined) return { count, line: before }
  if (body.counted_quantity !== null) refuseScale(body.counted_quantity, unit, 'counted_quantity')
  const quantity = body.counted_quantity === null ? null : plainText(body.counted_quantity)
  if (quantity === before.counted_quantity) return { count, line: before }
  if (quantity !== null) {
    const lines = await listCountLines(ctx.tx, ctx.account.book.id, count.id)
    refuseMixed(lines, { itemId: before.item_id, lotId: before.lot_id, field: 'counted_quantity' })
  }
  await saveCountLines(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, [
    { ...before, counted_quantity: quantity },
  ])
  return written(ctx, count, before.id)
}

async function written(ctx: WriteContext, before: InventoryCount, lineId: string): Promise<LineWritten> {
  const count = await touched(ctx, before)
  const lines = await listCountLines(ctx.tx, ctx.account.book.id, count.id)
  return { count, line: lines.find(({ id }) => id === lineId)! }
}

export async function startCount(ctx: WriteContext, count: InventoryCount): Promise<InventoryCount> {
  const bookId = ctx.account.book.id
  const running = await findRunning(ctx.tx, bookId, count.warehouse_id)
  if (running) {
    const { id, status, number } = running
    throw problem('conflict', {
      detail: 'Another count runs on the warehouse.',
      blockers: [{ object: 'inventory_count', id, status, number }],
    })
  }
  const lines = await listCountLines(ctx.tx, bookId, count.id)
  const named = new Set(lines.map(({ item_id }) => item_id))
  const itemIds = count.scope === 'all' ? null : count.item_ids
  const asked = itemIds && [...new Set([...itemIds, ...named])]
  const expected = await listExpected(ctx.tx, { bookId, warehouseId: count.warehouse_id, itemIds: asked })
  const byItem = new Map(expected.map(({ item_id, quantity }) => [item_id, quantity]))
  const ofLots = await listExpectedOfLots(
    ctx.tx,
    bookId,
    lines.flatMap(({ lot_id }) => lot_id ?? []),
  )
  const byLot = new Map(ofLots.map(({ id, quantity }) => [id, quantity]))
  const known = lines.map(line => ({
    ...line,
    expected_quantity: (line.lot_id === null ? byItem.get(line.item_id) : byLot.get(line.lot_id)) ?? '0',
  }))
  const last = lines.at(-1)?.line_order ?? 0
  const fresh = (itemIds ?? [...byItem.keys()])
    .filter(itemId => !named.has(itemId))
    .map((itemId, place) => ({
      ...freshLine(count.id, last + place + 1, itemId),
      expected_quantity: byItem.get(itemId) ?? '0',
    }))
  await saveCountLines(ctx.tx, { bookId, now: ctx.now }, [...known, ...fresh])
  return touched(ctx, { ...count, status: 'running' })
}

export const cancelCount = (ctx: WriteContext, count: InventoryCount): Promise<InventoryCount> =>
  touched(ctx, { ...count, status: 'cancelled' })

/** What differs, posted by one issue and one receipt. The count's own lock does not bind it. */
export async function finishCount(ctx: WriteContext, count: InventoryCount): Promise<InventoryCount> {
  const bookId = ctx.account.book.id
  const at = { bookId, warehouseId: count.warehouse_id, day: count.date }
  if ((await findLocks(ctx.tx, at)).is_filed) throw problem('excise_reported')
  const lines = (await listCountLines(ctx.tx, bookId, count.id)).filter(line => line.counted_quantity !== null)
  const difference = (line: CountLineRow) => decimal(line.counted_quantity!).minus(line.expected_quantity!)
  const missing = lines.filter(line => difference(line).lt(0))
  const surplus = lines.filter(line => difference(line).gt(0))
  const levels: LevelRow[] = []
  const issue = missing.length > 0 ? await postMissing(ctx, count, missing, levels) : undefined
  const receipt = surplus.length > 0 ? await postSurplus(ctx, count, surplus, levels) : undefined
  emitLevels(ctx, levels)
  return touched(ctx, { ...count, status: 'closed', issue_id: issue?.id ?? null, receipt_id: receipt?.id ?? null })
}

const head = (count: InventoryCount, purpose: 'inventory_shortage' | 'inventory_surplus') => ({
  body: {
    warehouse_id: count.warehouse_id,
    movement_purpose: purpose,
    date: count.date,
    notes: `Inventura ${count.number}`,
  },
  warehouse: { id: count.warehouse_id, name: count.warehouse_name, type: count.warehouse_type },
})

const lineOf = (document: StockDocument, place: number, line: CountLineRow, quantity: string): LineColumns => ({
  ...newLine(document.id, place + 1, {
    item_id: line.item_id,
    quantity,
    unit: { unit_id: line.unit_id },
  }),
})

async function postMissing(
  ctx: WriteContext,
  count: InventoryCount,
  lines: CountLineRow[],
  levels: LevelRow[],
): Promise<StockDocument> {
  const issue = await newDocument(ctx, 'issue', head(count, 'inventory_shortage'), { count_id: count.id })
  const taken = lines.map((line, place) => ({
    ...lineOf(issue, place, line, plain(decimal(line.expected_quantity!).minus(line.counted_quantity!))),
    lot_id: line.lot_id,
  }))
  await insertDocument(ctx, issue, taken)
  levels.push(...(await confirmShortage(ctx, issue, await listLines(ctx.tx, ctx.account.book.id, issue.id))))
  return issue
}

/** What is found costs what the newest layer cost; the layer itself when it was counted alone. */
async function postSurplus(
  ctx: WriteContext,
  count: InventoryCount,
  lines: CountLineRow[],
  levels: LevelRow[],
): Promise<StockDocument> {
  const bookId = ctx.account.book.id
  const itemIds = [...new Set(lines.map(({ item_id }) => item_id))]
  const newest = await listNewestPrices(ctx.tx, { bookId, warehouseId: count.warehouse_id, itemIds })
  const prices = new Map(newest.map(({ item_id, unit_price }) => [item_id, unit_price]))
  const receipt = await newDocument(ctx, 'receipt', head(count, 'inventory_surplus'), { count_id: count.id })
  const found = lines.map((line, place) => {
    const quantity = decimal(line.counted_quantity!).minus(line.expected_quantity!)
    const price = decimal(line.lot_unit_price ?? prices.get(line.item_id) ?? zero)
    return {
      ...lineOf(receipt, place, line, plain(quantity)),
      unit_price: plain(price),
      lot_number: line.lot_number,
      expiry_date: line.expiry_date,
    }
  })
  await insertDocument(ctx, receipt, found)
  const unpriced = lines.filter(line => line.lot_unit_price === null && !prices.has(line.item_id))
  await saveCountLines(
    ctx.tx,
    { bookId, now: ctx.now },
    unpriced.map(line => ({ ...line, cost_missing: true })),
  )
  const posted = await confirmQuietly(ctx, receipt, await listLines(ctx.tx, bookId, receipt.id))
  levels.push(...posted.levels)
  return receipt
}
