/** Confirm and cancel: everything a run moves, in one piece. */
import type { Problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { decimal, plain, sum, zero } from '../../../lib/decimal.ts'
import {
  cancelPart,
  changedLevels,
  emitLevels,
  findWarehouse,
  goodsReceipts,
  type LevelEffects,
  type LevelRow,
  requireUnlocked,
  type StockLineRow,
  stockIssues,
  type WarehouseRow,
} from '../../stock/index.ts'
import { refuseSystemWarehouse } from '../batches/references.ts'
import { runs } from './document.ts'
import type { RunEffects } from './effects.ts'
import { findReturnable, unvalued } from './outputs.ts'
import { issueMaterials, receiveFromBatch, receiveProducts, releaseBeer } from './posting.ts'
import { costsOf, type FillingCost } from './rules.ts'
import type { RunStatus } from './schema.ts'
import { together, unlessShort } from './shortages.ts'
import { listOutputs, type PackagingRun, type PackedOutput, runMaterialTable, runOutputTable } from './store.ts'

type RunTransition<Effects> = Transition<PackagingRun, RunStatus, never, Effects>

async function confirm(ctx: WriteContext, run: PackagingRun): Promise<RunTransition<RunEffects>> {
  const outputs = await listOutputs(ctx.tx, ctx.account.book.id, run.id)
  const { warehouse, target } = await unlockedPlaces(ctx, run, outputs)
  refuseSystemWarehouse(warehouse)
  refuseSystemWarehouse(target)
  const { received, released, packed } = await takeAll(ctx, run, { warehouse, outputs })
  const valued = await valueMaterials(ctx, outputs, packed?.lines ?? [])
  const liquid = decimal(released.row.total_cost)
  const costs = costsOf(valued.map(fillingOf), { liquid, additional: decimal(run.additional_cost) })
  const made = await receiveProducts(ctx, run, { warehouse: target, outputs: valued, costs })
  await saveCosts(ctx, valued, costs)
  const levels = [received, released, packed, made].flatMap(part => part?.levels ?? [])
  emitLevels(ctx, levels)
  return {
    changes: {
      liquid_value: plain(liquid),
      material_value: plain(sum(costs.map(({ material }) => material))),
      production_receipt_id: received?.row.id ?? null,
      tank_release_id: released.row.id,
      packaging_issue_id: packed?.row.id ?? null,
      goods_receipt_id: made.row.id,
    },
    effects: () => ({ ...changedLevels(ctx, levels), volume_differences: outputs.flatMap(differenceOf) }),
  }
}

/** Beer and packaging. What is short of either is told together. */
async function takeAll(
  ctx: WriteContext,
  run: PackagingRun,
  { warehouse, outputs }: { warehouse: WarehouseRow; outputs: readonly PackedOutput[] },
) {
  const shortages: Problem[] = []
  const beer = await unlessShort(shortages, () => takeBeer(ctx, run, warehouse))
  const packed = await unlessShort(shortages, () => issueMaterials(ctx, run, { warehouse, outputs }))
  if (shortages.length > 0) throw together(shortages)
  return { ...beer!, packed }
}

async function takeBeer(ctx: WriteContext, run: PackagingRun, warehouse: WarehouseRow) {
  const received = run.source === 'batch' ? await receiveFromBatch(ctx, run, warehouse) : undefined
  const released = await releaseBeer(ctx, run, { warehouse, lotId: received?.lotId ?? run.lot_id })
  return { received, released }
}

/** Where it takes from and where it gives to, neither counted nor filed on its day. */
async function unlockedPlaces(
  ctx: WriteContext,
  { warehouse_id, target_warehouse_id, date, item_id }: PackagingRun,
  outputs: readonly PackedOutput[],
): Promise<{ warehouse: WarehouseRow; target: WarehouseRow }> {
  const bookId = ctx.account.book.id
  const moved = { itemIds: [item_id, ...outputs.map(output => output.item_id)] }
  await requireUnlocked(ctx, { warehouse_id, date }, moved)
  const warehouse = (await findWarehouse(ctx.tx, bookId, warehouse_id))!
  if (target_warehouse_id === warehouse_id) return { warehouse, target: warehouse }
  await requireUnlocked(ctx, { warehouse_id: target_warehouse_id, date }, moved)
  return { warehouse, target: (await findWarehouse(ctx.tx, bookId, target_warehouse_id))! }
}

/** What they cost, and whether they come back as deposits are now. */
async function valueMaterials(
  ctx: WriteContext,
  outputs: readonly PackedOutput[],
  lines: readonly StockLineRow[],
): Promise<PackedOutput[]> {
  const values = new Map(lines.map(({ id, value }) => [id, value]))
  const returnable = await findReturnable(ctx)
  return outputs.map(output => ({
    ...output,
    materials: output.materials.map(material => ({
      ...material,
      value: values.get(material.id)!,
      is_returnable: returnable.has(material.item_id),
    })),
  }))
}

const fillingOf = ({ filled_quantity, materials }: PackedOutput) => ({
  filled: decimal(filled_quantity),
  materials: materials.map(({ value, is_returnable }) => ({
    value: decimal(value ?? zero),
    isReturnable: is_returnable,
  })),
})

async function saveCosts(
  ctx: WriteContext,
  outputs: readonly PackedOutput[],
  costs: readonly FillingCost[],
): Promise<void> {
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  const rows = outputs.map((output, index) => {
    const { liquid, material, returnable, additional, value } = costs[index]!
    return {
      ...output,
      liquid_value: plain(liquid),
      material_value: plain(material),
      returnable_value: plain(returnable),
      additional_value: plain(additional),
      value: plain(value),
    }
  })
  await runOutputTable.save(ctx.tx, at, rows)
  await runMaterialTable.save(
    ctx.tx,
    at,
    outputs.flatMap(({ materials }) => materials),
  )
}

/** Filled by one figure, taxed by the other. */
function differenceOf({ id, item_id, filled_l, volume_l }: PackedOutput): RunEffects['volume_differences'] {
  if (filled_l === null || volume_l === null || decimal(filled_l).eq(volume_l)) return []
  return [{ output_id: id, item_id, filled_l, volume_l }]
}

/** What came out goes first: it must all be there still. */
async function cancel(ctx: WriteContext, run: PackagingRun): Promise<RunTransition<LevelEffects>> {
  const levels = run.status === 'confirmed' ? await takeBack(ctx, run) : []
  emitLevels(ctx, levels)
  return {
    changes: { liquid_value: null, material_value: null },
    effects: () => changedLevels(ctx, levels),
  }
}

async function takeBack(ctx: WriteContext, run: PackagingRun): Promise<LevelRow[]> {
  const bookId = ctx.account.book.id
  const outputs = await listOutputs(ctx.tx, bookId, run.id)
  await unlockedPlaces(ctx, run, outputs)
  const levels: LevelRow[] = []
  for (const [table, id] of [
    [goodsReceipts.table, run.goods_receipt_id],
    [stockIssues.table, run.packaging_issue_id],
    [stockIssues.table, run.tank_release_id],
    [goodsReceipts.table, run.production_receipt_id],
  ] as const) {
    if (id !== null) levels.push(...(await cancelPart(ctx, (await table.find(ctx.tx, bookId, id))!)).levels)
  }
  const at = { bookId, now: ctx.now }
  await runOutputTable.save(
    ctx.tx,
    at,
    outputs.map(output => ({ ...output, ...unvalued })),
  )
  const materials = outputs.flatMap(output => output.materials)
  await runMaterialTable.save(
    ctx.tx,
    at,
    materials.map(material => ({ ...material, value: null })),
  )
  return levels
}

export const runActions = documentActions(runs, { confirm, cancel })
