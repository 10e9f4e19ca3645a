/** The wire shape of GET /me. */
import { Type } from 'typebox'
import { OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'

const Axis = Shape({
  unit: Type.String(),
  canonical_unit: Type.String({ description: 'The unit of the stored value.' }),
})

export const MeasureProfile = Shape({
  unit_system: OneOf(['metric', 'uk', 'us']),
  axes: Type.Record(Type.String(), Axis),
})

export const Me = Shape({
  object: Type.Literal('me'),
  api_version: Type.String(),
  livemode: Type.Boolean({ description: 'False for the sandbox.' }),
  tenant: Shape({
    id: Uuid,
    name: Type.String(),
    slug: Type.String(),
    vertical: Type.String(),
    country_code: Type.String(),
  }),
  key: Shape({ id: Uuid, name: Type.String() }),
  scopes: Type.Array(Type.String(), {
    description: "The effective scopes: the key's scopes that the subscription covers now.",
  }),
  modules: Type.Array(Type.String(), { description: 'Modules and add-ons of the subscription.' }),
  limits: Shape({
    rate_per_min: Type.Integer(),
    max_keys: Type.Integer(),
    max_webhook_endpoints: Type.Integer(),
    events_retention_days: Type.Integer(),
  }),
  measure_profile: MeasureProfile,
})
export type Me = Static<typeof Me>
