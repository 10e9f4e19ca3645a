/** The end of an inventory count: what differs is posted on its day. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain, zero } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/items/store.ts'
import { insertDocument, newDocument, newLine } from '../documents/actions.ts'
import { type LineColumns, listLines, type StockDocument } from '../documents/store.ts'
import { confirmQuietly, confirmShortage, emitLevels } from '../documents/transitions.ts'
import type { LevelRow } from '../levels/store.ts'
import type { Shortage } from '../posting/rules.ts'
import { findLocks, listNewestPrices } from '../posting/store.ts'
import type { CountTransition } from './actions.ts'
import { type CountLineRow, countLineTable, type InventoryCount, listCountLines } from './store.ts'

/** What differs, posted by one issue and one receipt. The count's own lock does not bind it. */
export async function finishCount(ctx: WriteContext, count: InventoryCount): Promise<CountTransition> {
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
  return { changes: { issue_id: issue?.id ?? null, receipt_id: receipt?.id ?? null } }
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
  const issued = await listLines(ctx.tx, ctx.account.book.id, issue.id)
  const countedBy = new Map(taken.map(({ id }, place) => [id, lines[place]!]))
  levels.push(...(await confirmShortage(ctx, issue, issued, short => refuseUsed(count, short, countedBy))))
  return issue
}

/** What is missing on the day was given out by documents after it: then one of the two is wrong. */
function refuseUsed(
  { date }: InventoryCount,
  shortages: Shortage[],
  countedBy: ReadonlyMap<string, CountLineRow>,
): void {
  if (shortages.length === 0) return
  const short = shortages.map(shortage => ({ ...shortage, line: countedBy.get(shortage.lineId)! }))
  throw problem('conflict', {
    detail: `Documents after ${date} used what is missing: ${short.map(({ line }) => line.item_name).join(', ')}.`,
    blockers: short.map(({ line, requested, available }) => ({
      line_id: line.id,
      item_id: line.item_id,
      requested: plain(requested),
      available: plain(available),
      unit: unitOf(line),
    })),
  })
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
  const at = { bookId, warehouseId: count.warehouse_id, day: count.date, itemIds }
  const newest = await listNewestPrices(ctx.tx, at)
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
  await countLineTable.save(
    ctx.tx,
    { bookId, now: ctx.now },
    unpriced.map(line => ({ ...line, cost_missing: true })),
  )
  const posted = await confirmQuietly(ctx, receipt, await listLines(ctx.tx, bookId, receipt.id))
  levels.push(...posted.levels)
  return receipt
}
