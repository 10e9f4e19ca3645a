/** The wire shapes of items. */
import { Type } from 'typebox'
import {
  Decimal,
  DecimalWithin,
  described,
  ExternalRef,
  InstantText,
  Nullable,
  OneOf,
  Patch,
  Percentage,
  Shape,
  type Static,
  Text,
  UnitInput,
  UnitPrice,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { itemTypes, stockCategories } from './rules.ts'

const itemFields = {
  name: Text(1, 200),
  unit: described<UnitInput>(UnitInput, 'The stock unit. It cannot change once prices, documents or stock use it.'),
  item_type: Type.Optional(Type.Unsafe<(typeof itemTypes)[number]>({ ...OneOf(itemTypes), default: 'other' })),
  material_type: Type.Optional(Nullable(Text(0, 40))),
  recipe_unit: Type.Optional(
    Nullable(described<UnitInput>(UnitInput, 'The unit used in recipes; same dimension as unit.')),
  ),
  base_item_id: Type.Optional(
    Nullable(
      described<string>(
        Uuid,
        'The production item a base_product is filled from: required for it, not allowed for others.',
      ),
    ),
  ),
  base_item_quantity: Type.Optional(
    Nullable(DecimalWithin({ above: '0' }, "How much of the base item one piece holds, in the base item's unit.")),
  ),
  brand: Type.Optional(Nullable(Text(0, 120))),
  packaging_type: Type.Optional(
    Nullable(
      described<string>(
        Text(0, 40),
        'The same on a product and on the packaging it is filled into: this is how the product finds its deposit.',
      ),
    ),
  ),
  volume_l: Type.Optional(Nullable(DecimalWithin({ least: '0' }, 'Litres in one piece.'))),
  abv: Type.Optional(Nullable(Percentage)),
  plato: Type.Optional(Nullable(Percentage)),
  shelf_life_days: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 1, maximum: 3650, description: 'Days from production to the expiry date of its lots.' }),
    ),
  ),
  sale_price: Type.Optional(Nullable(UnitPrice)),
  ean: Type.Optional(Nullable(Text(0, 40))),
  barcode: Type.Optional(Nullable(Text(0, 80))),
  sale_vat_rate_id: Type.Optional(
    Nullable(described<string>(Uuid, 'From GET /vat-rates. On create, the default rate if absent.')),
  ),
  pos_available: Type.Optional(Type.Boolean({ default: false })),
  web_available: Type.Optional(Type.Boolean({ default: false })),
  is_active: Type.Optional(Type.Boolean({ default: true })),
}

export const ItemCreate = Shape({ ...itemFields, external_ref: Type.Optional(ExternalRef) })
export type ItemCreate = Static<typeof ItemCreate>

export const ItemPatch = Patch(Shape(itemFields))
export type ItemPatch = Static<typeof ItemPatch>

export const Item = Shape({
  object: Type.Literal('item'),
  id: Uuid,
  code: Nullable(Type.String({ description: 'Assigned by the number series for items.' })),
  name: Type.String(),
  brand: Nullable(Type.String()),
  item_type: OneOf(itemTypes),
  material_type: Nullable(Type.String()),
  stock_category: described<(typeof stockCategories)[number]>(
    OneOf(stockCategories),
    'Follows from item_type; a warehouse may accept only some categories.',
  ),
  unit: UnitRef,
  recipe_unit: Nullable(UnitRef),
  base_item_id: Nullable(Uuid),
  base_item_quantity: Nullable(Decimal),
  is_packaging: Type.Boolean(),
  packaging_type: Nullable(Type.String()),
  volume_l: Nullable(Decimal),
  abv: Nullable(Decimal),
  plato: Nullable(Decimal),
  shelf_life_days: Nullable(Type.Integer()),
  ean: Nullable(Type.String()),
  barcode: Nullable(Type.String()),
  sale_price: Nullable(Decimal),
  sale_vat_rate_id: Nullable(Uuid),
  pos_available: Type.Boolean(),
  web_available: Type.Boolean(),
  external_ref: Nullable(ExternalRef),
  is_active: Type.Boolean(),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})
export type Item = Static<typeof Item>
