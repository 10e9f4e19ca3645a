/** A keg that is tapped: a repack over two warehouses, made and confirmed at once. The layer it makes is the keg. */
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import type { Day } from '../../../lib/days.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { insertDocument, newDocument, newLine } from '../documents/actions.ts'
import { confirmIssuePart, confirmReceiptPart, type MovedPart } from '../documents/parts.ts'
import { findLabels, listAllocations, listStockLines, type StockDocument } from '../documents/store.ts'
import { emitLevels } from '../levels/actions.ts'
import type { LevelEffects } from '../levels/effects.ts'
import type { LevelRow } from '../levels/store.ts'
import { requireUnlocked } from '../locks/actions.ts'
import type { IssuePlan } from '../posting/issues.ts'
import { unitPriceOf } from '../posting/rules.ts'
import type { WarehouseRow } from '../warehouses/store.ts'
import { cancelRepackPart } from './actions.ts'
import { repacks } from './document.ts'
import { type Repack, repackTable } from './store.ts'

interface TappedKeg {
  kegTapId: string
  date: Day
  /** Where the keg lies, and where its beer goes. */
  warehouse: WarehouseRow
  target: WarehouseRow
  keg: { item_id: string; lot_id: string | null }
  beer: { item_id: string; quantity: string }
  /** Called with what would be taken, before anything is. */
  refuse(plan: IssuePlan): void
}

export interface RepackedKeg {
  repack: Repack
  lot: { id: string; lot_number: string | null; expiry_date: Day | null }
  cost: string
  levels: LevelRow[]
}

/** One keg out of the one warehouse, its beer into the other, with its value, its lot number and its expiry. */
export async function repackKeg(ctx: WriteContext, tapped: TappedKeg): Promise<RepackedKeg> {
  const { warehouse, target, date, keg, beer } = tapped
  const moving = { warehouse_id: warehouse.id, target_warehouse_id: target.id, date }
  await requireUnlocked(ctx, moving, { itemIds: [keg.item_id, beer.item_id] })
  const head = { id: newId(), number: await takeNumber(ctx, 'repack', date), date, keg_tap_id: tapped.kegTapId }
  const issue = await draftHalf(ctx, { head, type: 'issue', warehouse }, { ...keg, quantity: '1' })
  const taken = await confirmIssuePart(ctx, issue.row, { lines: issue.lines, refuse: tapped.refuse })
  const { receipt, label, made } = await receiveBeer(ctx, tapped, { head, taken })
  const halves = { issue_id: issue.row.id, receipt_id: receipt.row.id }
  const repack = await repacks.insert(ctx, confirmedRepack(ctx, tapped, { ...head, ...halves }))
  const levels = [...taken.levels, ...made.levels]
  emitLevels(ctx, levels)
  return { repack, lot: { ...label, id: receipt.lines[0]!.id }, cost: taken.row.total_cost, levels }
}

type Head = Pick<Repack, 'id' | 'number' | 'date' | 'keg_tap_id'>

const confirmedRepack = (
  { now }: WriteContext,
  { warehouse, target }: TappedKeg,
  own: Head & Pick<Repack, 'issue_id' | 'receipt_id'>,
): Repack => ({
  ...own,
  version: 1,
  status: 'confirmed',
  warehouse_id: warehouse.id,
  warehouse_name: warehouse.name,
  target_warehouse_id: target.id,
  notes: null,
  external_system: null,
  external_id: null,
  created_at: now,
  updated_at: now,
})

interface Half {
  head: Head
  type: 'issue' | 'receipt'
  warehouse: WarehouseRow
}

/** A document with one line, not yet confirmed. */
async function draftHalf(ctx: WriteContext, { head, type, warehouse }: Half, line: HalfLine) {
  const body = { warehouse_id: warehouse.id, movement_purpose: 'repack' as const, date: head.date }
  const origin = { repack_id: head.id, keg_tap_id: head.keg_tap_id }
  const draft = await newDocument(ctx, type, { body, warehouse, origin })
  const { given_value = null, ...own } = line
  const row = await insertDocument(ctx, draft, [{ ...newLine(draft.id, 1, own), given_value }])
  return { row, lines: await listStockLines(ctx.tx, ctx.account.book.id, row.id) }
}

type HalfLine = Parameters<typeof newLine>[2] & { given_value?: string }

async function receiveBeer(
  ctx: WriteContext,
  { target, beer }: TappedKeg,
  { head, taken }: { head: Head; taken: MovedPart },
) {
  const label = await labelOf(ctx, taken.row)
  const cost = decimal(taken.row.total_cost)
  const receipt = await draftHalf(
    ctx,
    { head, type: 'receipt', warehouse: target },
    {
      ...beer,
      ...label,
      unit_price: plain(unitPriceOf(cost, decimal(beer.quantity))),
      given_value: taken.row.total_cost,
    },
  )
  return { receipt, label, made: await confirmReceiptPart(ctx, receipt.row, { lines: receipt.lines }) }
}

/** What the layer that was taken is called. */
async function labelOf(ctx: WriteContext, { id }: StockDocument): Promise<Omit<RepackedKeg['lot'], 'id'>> {
  const bookId = ctx.account.book.id
  const [allocation] = await listAllocations(ctx.tx, bookId, id)
  const [lot] = await findLabels(ctx.tx, bookId, [allocation!.lot_id])
  return { lot_number: lot!.lot_number, expiry_date: lot!.expiry_date }
}

/** The full keg is back in its layer; the caller knows that nothing was drawn from it. */
export async function takeBackKeg(ctx: WriteContext, repackId: string): Promise<LevelEffects> {
  return cancelRepackPart(ctx, await repackTable.get(ctx.tx, ctx.account.book.id, repackId))
}
