/** The end of an inventory count: what differs is posted on its day. */

import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { decimal, plain, zero } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import { insertDocument, newDocument, newLine } from '../documents/actions.ts'
import { confirmIssuePart, confirmReceiptPart, type MovedPart } from '../documents/parts.ts'
import { listStockLines, type StockLineColumns } from '../documents/store.ts'
import { emitLevels } from '../levels/actions.ts'
import { type Move, type MoveEffects, movedLines, takenValue } from '../levels/effects.ts'
import { lockKeyOf } from '../locks/actions.ts'
import { findLocks } from '../locks/store.ts'
import { receivedValues, type Shortage } from '../posting/rules.ts'
import { listNewestPrices } from '../posting/store.ts'
import { type CountLineRow, countLineTable, type InventoryCount, listCountLines } from './store.ts'

type FinishTransition = Transition<InventoryCount, InventoryCount['status'], never, MoveEffects>

/** What differs, posted by one issue and one receipt. The count's own lock does not bind it. */
export async function finishCount(ctx: WriteContext, count: InventoryCount): Promise<FinishTransition> {
  const bookId = ctx.account.book.id
  const lines = (await listCountLines(ctx.tx, bookId, count.id)).filter(line => line.counted_quantity !== null)
  const difference = (line: CountLineRow) => decimal(line.counted_quantity!).minus(line.expected_quantity!)
  const missing = lines.filter(line => difference(line).lt(0))
  const surplus = lines.filter(line => difference(line).gt(0))
  const moved = { itemIds: [...missing, ...surplus].map(({ item_id }) => item_id) }
  if ((await findLocks(ctx.tx, lockKeyOf(ctx, count, moved))).is_filed) throw problem('excise_reported')
  const issued = missing.length > 0 ? await postMissing(ctx, count, missing) : undefined
  const received = surplus.length > 0 ? await postSurplus(ctx, count, surplus) : undefined
  const levels = [...(issued?.levels ?? []), ...(received?.levels ?? [])]
  const moves = [...(issued?.moves ?? []), ...(received?.moves ?? [])]
  emitLevels(ctx, levels)
  return {
    changes: { issue_id: issued?.row.id ?? null, receipt_id: received?.row.id ?? null },
    effects: () => movedLines(ctx, levels, moves),
  }
}

interface Posted extends MovedPart {
  /** By the lines of the count. */
  moves: Move[]
}

const head = (count: InventoryCount, purpose: 'inventory_shortage' | 'inventory_surplus') => ({
  body: {
    warehouse_id: count.warehouse_id,
    movement_purpose: purpose,
    date: count.date,
    notes: `Inventura ${count.number}`,
  },
  warehouse: { id: count.warehouse_id, name: count.warehouse_name, type: count.warehouse_type },
  origin: { count_id: count.id },
})

/** What is missing is gone, whoever had reserved it. */
async function postMissing(ctx: WriteContext, count: InventoryCount, lines: CountLineRow[]): Promise<Posted> {
  const draft = await newDocument(ctx, 'issue', head(count, 'inventory_shortage'))
  const taken = lines.map(({ item_id, lot_id, expected_quantity, counted_quantity }, index) => {
    const quantity = plain(decimal(expected_quantity!).minus(counted_quantity!))
    return newLine(draft.id, index + 1, { item_id, quantity, lot_id })
  })
  const issue = await insertDocument(ctx, draft, taken)
  const countedBy = new Map(taken.map(({ id }, index) => [id, lines[index]!]))
  const part = await confirmIssuePart(ctx, issue, {
    lines: await listStockLines(ctx.tx, ctx.account.book.id, issue.id),
    refuse: ({ shortages }) => refuseUsed(count, shortages, countedBy),
  })
  const moves = taken.map(({ id, quantity }, index) => ({
    line: lines[index]!,
    quantity: zero.minus(quantity),
    value: zero.minus(takenValue(part.allocations!, id)),
  }))
  return { ...part, moves }
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
    ...because('used_later', { date, items: short.map(({ line }) => line.item_name).join(', ') }),
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
async function postSurplus(ctx: WriteContext, count: InventoryCount, lines: CountLineRow[]): Promise<Posted> {
  const bookId = ctx.account.book.id
  const itemIds = [...new Set(lines.map(({ item_id }) => item_id))]
  const at = { bookId, warehouseId: count.warehouse_id, day: count.date, itemIds }
  const newest = await listNewestPrices(ctx.tx, at)
  const prices = new Map(newest.map(({ item_id, unit_price }) => [item_id, unit_price]))
  const draft = await newDocument(ctx, 'receipt', head(count, 'inventory_surplus'))
  const found = lines.map(({ item_id, lot_number, expiry_date, ...line }, index) => {
    const quantity = plain(decimal(line.counted_quantity!).minus(line.expected_quantity!))
    const unit_price = plain(decimal(line.lot_unit_price ?? prices.get(item_id) ?? zero))
    return newLine(draft.id, index + 1, { item_id, quantity, unit_price, lot_number, expiry_date })
  })
  const receipt = await insertDocument(ctx, draft, found)
  const unpriced = lines.filter(line => line.lot_unit_price === null && !prices.has(line.item_id))
  await countLineTable.save(
    ctx.tx,
    { bookId, now: ctx.now },
    unpriced.map(line => ({ ...line, cost_missing: true })),
  )
  const part = await confirmReceiptPart(ctx, receipt, { lines: await listStockLines(ctx.tx, bookId, receipt.id) })
  return { ...part, moves: foundMoves(lines, found) }
}

/** Each is worth its price, as the receipt counts it. */
function foundMoves(lines: readonly CountLineRow[], found: readonly StockLineColumns[]): Move[] {
  const quantities = found.map(({ quantity }) => decimal(quantity))
  const values = receivedValues(
    found.map(({ unit_price }, index) => ({
      quantity: quantities[index]!,
      unitPrice: decimal(unit_price!),
      givenValue: null,
    })),
    zero,
  )
  return lines.map((line, index) => ({ line, quantity: quantities[index]!, value: values[index]! }))
}
