/** Packaging runs as they are made: drafts, which move nothing. */
import { tooFarAhead } from '../../../contract/dates.ts'
import { type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { type Decimal, plain, plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import type { Item } from '../../core/index.ts'
import type { WarehouseRow } from '../../stock/index.ts'
import { refuseSystemWarehouse } from '../batches/references.ts'
import { runs } from './document.ts'
import { planOutputs, saveOutputs } from './outputs.ts'
import {
  findBatchToFill,
  findFilled,
  findUsableWarehouse,
  refuseOtherLots,
  refuseReleased,
  sourceFaults,
} from './references.ts'
import type { RunCreate } from './schema.ts'
import type { PackagingRun } from './store.ts'

export async function addRun(ctx: WriteContext, body: RunCreate): Promise<PackagingRun> {
  const { warehouse, target, batch, filled } = await findReferences(ctx, body)
  const run = { id: newId(), date: body.date ?? ctx.today, lot_number: batch?.number ?? null }
  const planned = await planOutputs(ctx, body.outputs, { filled, run })
  const stated = body.released_quantity ? plainText(body.released_quantity) : null
  const quantities = await quantitiesOf(ctx, { stated, filled: planned.filled, beer: filled.beer, unit: body.unit })
  const row: PackagingRun = {
    ...blank,
    id: run.id,
    number: await takeNumber(ctx, 'packaging_run', run.date),
    date: run.date,
    warehouse_id: warehouse.id,
    warehouse_name: warehouse.name,
    ...targetOf(target),
    batch_id: batch?.id ?? null,
    source: body.source ?? 'stock',
    lot_id: body.lot_id ?? null,
    ...beerOf(filled.beer),
    ...quantities,
    is_final: body.is_final ?? false,
    additional_cost: plainText(body.additional_cost ?? '0'),
    notes: body.notes ?? null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await runs.insert(ctx, row, body.external_ref)
  await saveOutputs(ctx, planned)
  return row
}

async function findReferences(ctx: WriteContext, body: RunCreate) {
  const rows: ProblemRow[] = [...sourceFaults(body), ...tooFarAhead('date', body.date, ctx.today)]
  const warehouse = await findUsableWarehouse(ctx, body.warehouse_id, { field: 'warehouse_id', rows })
  const target = body.target_warehouse_id
    ? await findUsableWarehouse(ctx, body.target_warehouse_id, { field: 'target_warehouse_id', rows })
    : warehouse
  const batch = await findBatchToFill(ctx, body.batch_id, rows)
  const filled = await findFilled(ctx, body.outputs, { beerId: batch?.item_id, rows })
  refuseSystemWarehouse(warehouse!)
  refuseSystemWarehouse(target!)
  const beer = { item_id: filled.beer.id, lot_id: body.lot_id ?? null }
  await refuseOtherLots(ctx, warehouse!.id, { outputs: body.outputs, beer })
  return { warehouse: warehouse!, target: target!, batch, filled }
}

const blank = {
  version: 1,
  status: 'draft',
  liquid_value: null,
  material_value: null,
  production_receipt_id: null,
  tank_release_id: null,
  packaging_issue_id: null,
  goods_receipt_id: null,
} as const

export const targetOf = ({ id, name }: WarehouseRow) => ({ target_warehouse_id: id, target_warehouse_name: name })

export const beerOf = (beer: Item) => ({
  item_id: beer.id,
  item_code: beer.code,
  item_name: beer.name,
  unit_id: beer.unit_id,
  unit_code: beer.unit_code,
  unit_symbol: beer.unit_symbol,
  unit_dimension: beer.unit_dimension,
  unit_decimals: beer.unit_decimals,
})

type Quantities = Pick<PackagingRun, 'stated_quantity' | 'released_quantity' | 'filled_quantity'>

/** What is not said follows what is filled; less than that cannot have been released. */
export async function quantitiesOf(
  ctx: WriteContext,
  of: { stated: string | null; filled: Decimal; beer: Item; unit: RunCreate['unit'] },
): Promise<Quantities> {
  const released = of.stated ?? plain(of.filled)
  await refuseReleased(ctx, released, of)
  if (of.filled.gt(released)) {
    const message = `Must be at least what is filled, ${plain(of.filled)}.`
    throw validationFailed([{ field: 'released_quantity', code: 'not_allowed', message }])
  }
  return { stated_quantity: of.stated, released_quantity: released, filled_quantity: plain(of.filled) }
}
