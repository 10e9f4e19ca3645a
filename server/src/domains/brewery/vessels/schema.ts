/** The wire shapes of vessels. */
import { Type } from 'typebox'
import {
  Decimal,
  described,
  InstantText,
  Nullable,
  OneOf,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'

export const vesselKinds = ['kettle', 'fermenter', 'lager_tank', 'bright_tank', 'other'] as const
export type VesselKind = (typeof vesselKinds)[number]

export const vesselStatuses = ['free', 'occupied', 'cleaning'] as const
export type VesselStatus = (typeof vesselStatuses)[number]

const batchMembers = { id: Uuid, number: Type.String(), name: Nullable(Type.String()) }

export const Vessel = Shape({
  object: Type.Literal('vessel'),
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  kind: OneOf(vesselKinds),
  capacity_l: Decimal,
  status: OneOf(vesselStatuses),
  batch: Nullable(Shape({ ...batchMembers, phase: Type.String() }, { description: 'The open batch in it.' })),
  contents_l: described<string>(
    Decimal,
    'Litres of its batch: those in process, and what is left of the stock the batch made of its own item.',
  ),
  requires_cleaning: Type.Boolean({ description: 'It is cleaned after each batch, before the next one enters.' }),
  last_cleaned_at: Nullable(InstantText),
  sort_order: Type.Integer(),
  is_active: Type.Boolean(),
  ...envelope,
})

export const FinishCleaningBody = Shape({ note: Type.Optional(Nullable(Text(0, 2000))) })

export const VesselUse = Shape({
  object: Type.Literal('vessel_use'),
  batch: Shape(batchMembers),
  phase: Type.String(),
  started_at: InstantText,
  ended_at: Nullable(InstantText),
  last_cleaned_at: Nullable(described<string>(InstantText, 'When the cleaning before it ended.')),
  livemode: Type.Boolean(),
})
export type VesselUse = Static<typeof VesselUse>
