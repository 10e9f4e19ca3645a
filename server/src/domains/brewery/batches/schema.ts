/** The wire shapes of batches and of their ledger. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  described,
  ExternalRef,
  InstantText,
  Nullable,
  OneOf,
  Shape,
  type Static,
  Uuid,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { ItemRef, NamedRef } from '../../stock/index.ts'

export const batchPhases = [
  'planned',
  'brewing',
  'fermentation',
  'lagering',
  'packaging',
  'completed',
  'cancelled',
] as const
export type BatchPhase = (typeof batchPhases)[number]

/** The phases a batch stays in; each stay is a row of `phases`. */
export const stayPhases = ['brewing', 'fermentation', 'lagering', 'packaging'] as const
export type StayPhase = (typeof stayPhases)[number]

const Reading = Shape({ value: Decimal, measured_at: InstantText }, { title: 'LatestReading' })

const axis = Type.Optional(Reading)
export const Latest = Shape(
  {
    gravity_plato: axis,
    temperature_c: axis,
    ph: axis,
    pressure_bar: axis,
    volume_l: axis,
    co2_g_l: axis,
    abv_pct: axis,
  },
  { title: 'LatestReadings', description: 'The newest valid value of each axis; an axis never measured is left out.' },
)

export const BatchDerived = Shape(
  {
    og_source: Nullable(OneOf(['manual', 'measured'])),
    current_gravity_plato: Nullable(Decimal),
    real_extract_plato: Nullable(Decimal),
    apparent_attenuation_pct: Nullable(Decimal),
    real_attenuation_pct: Nullable(Decimal),
    abv_calculated: Nullable(Decimal),
    abv_source: Nullable(OneOf(['manual', 'measured', 'calculated'])),
    days_in_phase: Nullable(Type.Integer()),
  },
  { title: 'BatchDerived' },
)
export type BatchDerived = Static<typeof BatchDerived>

export const BatchStay = Shape(
  {
    phase: OneOf(stayPhases),
    vessel_id: Nullable(Uuid),
    started_at: InstantText,
    ended_at: Nullable(InstantText),
    volume_l: Nullable(described<string>(Decimal, 'At the start of the stay.')),
    loss_l: described<string>(Decimal, 'What was lost at the start of the stay; negative when it was gained.'),
    note: Nullable(Type.String()),
  },
  { title: 'BatchStay' },
)
export type BatchStay = Static<typeof BatchStay>

const RecipeRef = Shape({ id: Uuid, name: Type.String(), version: Type.Integer() }, { title: 'RecipeRef' })

const fields = {
  object: Type.Literal('batch'),
  id: Uuid,
  number: Type.String(),
  name: Nullable(Type.String()),
  item: ItemRef,
  recipe: Nullable(RecipeRef),
  brew_date: DateText,
  planned_volume_l: Decimal,
  volume_l: Nullable(described<string>(Decimal, 'Litres in process now; null until first stated.')),
  phase: OneOf(batchPhases),
  previous_phase: Nullable(OneOf(batchPhases)),
  vessel: Nullable(NamedRef),
  warehouse: described<Static<typeof NamedRef>>(
    NamedRef,
    'Where materials are taken and beer goes unless an action says otherwise.',
  ),
  og_plato: Nullable(Decimal),
  fg_plato: Nullable(Decimal),
  abv: Nullable(Decimal),
  latest: Latest,
  parent_batch_id: Nullable(described<string>(Uuid, 'The batch it was split off.')),
  notes: Nullable(Type.String()),
  external_ref: Nullable(ExternalRef),
}

export const BatchListed = Shape({ ...fields, ...envelope })
export type BatchListed = Static<typeof BatchListed>

const details = {
  phases: Type.Array(BatchStay, { description: 'Its stays in brewing to packaging, oldest first.' }),
  derived: BatchDerived,
}

export const Batch = Shape({ ...fields, ...details, ...envelope })
export type Batch = Static<typeof Batch>

const entryKinds = [
  'phase',
  'move',
  'loss',
  'gain',
  'material',
  'received',
  'by_product',
  'split_in',
  'split_out',
  'blend_in',
  'blend_out',
  'write_off',
  'cancel',
] as const
export type EntryKind = (typeof entryKinds)[number]

export const BatchEntry = Shape({
  object: Type.Literal('batch_entry'),
  id: Uuid,
  sequence: Type.Integer({ description: 'The order of the ledger; `occurred_at` orders nothing.' }),
  kind: OneOf(entryKinds),
  occurred_at: InstantText,
  volume_l: described<string>(Decimal, 'Signed.'),
  volume_after_l: Nullable(Decimal),
  value: described<string>(Decimal, 'Signed.'),
  value_after: Decimal,
  document: Nullable(Shape({ object: Type.String(), id: Uuid, number: Type.String() }, { title: 'EntryDocument' })),
  batch: Nullable(Shape({ id: Uuid, number: Type.String() }, { title: 'BatchRef', description: 'The other batch.' })),
  vessel: Nullable(NamedRef),
  reason: Nullable(Type.String()),
  note: Nullable(Type.String()),
  is_undone: described<boolean>(Type.Boolean(), 'Taken back: its reversal is an entry of its own.'),
  livemode: Type.Boolean(),
  created_at: InstantText,
})
export type BatchEntry = Static<typeof BatchEntry>
