/** The wire shapes of measurements. */
import { Type } from 'typebox'
import {
  Decimal,
  DecimalWithin,
  described,
  InstantText,
  Nullable,
  OneOf,
  Shape,
  type Static,
  Text,
  type TSchema,
  Uuid,
} from '../../../contract/schema.ts'
import { batchPhases } from '../batches/schema.ts'
import { type Axis, axes, limitsOf, measurementTypes } from './axes.ts'

const forEachAxis = <Schema extends TSchema>(make: (axis: Axis) => Schema) =>
  Object.fromEntries(axes.map(axis => [axis, make(axis)])) as Record<Axis, Schema>

export const Measurement = Shape({
  object: Type.Literal('measurement'),
  id: Uuid,
  batch_id: Uuid,
  type: OneOf(measurementTypes),
  phase: Type.Unsafe<(typeof batchPhases)[number]>({
    ...OneOf(batchPhases),
    description: 'Of the batch at `measured_at`.',
  }),
  measured_at: InstantText,
  device: Nullable(Type.String()),
  vessel_id: Nullable(described<string>(Uuid, 'The vessel the batch was in at `measured_at`.')),
  ...forEachAxis(() => Nullable(Decimal)),
  note: Nullable(Type.String()),
  is_valid: described<boolean>(Type.Boolean(), 'False for an outlier: it counts nowhere.'),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})
export type Measurement = Static<typeof Measurement>

const note = Type.Optional(Nullable(Text(0, 2000)))

export const MeasurementCreate = Shape({
  type: Type.Optional(
    Type.Unsafe<(typeof measurementTypes)[number]>({
      ...OneOf(measurementTypes),
      description: 'The main value; may be left out where there is one value only.',
    }),
  ),
  measured_at: Type.Optional(described<string>(InstantText, 'Now by default; at most 5 minutes ahead.')),
  device: Type.Optional(Nullable(Text(1, 80))),
  ...forEachAxis(axis => Type.Optional(Nullable(DecimalWithin(limitsOf[axis])))),
  note,
})
export type MeasurementCreate = Static<typeof MeasurementCreate>

export const MeasurementBulk = Shape({
  measurements: Type.Array(MeasurementCreate, { minItems: 1, maxItems: 500 }),
})

export const MeasurementPatch = Shape({
  note,
  is_valid: Type.Optional(Type.Boolean({ description: 'False marks an outlier; nothing is deleted.' })),
})
export type MeasurementPatch = Static<typeof MeasurementPatch>

export const SeriesQuery = Shape({
  axis: OneOf(axes),
  from: Type.Optional(described<string>(InstantText, 'The first valid value by default.')),
  to: Type.Optional(described<string>(InstantText, 'Included; the last valid value by default.')),
  points: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 1000, description: 'Into how many buckets the span is cut; 200 by default.' }),
  ),
})
export type SeriesQuery = Static<typeof SeriesQuery>

export const MeasurementPoint = Shape({
  object: Type.Literal('measurement_point'),
  at: described<string>(InstantText, 'Where the bucket starts.'),
  min: Decimal,
  max: Decimal,
  avg: described<string>(Decimal, 'Rounded half up, to one decimal place more than the axis has.'),
  last: Decimal,
  count: Type.Integer(),
})
export type MeasurementPoint = Static<typeof MeasurementPoint>
