/** What a packaging run refers to: warehouses, a batch, the beer, products and their materials. */
import { invalidReference, type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import type { UnitInput } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import {
  type Item,
  type LineItems,
  lineItemsOf,
  refuseOtherUnit,
  refuseScale,
  refuseUnits,
  unitOf,
  unusableItems,
} from '../../core/index.ts'
import { findWarehouse, refuseLots, type WarehouseRow } from '../../stock/index.ts'
import { type Batch, batchTable } from '../batches/store.ts'
import { isOpen } from '../batches/workflow.ts'
import type { OutputInput } from './schema.ts'

export async function findUsableWarehouse(
  ctx: WriteContext,
  id: string,
  { field, rows }: { field: string; rows: ProblemRow[] },
): Promise<WarehouseRow | undefined> {
  const warehouse = await findWarehouse(ctx.tx, ctx.account.book.id, id)
  if (warehouse?.is_active) return warehouse
  rows.push(invalidReference(field))
  return undefined
}

/** An open batch. */
export async function findBatchToFill(
  ctx: WriteContext,
  id: string | null | undefined,
  rows: ProblemRow[],
): Promise<Batch | undefined> {
  if (!id) return undefined
  const batch = await batchTable.find(ctx.tx, ctx.account.book.id, id)
  if (batch && isOpen(batch.phase)) return batch
  rows.push(invalidReference('batch_id'))
  return undefined
}

interface Sourced {
  source?: string | undefined
  batch_id?: string | null | undefined
  lot_id?: string | null | undefined
  is_final?: boolean | undefined
}

/** A layer is of stock; the end is that of a batch. */
export function sourceFaults({ source = 'stock', batch_id, lot_id, is_final }: Sourced): ProblemRow[] {
  if (source === 'stock') {
    const message = 'Only a run out of a batch empties it.'
    return is_final ? [{ field: 'is_final', code: 'unexpected_field', message }] : []
  }
  const rows: ProblemRow[] = []
  if (!batch_id) rows.push({ field: 'batch_id', code: 'required', message: 'Required when the beer is in a batch.' })
  if (lot_id) rows.push({ field: 'lot_id', code: 'unexpected_field', message: 'Only beer in stock lies in layers.' })
  return rows
}

/** Products, materials and the beer they are filled from, all found. */
export interface Filled {
  items: LineItems
  beer: Item
}

/**
 * All that is wrong with the outputs is told at once, with the rows found before: they are filled from one item, that
 * of the batch or the layer where one is named.
 */
export async function findFilled(
  ctx: WriteContext,
  outputs: readonly OutputInput[],
  { beerId, rows }: { beerId: string | undefined; rows: readonly ProblemRow[] },
): Promise<Filled> {
  const named = outputs.flatMap(({ item_id, materials = [] }) => [item_id, ...materials.map(each => each.item_id)])
  const items = await lineItemsOf(ctx, named)
  const bases = outputs.map(({ item_id }) => baseOf(items.get(item_id)))
  const expected = beerId ?? bases.find(base => base !== undefined)
  const otherBases = bases.flatMap((base, index) =>
    base === undefined || base !== expected ? [invalidReference(`outputs[${index}].item_id`)] : [],
  )
  const materials = materialsOf(outputs)
  const unusable = unusableItems(materials, items, {
    field: index => `${materials[index]!.prefix}item_id`,
    isStockDocument: true,
  })
  const faults = [...rows, ...otherBases, ...unusable]
  if (faults.length > 0) throw validationFailed(faults)
  await refuseUnits(ctx, { lines: outputs, items, field: (index, name) => `outputs[${index}].${name}` })
  await refuseUnits(ctx, { lines: materials, items, field: (index, name) => `${materials[index]!.prefix}${name}` })
  return { items, beer: (await lineItemsOf(ctx, [expected!])).get(expected!)! }
}

/** What a product is filled from; undefined when it is none that can be filled. */
const baseOf = (item: Item | undefined): string | undefined =>
  item?.is_active && item.item_type === 'base_product' && item.base_item_quantity !== null
    ? item.base_item_id!
    : undefined

const materialsOf = (outputs: readonly OutputInput[]) =>
  outputs.flatMap(({ materials = [] }, index) =>
    materials.map((material, each) => ({ ...material, prefix: `outputs[${index}].materials[${each}].` })),
  )

/** Layers that are named lie in the warehouse of the run, and are of what they are named for. */
export async function refuseOtherLots(
  ctx: WriteContext,
  warehouseId: string,
  { outputs, beer }: { outputs: readonly OutputInput[]; beer?: { item_id: string; lot_id: string | null } },
): Promise<void> {
  const lots = [...(beer ? [{ ...beer, prefix: '' }] : []), ...materialsOf(outputs)]
  await refuseLots(ctx, lots, { warehouseId, prefix: index => lots[index]!.prefix })
}

/** In the beer's unit; the scale counts also where the figure follows from what is filled. */
export async function refuseReleased(
  ctx: WriteContext,
  released: string,
  { beer, unit }: { beer: Item; unit: UnitInput | undefined },
): Promise<void> {
  if (unit) await refuseOtherUnit(ctx, { sent: unit, unit: unitOf(beer), field: 'unit' })
  refuseScale(released, unitOf(beer), 'released_quantity')
}
