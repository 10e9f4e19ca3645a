/** The wire shapes of what goes into a batch, what comes out of it and what that costs. */
import { Type } from 'typebox'
import { Decimal, described, Nullable, OneOf, Shape, type Static, UnitRef, Uuid } from '../../../contract/schema.ts'
import { ItemRef } from '../../stock/index.ts'
import { stayPhases } from '../batches/schema.ts'

export const BatchMaterial = Shape({
  object: Type.Literal('batch_material'),
  item: ItemRef,
  phase: Nullable(OneOf(stayPhases)),
  unit: UnitRef,
  planned_quantity: described<string>(Decimal, 'By the recipe, for the planned volume.'),
  drafted_quantity: Decimal,
  issued_quantity: Decimal,
  available_quantity: described<string>(Decimal, 'In the warehouse of the batch, beyond what is reserved.'),
  missing_quantity: described<string>(Decimal, 'planned - issued - available, and never less than 0.'),
  livemode: Type.Boolean(),
})
export type BatchMaterial = Static<typeof BatchMaterial>

const CostLot = Shape(
  { lot_id: Uuid, lot_number: Nullable(Type.String()), quantity: Decimal, value: Decimal, stock_issue_id: Uuid },
  { title: 'CostLot' },
)

const CostMaterial = Shape(
  { item: ItemRef, quantity: Decimal, unit: UnitRef, value: Decimal, unit_cost: Decimal, lots: Type.Array(CostLot) },
  { title: 'CostMaterial' },
)

const CostTransfer = Shape(
  {
    batch: Shape({ id: Uuid, number: Type.String() }, { title: 'CostBatch' }),
    direction: OneOf(['in', 'out']),
    volume_l: Decimal,
    value: Decimal,
  },
  { title: 'CostTransfer' },
)

const CostReceipt = Shape(
  {
    goods_receipt_id: Uuid,
    quantity: Decimal,
    unit: UnitRef,
    value: described<string>(Decimal, 'What left the batch: without the additional cost of the receipt.'),
    unit_cost: described<string>(Decimal, 'Of a litre.'),
  },
  { title: 'CostReceipt' },
)

const CostByProduct = Shape(
  { goods_receipt_id: Uuid, item: ItemRef, quantity: Decimal, unit: UnitRef, value: Decimal, unit_cost: Decimal },
  { title: 'CostByProduct' },
)

const CostPackaging = Shape(
  {
    packaging_run_id: Uuid,
    number: Type.String(),
    released_quantity: Decimal,
    filled_quantity: Decimal,
    loss_quantity: Decimal,
    liquid_value: Decimal,
    material_value: Decimal,
    value: described<string>(Decimal, 'Liquid, materials and additional cost of the run.'),
  },
  { title: 'CostPackaging' },
)

const totals = Shape(
  {
    materials: Decimal,
    transferred_in: Decimal,
    transferred_out: Decimal,
    additional_cost: described<string>(Decimal, 'Of the receipts, on top of what left the batch.'),
    received: Decimal,
    by_products: Decimal,
    written_off: Decimal,
    in_process: Decimal,
  },
  {
    title: 'CostTotals',
    description:
      'Always: materials + transferred_in = transferred_out + received + by_products + written_off + in_process.',
  },
)

const yieldShape = Shape(
  {
    planned_volume_l: Decimal,
    brewed_l: Nullable(Decimal),
    transferred_in_l: Decimal,
    transferred_out_l: Decimal,
    received_l: Decimal,
    packaged_l: Decimal,
    cellar_loss_l: described<string>(Decimal, 'Lost in process, less what was gained.'),
    packaging_loss_l: Decimal,
    yield_pct: Nullable(described<string>(Decimal, 'What was packaged of what was in the batch.')),
  },
  { title: 'CostYield' },
)

export const BatchCost = Shape({
  object: Type.Literal('batch_cost'),
  batch_id: Uuid,
  currency: Type.String(),
  materials: Type.Array(CostMaterial),
  transfers: Type.Array(CostTransfer),
  receipts: Type.Array(CostReceipt),
  by_products: Type.Array(CostByProduct),
  packaging: Type.Array(CostPackaging),
  written_off: Decimal,
  in_process: Shape(
    { volume_l: Nullable(Decimal), value: Decimal, unit_cost: Nullable(described<string>(Decimal, 'Of a litre.')) },
    { title: 'CostInProcess' },
  ),
  totals,
  yield: yieldShape,
  livemode: Type.Boolean(),
})
export type BatchCost = Static<typeof BatchCost>
