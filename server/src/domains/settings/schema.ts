/** The settings of a book as one declarative document: what the account's people keep, not what the API writes. */
import { Type } from 'typebox'
import {
  type AnyShape,
  DateText,
  DecimalWithin,
  described,
  Money,
  OneOf,
  OneOfDeclared,
  Percentage,
  Shape,
  type Static,
  Text,
  UnitPrice,
  VatRate,
} from '../../contract/schema.ts'
import { roles, scopes } from '../../contract/scopes.ts'
import { documentKinds } from '../../kernel/numbering.ts'
import { categoryKinds } from '../core/categories/store.ts'
import { stockCategories } from '../core/items/rules.ts'
import { type VatExemption, vatExemptions } from '../core/vat-rates/exemptions.ts'
import { blockKinds } from '../files/inbox/store.ts'
import { accountTypes, paymentMethods } from '../finance/accounts/store.ts'
import { shopTypes } from '../stock/shops/store.ts'
import { systemRoles, warehouseTypes } from '../stock/warehouses/store.ts'
import { Company } from './company-schema.ts'
import { Name, optional, orNull } from './schema-parts.ts'

const Code = Text(1, 20)
const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' })
const Flag = Type.Optional(Type.Boolean())
const ItemName = Type.String({
  minLength: 1,
  maxLength: 170,
  description: 'An item by its code, by its external_ref as `<system>:<id>`, or by its id.',
})
const PartnerName = Type.String({
  minLength: 1,
  maxLength: 170,
  description: 'A partner by its ico, by its external_ref as `<system>:<id>`, or by its id.',
})
const FromQuantity = DecimalWithin({ least: '0' }, "From this quantity on, in the item's unit; 0 by default.")

const Shop = Shape({
  code: Code,
  name: Name,
  shop_type: optional(OneOf(shopTypes)),
  street: orNull(Text(0, 200)),
  city: orNull(Text(0, 120)),
  zip: orNull(Text(0, 20)),
  country: orNull(Text(0, 120)),
  is_default: Flag,
  is_active: Flag,
})

const Warehouse = Shape({
  code: Code,
  name: Name,
  type: optional(OneOf(warehouseTypes)),
  system_role: orNull(OneOf(systemRoles)),
  shop: orNull(Type.String({ maxLength: 20, description: 'The code of its shop.' })),
  categories: orNull(Type.Array(OneOf(stockCategories), { description: 'The stock categories it takes; null: all.' })),
  is_excise_relevant: Flag,
  is_default: Flag,
  is_active: Flag,
})

const OwnUnit = Shape({
  code: Text(1, 10),
  symbol: Text(1, 20),
  name_cs: Text(1, 80),
  name_en: Text(1, 80),
  dimension: OneOf(['weight', 'volume', 'count']),
  base_unit_code: orNull(Text(1, 10)),
  to_base_factor: optional(Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,15})?$' })),
  decimals: orNull(Type.Integer({ minimum: 0, maximum: 8 })),
  is_active: Flag,
})

const SettingsVatRate = Shape({
  code: Code,
  name: Name,
  rate_pct: VatRate,
  is_default: Flag,
  is_active: Flag,
  vat_exemption: orNull(
    described<VatExemption>(OneOf(vatExemptions), 'Of a rate of 0 %: why no VAT is charged on lines sold with it.'),
  ),
})

const validity = { valid_from: orNull(DateText), valid_to: orNull(DateText), is_active: Flag }

const PriceEntry = Shape({ item: ItemName, min_quantity: optional(FromQuantity), unit_price: UnitPrice, ...validity })

const PriceList = Shape({
  code: Code,
  name: Name,
  currency: optional(Currency),
  is_active: Flag,
  entries: optional(Type.Array(PriceEntry)),
})

const PartnerPrice = Shape({
  partner: PartnerName,
  item: ItemName,
  currency: optional(Currency),
  min_quantity: optional(FromQuantity),
  unit_price: UnitPrice,
  ...validity,
})

const Discount = Shape({
  code: Code,
  name: Name,
  partner: orNull(PartnerName),
  item: orNull(ItemName),
  min_quantity: optional(FromQuantity),
  discount_pct: Percentage,
  ...validity,
})

const Deposit = Shape({
  code: Code,
  name: Name,
  packaging_item: ItemName,
  amount: Money,
  currency: optional(Currency),
  is_active: Flag,
})

const Category = Shape({ kind: OneOf(categoryKinds), code: Code, name: Name, is_active: Flag })

