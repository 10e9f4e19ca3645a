/** GET /items/{id}/prices: what a quantity costs a partner today. */
import { Type } from 'typebox'
import { invalidReference, validationFailed } from '../../../contract/problems.ts'
import { Decimal, DecimalWithin, Nullable, OneOf, Shape, type Static, UnitRef, Uuid } from '../../../contract/schema.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { plainText } from '../../../lib/decimal.ts'
import { itemOfPath } from '../items/record.ts'
import { unitOf } from '../items/view.ts'
import { refuseScale } from '../units/actions.ts'
import { priceOf, priceSources } from './rules.ts'
import { findCandidates } from './store.ts'

const Price = Shape({
  object: Type.Literal('price'),
  item_id: Uuid,
  partner_id: Nullable(Uuid),
  quantity: Type.Unsafe<string>({ ...Decimal, description: "In the item's unit." }),
  unit: UnitRef,
  unit_price: Type.Unsafe<string>({
    ...Decimal,
    description: 'Without VAT, per unit; "0" if there is no price.',
  }),
  currency: Type.String({ description: "ISO 4217; by default that of the partner's price list, else CZK." }),
  price_source: Type.Unsafe<(typeof priceSources)[number]>({
    ...OneOf(priceSources),
    description: 'The step of the cascade that set the price; `none` if no step did.',
  }),
  base_price: Type.Unsafe<string>({ ...Decimal, description: 'The item\'s sale_price; "0" in another currency.' }),
  discount_pct: Nullable(Type.Unsafe<string>({ ...Decimal, description: 'Only for the source `discount`.' })),
  livemode: Type.Boolean(),
})

export const itemPrice = defineEndpoint({
  id: 'items.prices.get',
  method: 'GET',
  path: '/items/{id}/prices',
  summary: 'Get the price of an item for a partner and quantity',
  description:
    'The first that exists: a partner price, the price list of the partner, the best single discount off the base ' +
    'price, the base price. Of several quantity breaks valid today, the highest one reached applies.',
  access: { scopes: ['core:read'] },
  query: Shape({
    partner_id: Type.Optional(Uuid),
    quantity: Type.Optional(DecimalWithin({ above: '0' }, "In the item's unit; 1 by default.")),
  }),
  returns: { status: 200, schema: Price },
  errors: ['quantity_scale'],
  record: itemOfPath,
  async handle({ record: item, query }, { db, account, today }) {
    const { partner_id: partnerId = null, quantity = '1' } = query
    refuseScale(quantity, unitOf(item), 'quantity')
    const asked = { bookId: account.book.id, partnerId, day: today, lines: [{ itemId: item.id, quantity }] }
    const [found] = await findCandidates(db, asked)
    if (partnerId !== null && found!.partner_id === null) throw validationFailed([invalidReference('partner_id')])
    const { unitPrice, source, basePrice, discountPct } = priceOf(found!)
    const body: Static<typeof Price> = {
      object: 'price',
      item_id: item.id,
      partner_id: partnerId,
      quantity: plainText(quantity),
      unit: unitOf(item),
      unit_price: unitPrice,
      currency: found!.currency,
      price_source: source,
      base_price: basePrice,
      discount_pct: discountPct,
      livemode: account.book.isLive,
    }
    return { body }
  },
})
