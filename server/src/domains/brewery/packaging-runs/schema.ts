/** The wire shapes of packaging runs. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  described,
  ExternalRef,
  Money,
  Nullable,
  OneOf,
  Patch,
  PositiveQuantity,
  Shape,
  type Static,
  Text,
  UnitInput,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { ItemRef, NamedRef } from '../../stock/index.ts'

export const runStatuses = ['draft', 'confirmed', 'cancelled'] as const
export type RunStatus = (typeof runStatuses)[number]

const runSources = ['stock', 'batch'] as const
export type RunSource = (typeof runSources)[number]

/** Known once the run is confirmed. */
const amount = (description: string) => Nullable(described<string>(Decimal, description))

const OutputMaterial = Shape({
  item: ItemRef,
  quantity: Decimal,
  unit: UnitRef,
  lot_id: Nullable(described<string>(Uuid, 'The layer it is taken from, if one is named.')),
  value: amount('What it cost by FIFO.'),
  is_returnable: Type.Boolean({ description: 'Its item has an active deposit: it comes back.' }),
})

const RunOutput = Shape({
  id: described<string>(Uuid, 'Also the id of the layer it becomes.'),
  item: ItemRef,
  quantity: Decimal,
  unit: UnitRef,
  filled_quantity: described<string>(Decimal, "The beer in it, in the beer's unit."),
  lot_number: Nullable(Type.String()),
  expiry_date: Nullable(DateText),
  materials: Type.Array(OutputMaterial),
  liquid_value: amount('Its share of the beer that was released, by what is filled.'),
  material_value: amount('What its own materials cost.'),
  additional_value: amount('Its share of the additional cost.'),
  value: amount('The sum of the three.'),
  unit_cost: amount('Of one piece.'),
  unit_cost_net: amount('Of one piece, without returnable materials.'),
})
export type RunOutput = Static<typeof RunOutput>

const documentOrNull = (description: string) => Nullable(described<string>(Uuid, description))

const runFields = {
  object: Type.Literal('packaging_run'),
  id: Uuid,
  number: Type.String(),
  status: OneOf(runStatuses),
  date: DateText,
  warehouse: NamedRef,
  target_warehouse: NamedRef,
  batch_id: Nullable(Uuid),
  source: OneOf(runSources),
  lot_id: Nullable(Uuid),
  item: described<Static<typeof ItemRef>>(ItemRef, 'The beer.'),
  unit: UnitRef,
  released_quantity: Decimal,
  filled_quantity: Decimal,
  loss_quantity: Decimal,
  loss_pct: described<string>(Decimal, 'Of what is released.'),
  is_final: Type.Boolean(),
  totals: Shape({
    liquid: amount('What the beer that was released cost.'),
    materials: amount('What all materials cost.'),
    additional_cost: Decimal,
    total: amount('What the outputs are worth.'),
  }),
  documents: Shape(
    {
      production_receipt_id: documentOrNull('The beer out of the batch.'),
      tank_release_id: documentOrNull('The beer that is filled.'),
      packaging_issue_id: documentOrNull('The materials.'),
      goods_receipt_id: documentOrNull('The products.'),
    },
    { description: 'Null until the run is confirmed, and where there is none.' },
  ),
  notes: Nullable(Type.String()),
  external_ref: Nullable(ExternalRef),
}

export const PackagingRunListed = Shape({ ...runFields, ...envelope })
export const PackagingRun = Shape({ ...runFields, outputs: Type.Array(RunOutput), ...envelope })

const MaterialInput = Shape({
  item_id: Uuid,
  quantity: PositiveQuantity,
  unit: UnitInput,
  lot_id: Type.Optional(Nullable(described<string>(Uuid, 'Takes from exactly this layer; without it FIFO decides.'))),
})

const OutputInput = Shape({
  item_id: described<string>(Uuid, 'A base_product; all outputs are filled from the same item.'),
  quantity: PositiveQuantity,
  unit: UnitInput,
  lot_number: Type.Optional(Nullable(described<string>(Text(0, 120), "The batch's number by default."))),
  expiry_date: Type.Optional(Nullable(described<string>(DateText, 'The date and the shelf life by default.'))),
  materials: Type.Optional(
    Type.Array(MaterialInput, {
      maxItems: 50,
      description: 'When absent, what packaging_bills say of the product and its packaging_type; [] is none.',
    }),
  ),
})
export type OutputInput = Static<typeof OutputInput>

const released_quantity = Nullable(
  described<string>(PositiveQuantity, 'What leaves the tank; without it, what is filled. The rest is lost.'),
)
const additional_cost = described<string>(Money, 'Wages, energy and the like; shared by what is filled.')
const outputs = Type.Array(OutputInput, { minItems: 1, maxItems: 50 })
const unit = described<UnitInput>(UnitInput, "The beer's, with released_quantity.")
const is_final = Type.Boolean({ description: 'Empties the batch: all its value goes along, the litres left are lost.' })

export const RunCreate = Shape({
  warehouse_id: described<string>(Uuid, 'Where the beer and the packaging lie.'),
  target_warehouse_id: Type.Optional(Nullable(described<string>(Uuid, 'Where the products go; by default the same.'))),
  date: Type.Optional(described<string>(DateText, 'Today by default; at most 366 days ahead.')),
  batch_id: Type.Optional(Nullable(Uuid)),
  source: Type.Optional(
    described<RunSource>(OneOf(runSources), 'Beer in stock, the default, or what a batch has in process.'),
  ),
  lot_id: Type.Optional(Nullable(described<string>(Uuid, 'The one layer of beer it takes from; of stock only.'))),
  released_quantity: Type.Optional(released_quantity),
  unit: Type.Optional(unit),
  is_final: Type.Optional(is_final),
  additional_cost: Type.Optional(additional_cost),
  outputs,
  notes: Type.Optional(Nullable(Text(0, 4000))),
  external_ref: Type.Optional(ExternalRef),
})
export type RunCreate = Static<typeof RunCreate>

export const RunPatch = Patch(
  Shape({
    date: DateText,
    target_warehouse_id: Nullable(Uuid),
    released_quantity,
    unit,
    is_final,
    additional_cost,
    outputs,
    notes: Nullable(Text(0, 4000)),
  }),
)
export type RunPatch = Static<typeof RunPatch>