const NumberSeries = Shape({
  document_kind: OneOfDeclared(documentKinds),
  prefix: Type.String({ pattern: '^[A-Za-z0-9/_-]{0,12}$' }),
  digits: optional(Type.Integer({ minimum: 3, maximum: 10 })),
  is_yearly: optional(Type.Boolean({ description: 'Begins anew each year, with the year in the number.' })),
})

const FinanceAccount = Shape({
  code: Code,
  type: OneOf(accountTypes),
  name: Name,
  currency: optional(Currency),
  account_number: orNull(Text(0, 40)),
  iban: orNull(Text(0, 34)),
  bic: orNull(Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' })),
  is_active: Flag,
})

const FinanceDefault = Shape({
  payment_method: OneOf(paymentMethods),
  currency: optional(Currency),
  account: Type.String({ maxLength: 20, description: 'The code of a finance account.' }),
})

const ExcisePeriod = Shape({
  period: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'A month, as YYYY-MM.' }),
  is_filed: optional(Type.Boolean({ description: 'Its report is filed: nothing dated in it moves any more.' })),
})

const User = Shape({
  email: Type.String({ format: 'email' }),
  name: Name,
  role: OneOf(Object.keys(roles)),
  rights: Type.Optional(
    Type.Array(OneOf(scopes), { description: 'Instead of those of the role: the same words as the scopes of keys.' }),
  ),
  is_active: Flag,
})

const InboxBlock = Shape(
  {
    kind: OneOf(blockKinds),
    value: Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'The e-mail of a sender, or the SHA-256 of a file in hexadecimal.',
    }),
    note: orNull(Text(0, 400)),
    is_active: Flag,
  },
  { title: 'InboxBlock', description: 'What the inbox refuses.' },
)

const sections = {
  company: optional(Company),
  shops: optional(Type.Array(Shop)),
  warehouses: optional(Type.Array(Warehouse)),
  units: optional(Type.Array(OwnUnit, { description: "The account's own units, beside those of the system." })),
  vat_rates: optional(Type.Array(SettingsVatRate)),
  categories: optional(Type.Array(Category)),
  number_series: optional(Type.Array(NumberSeries)),
  finance_accounts: optional(Type.Array(FinanceAccount)),
  finance_defaults: optional(
    Type.Array(FinanceDefault, { description: 'Where a payment goes that names no account, by method and currency.' }),
  ),
  price_lists: optional(Type.Array(PriceList)),
  partner_prices: optional(Type.Array(PartnerPrice)),
  discounts: optional(Type.Array(Discount)),
  deposits: optional(Type.Array(Deposit)),
  excise_periods: optional(Type.Array(ExcisePeriod)),
  inbox_blocks: optional(Type.Array(InboxBlock)),
  users: optional(Type.Array(User)),
}

export const Settings = Shape(
  { $schema: optional(Type.String()), version: Type.Literal(1), ...sections },
  {
    title: 'Settings of a Cellarbook book',
    description:
      'What a section or a member leaves out stays as it is; a new record takes its default. Nothing is deleted: ' +
      'is_active false takes a record out of use.',
  },
)
export type Settings = Static<typeof Settings>

type Rows<Section extends keyof Settings> = NonNullable<Settings[Section]> extends (infer Row)[] ? Row : never

export type SettingsCompany = Static<typeof Company>
export type SettingsShop = Rows<'shops'>
export type SettingsWarehouse = Rows<'warehouses'>
export type SettingsUnit = Rows<'units'>
export type SettingsVatRate = Rows<'vat_rates'>
export type SettingsCategory = Rows<'categories'>
export type SettingsNumberSeries = Rows<'number_series'>
export type SettingsFinanceAccount = Rows<'finance_accounts'>
export type SettingsFinanceDefault = Rows<'finance_defaults'>
export type SettingsPriceList = Omit<Rows<'price_lists'>, 'entries'>
export type SettingsPriceEntry = Static<typeof PriceEntry> & { list: string }
export type SettingsPartnerPrice = Rows<'partner_prices'>
export type SettingsDiscount = Rows<'discounts'>
export type SettingsDeposit = Rows<'deposits'>
export type SettingsExcisePeriod = Rows<'excise_periods'>
export type SettingsInboxBlock = Rows<'inbox_blocks'>
export type SettingsUser = Rows<'users'>

/** The document's own JSON Schema, as editors and checkers read it. */
export const settingsSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...(JSON.parse(JSON.stringify(Settings as AnyShape)) as object),
})
