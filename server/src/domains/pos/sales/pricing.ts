/** The lines of a sale priced: the cascade with VAT on top, the rate, the deposit. */
import { type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import { isVatPayerOn } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Day } from '../../../lib/days.ts'
import { type Decimal, decimal, plain, plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import {
  type DepositChoice,
  depositOfItem,
  type FoundPrice,
  findCandidates,
  findDepositChoices,
  type Item,
  isStocked,
  itemOfLine,
  type LineItems,
  listVatRates,
  priceOf,
  rateOfItem,
  type VatRateRow,
} from '../../core/index.ts'
import { isDraftItem } from '../taps/rules.ts'
import { lineGross, priceWithVat } from './rules.ts'
import type { SaleLineCreate } from './schema.ts'
import type { SaleLineRow } from './store.ts'

export interface Pricing {
  /** By the place of the line, for those that send no price. */
  prices: Map<number, FoundPrice & { currency: string }>
  rates: VatRateRow[]
  /** In any currency, out of use too. */
  deposits: DepositChoice[]
}

export async function readPricing(
  ctx: WriteContext,
  { partnerId, day, lines }: { partnerId: string | null; day: Day; lines: readonly SaleLineCreate[] },
): Promise<Pricing> {
  const bookId = ctx.account.book.id
  const asked = [...lines.entries()].filter(([, { unit_price }]) => unit_price === undefined)
  const [found, rates, deposits] = await Promise.all([
    asked.length === 0
      ? []
      : findCandidates(ctx.tx, {
          bookId,
          partnerId,
          day,
          lines: asked.map(([, { item_id, quantity }]) => ({ itemId: item_id, quantity })),
        }),
    listVatRates(ctx.tx, bookId),
    findDepositChoices(ctx.tx, bookId),
  ])
  const prices = found.map(each => [asked[each.place]![0], { ...priceOf(each), currency: each.currency }] as const)
  return { prices: new Map(prices), rates, deposits }
}

export interface PricedLine extends Omit<SaleLineRow, 'excl_vat' | 'vat' | 'incl_vat'> {
  gross: Decimal
}

interface Sold {
  saleId: string
  lines: readonly SaleLineCreate[]
  items: LineItems
  pricing: Pricing
  currency: string
  soldOn: Day
}

export function priceLines(ctx: WriteContext, sold: Sold): PricedLine[] {
  const isPayer = isVatPayerOn(ctx.account.tenant, sold.soldOn)
  const keepsStock = ctx.account.tenant.modules.includes('stock')
  const deposits = sold.pricing.deposits.filter(each => each.is_active && each.currency === sold.currency)
  const rows: ProblemRow[] = []
  const priced = sold.lines.map((line, index): PricedLine => {
    const item = itemOfLine(sold.items, line.item_id)
    const ratePct = plainText(
      line.vat_rate_pct ?? rateOfItem(sold.pricing.rates, item.sale_vat_rate_id)?.rate_pct ?? '0',
    )
    const rate = isPayer ? ratePct : '0'
    const price = priceOfLine(line, { index, sold, rate, rows })
    const discount_pct = line.discount_pct ? plainText(line.discount_pct) : null
    return {
      ...blankLine,
      ...itemColumns(item, keepsStock),
      ...depositColumns(line, depositOf(line, item, deposits)),
      id: newId(),
      sale_id: sold.saleId,
      sort_order: index + 1,
      quantity: plainText(line.quantity),
      ...price,
      vat_rate_pct: rate,
      discount_pct,
      keg_tap_id: line.keg_tap_id ?? null,
      notes: line.notes ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
      gross: lineGross({
        quantity: decimal(line.quantity),
        unitPrice: decimal(price.unit_price),
        discountPct: discount_pct === null ? null : decimal(discount_pct),
      }),
    }
  })
  if (rows.length > 0) throw validationFailed(rows)
  return priced
}

const blankLine = {
  refund_of_line_id: null,
  is_restocked: false,
  refunded_quantity: '0',
  refunded_amount: '0',
  refunded_pieces: '0',
  taps: [],
}

interface LinePrice {
  index: number
  sold: Sold
  rate: string
  rows: ProblemRow[]
}

/** A1: with VAT on top of what the cascade says; only a price in the currency of the desk is one. */
function priceOfLine(
  { unit_price }: SaleLineCreate,
  { index, sold, rate, rows }: LinePrice,
): Pick<SaleLineRow, 'unit_price' | 'price_source'> {
  if (unit_price !== undefined) return { unit_price: plainText(unit_price), price_source: 'manual' }
  const found = sold.pricing.prices.get(index)!
  if (found.source === 'none' || found.currency !== sold.currency) {
    const message = 'No price is set for this item in the currency of the desk: send unit_price.'
    rows.push({ ...rowBecause({ field: `lines[${index}].unit_price`, code: 'required' }, 'no_price'), message })
    return { unit_price: '0', price_source: 'base' }
  }
  return { unit_price: plain(priceWithVat(decimal(found.unitPrice), decimal(rate))), price_source: found.source }
}

/** What it is, as it is now; without stock nothing leaves a warehouse or a keg. */
const itemColumns = (item: Item, keepsStock: boolean) => ({
  item_id: item.id,
  item_code: item.code,
  item_name: item.name,
  unit_id: item.unit_id,
  unit_code: item.unit_code,
  unit_symbol: item.unit_symbol,
  unit_dimension: item.unit_dimension,
  unit_decimals: item.unit_decimals,
  is_stocked: keepsStock && isStocked(item.item_type) && !isDraftItem(item),
  base_item_id: keepsStock && isDraftItem(item) ? item.base_item_id : null,
  base_quantity: keepsStock && isDraftItem(item) ? item.base_item_quantity : null,
})

/** As on the lines of orders: sent, or that of the packaging the item is filled in. */
function depositOf(line: SaleLineCreate, item: Item, inUse: DepositChoice[]): DepositChoice | undefined {
  if (line.deposit_id === null) return undefined
  return line.deposit_id === undefined ? depositOfItem(item, inUse) : inUse.find(({ id }) => id === line.deposit_id)
}

function depositColumns({ quantity, deposit_quantity }: SaleLineCreate, deposit: DepositChoice | undefined) {
  if (!deposit) return { deposit_id: null, deposit_pieces: '0', deposit_total: '0' }
  const pieces = decimal(deposit_quantity ?? quantity).round(0, 'up')
  return {
    deposit_id: deposit.id,
    deposit_pieces: plain(pieces),
    deposit_total: plain(pieces.times(deposit.amount)),
  }
}
