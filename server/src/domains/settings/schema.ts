/** The settings of a book as one declarative document: what the account's people keep, not what the API writes. */
import { Type } from 'typebox'
import { Nullable, OneOf, Shape, type Static, Text } from '../../contract/schema.ts'
import { roles, scopes } from '../../contract/scopes.ts'

const OwnUnit = Shape({
  code: Text(1, 10),
  symbol: Text(1, 20),
  name_cs: Text(1, 80),
  name_en: Text(1, 80),
  dimension: OneOf(['weight', 'volume', 'count']),
  base_unit_code: Type.Optional(Nullable(Text(1, 10))),
  to_base_factor: Type.Optional(Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,15})?$' })),
  decimals: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 8 }))),
  is_active: Type.Optional(Type.Boolean()),
})

const User = Shape({
  email: Type.String({ format: 'email' }),
  name: Text(1, 200),
  role: OneOf(Object.keys(roles)),
  rights: Type.Optional(
    Type.Array(OneOf(scopes), { description: 'Instead of those of the role: the same words as the scopes of keys.' }),
  ),
  is_active: Type.Optional(Type.Boolean()),
})

const PriceList = Shape({
  code: Text(1, 20),
  name: Text(1, 200),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  is_active: Type.Optional(Type.Boolean()),
})

export const Settings = Shape({
  version: Type.Literal(1),
  price_lists: Type.Optional(Type.Array(PriceList)),
  units: Type.Optional(Type.Array(OwnUnit)),
  users: Type.Optional(Type.Array(User)),
})
export type Settings = Static<typeof Settings>
export type SettingsPriceList = Static<typeof PriceList>
export type OwnUnit = Static<typeof OwnUnit>
export type SettingsUser = Static<typeof User>
