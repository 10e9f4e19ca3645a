/** The price cascade: partner price, price list, discount, base price. Pure; the same for price queries and orders. */
import { decimal, plain, plainText, round } from '../../../lib/decimal.ts'

export const priceSources = ['partner_price', 'price_list', 'discount', 'base', 'none'] as const
export type PriceSource = (typeof priceSources)[number]

/** What was found for one item, partner, quantity and day, all in one currency. */
export interface PriceCandidates {
  partner_price: string | null
  list_price: string | null
  /** The best single discount; discounts are never stacked. */
  discount_pct: string | null
  base_price: string | null
}

export interface FoundPrice {
  unitPrice: string
  source: PriceSource
  basePrice: string
  /** Only of a discount. */
  discountPct: string | null
}

/** Unit prices have up to six decimal places. */
const pricePlaces = 6

export function priceOf({ partner_price, list_price, discount_pct, base_price }: PriceCandidates): FoundPrice {
  const basePrice = base_price === null ? '0' : plainText(base_price)
  const found = (source: PriceSource, unitPrice: string, discountPct: string | null = null): FoundPrice => ({
    unitPrice: plainText(unitPrice),
    source,
    basePrice,
    discountPct,
  })
  if (partner_price !== null) return found('partner_price', partner_price)
  if (list_price !== null) return found('price_list', list_price)
  if (base_price === null) return found('none', '0')
  if (discount_pct === null) return found('base', base_price)
  const left = decimal(100).minus(discount_pct)
  const reduced = round(decimal(base_price).times(left).div(100), pricePlaces)
  return found('discount', plain(reduced), plainText(discount_pct))
}
