/** The wire shapes of partners. */
import { Type } from 'typebox'
import {
  described,
  Email,
  ExternalRef,
  InstantText,
  Nullable,
  Patch,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../contract/schema.ts'
import { PartnerWarnings } from './warnings.ts'

const Address = Shape({
  street: Type.Optional(Nullable(Text(0, 200))),
  city: Type.Optional(Nullable(Text(0, 120))),
  zip: Type.Optional(Nullable(Text(0, 20))),
  country_id: Type.Optional(Nullable(Uuid)),
})

const partnerFields = {
  name: Text(1, 200),
  is_customer: Type.Optional(Type.Boolean({ default: true })),
  is_supplier: Type.Optional(Type.Boolean({ default: false })),
  ico: Type.Optional(
    Nullable(
      described<string>(
        Text(0, 20),
        'The business id, unique within a country; a partner without a country counts as one of the ' +
          "account's country. Spaces are ignored, leading zeros only in CZ and SK.",
      ),
    ),
  ),
  dic: Type.Optional(Nullable(described<string>(Text(0, 20), 'The tax id, with its country prefix.'))),
  email: Type.Optional(Nullable(Email)),
  phone: Type.Optional(Nullable(Text(0, 40))),
  mobile: Type.Optional(Nullable(Text(0, 40))),
  web: Type.Optional(Nullable(Text(0, 200))),
  address: Type.Optional(Address),
  payment_terms: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 365, default: 14, description: 'Days until its invoices are due.' }),
  ),
  price_list_id: Type.Optional(Nullable(Uuid)),
  notes: Type.Optional(Nullable(Text(0, 4000))),
  is_active: Type.Optional(Type.Boolean({ default: true })),
}

export const PartnerCreate = Shape({ ...partnerFields, external_ref: Type.Optional(ExternalRef) })
export type PartnerCreate = Static<typeof PartnerCreate>

export const PartnerPatch = Patch(Shape(partnerFields))
export type PartnerPatch = Static<typeof PartnerPatch>

export const Partner = Shape({
  object: Type.Literal('partner'),
  id: Uuid,
  name: Type.String(),
  is_customer: Type.Boolean(),
  is_supplier: Type.Boolean(),
  ico: Nullable(Type.String()),
  dic: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  mobile: Nullable(Type.String()),
  web: Nullable(Type.String()),
  address: Shape({
    street: Nullable(Type.String()),
    city: Nullable(Type.String()),
    zip: Nullable(Type.String()),
    country_id: Nullable(Uuid),
  }),
  payment_terms: Type.Integer(),
  price_list_id: Nullable(Uuid),
  notes: Nullable(Type.String()),
  external_ref: Nullable(ExternalRef),
  is_active: Type.Boolean(),
  warnings: PartnerWarnings,
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})
export type Partner = Static<typeof Partner>
