/** The wire shapes of contacts. */
import { Type } from 'typebox'
import { Email, InstantText, Nullable, Patch, Shape, type Static, Text, Uuid } from '../../../contract/schema.ts'

export const ContactCreate = Shape({
  name: Text(1, 200),
  position: Type.Optional(Nullable(Text(0, 120))),
  email: Type.Optional(Nullable(Email)),
  phone: Type.Optional(Nullable(Text(0, 40))),
  mobile: Type.Optional(Nullable(Text(0, 40))),
  is_primary: Type.Optional(
    Type.Boolean({ default: false, description: 'Setting it clears it on the other contacts.' }),
  ),
  notes: Type.Optional(Nullable(Text(0, 4000))),
})
export type ContactCreate = Static<typeof ContactCreate>

export const ContactPatch = Patch(ContactCreate)
export type ContactPatch = Static<typeof ContactPatch>

const common = {
  name: Type.String(),
  position: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  mobile: Nullable(Type.String()),
  is_primary: Type.Boolean(),
}

const stamps = { livemode: Type.Boolean(), created_at: InstantText, updated_at: InstantText }

export const Contact = Shape({
  object: Type.Literal('contact'),
  id: Uuid,
  partner_id: Uuid,
  ...common,
  notes: Nullable(Type.String()),
  ...stamps,
})
export type Contact = Static<typeof Contact>

/** As the list across partners shows it. */
export const ContactWithPartner = Shape(
  {
    object: Type.Literal('contact'),
    id: Uuid,
    partner: Shape({ id: Uuid, name: Type.String() }),
    ...common,
    ...stamps,
  },
  { title: 'ContactWithPartner' },
)
export type ContactWithPartner = Static<typeof ContactWithPartner>
