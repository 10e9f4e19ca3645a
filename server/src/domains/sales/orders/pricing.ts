/** The lines of an order priced: cascade, VAT rate, deposit, and totals that always add up. */

import { refuseBeyond } from '../../../contract/amounts.ts'
import { invalidReference, type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import { isVatPayerOn } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { decimal, plain, plainText, sum } from '../../../lib/decimal.ts'
import { documentTotals } from '../../../lib/vat.ts'
import {
  type DepositChoice,
  depositOfItem,
  type ExemptLine,
  exemptionErrors,
  exemptionOf,
  type FoundPrice,
  findCandidates,
  findDepositChoices,
  findListCurrency,
  type Item,
  listVatRates,
  priceOf,
  rateOfItem,
  type VatRateRow,
} from '../../core/index.ts'
import type { Order, OrderLineColumns } from './store.ts'

/** What a line says of itself; the rest is found. */
export interface WantedLine {
  unit_price: string | null | undefined
  vat_rate_pct: string | undefined
  discount_pct: string | null | undefined
  notes: string | null | undefined
  id: string
  sortOrder: number
  item: Pick<Item, 'id' | 'packaging_type' | 'item_type' | 'sale_vat_rate_id'>
  quantity: string
  depositId: string | null | undefined
  depositQuantity: string | null | undefined
  /** Where a price comes from that stays as it was. */
  keptSource?: OrderLineColumns['price_source'] | undefined
  /** It may be out of use. */
  keptDepositId?: string | null | undefined
  vat_exemption: ExemptLine['sent']
  /** What it was, when it is changed. */
  before?: ExemptLine['before']
  /** How its fields are called in the body. */
  field: (name: string) => string
}

type PricedLine = Omit<OrderLineColumns, 'excl_vat' | 'vat' | 'incl_vat'>

/** What lines are priced by. */
export interface Pricing {
  /** By the place of the line, for those that send no price. */
  prices: Map<number, FoundPrice>
  /** That of the partner's price list, when it has an active one. */
  currency: string
  rates: VatRateRow[]
  /** In any currency. */
  deposits: DepositChoice[]
}

/** Asked for at once, by what the lines say. */
export async function readPricing(
  ctx: WriteContext,
  partnerId: string,
  lines: readonly { item_id: string; quantity: string; unit_price?: string | null | undefined }[],
): Promise<Pricing> {
  const bookId = ctx.account.book.id
  const [found, rates, deposits] = await Promise.all([
    cascade(ctx, partnerId, lines),
    listVatRates(ctx.tx, bookId),
    findDepositChoices(ctx.tx, bookId),
  ])
  return { ...found, rates, deposits }
}

/** For lines that are made of what is there already. */
export const pricingOf = (ctx: WriteContext, order: Order, lines: readonly WantedLine[]): Promise<Pricing> =>
  readPricing(
    ctx,
    order.partner_id,
    lines.map(({ item, quantity, unit_price }) => ({ item_id: item.id, quantity, unit_price })),
  )

export function priceLines(
  ctx: WriteContext,
  order: Order,
  { lines, pricing }: { lines: readonly WantedLine[]; pricing: Pricing },
): PricedLine[] {
  const isPayer = isVatPayerOn(ctx.account.tenant, ctx.today)
  const deposits = pricing.deposits.filter(({ currency }) => currency === order.currency)
  const rows: ProblemRow[] = []
  const priced = lines.map((line, index): PricedLine => {
    const found = pricing.prices.get(index)
    if (line.unit_price == null)
      rows.push(...priceFaults(line, { found, ofOrder: order.currency, ofPrices: pricing.currency }))
    const deposit = depositOf(line, deposits, rows)
    const { payer_vat_rate_pct, vat_exemption } = vatOf(line, { rates: pricing.rates, isPayer, rows })
    const pieces = deposit ? plain(decimal(line.depositQuantity ?? line.quantity).round(0, 'up')) : '0'
    return {
      id: line.id,
      order_id: order.id,
      sort_order: line.sortOrder,
      item_id: line.item.id,
      quantity: plainText(line.quantity),
      unit_price: plainText(line.unit_price ?? found?.unitPrice ?? '0'),
      vat_rate_pct: isPayer ? payer_vat_rate_pct : '0',
      payer_vat_rate_pct,
      discount_pct: line.discount_pct ? plainText(line.discount_pct) : null,
      deposit_id: deposit?.id ?? null,
      deposit_pieces: pieces,
      deposit_total: deposit ? plain(decimal(pieces).times(deposit.amount)) : '0',
      notes: line.notes ?? null,
      price_source: line.unit_price == null ? sourceOf(found!) : (line.keptSource ?? 'manual'),
      vat_exemption,
    }
  })
  if (rows.length > 0) throw validationFailed(rows)
  return priced
}

const sourceOf = ({ source }: FoundPrice): OrderLineColumns['price_source'] => (source === 'none' ? 'base' : source)

/** The list of a partner may have become one of another currency since the order was made: its prices are none of the order. */
function priceFaults(
  line: WantedLine,
  { found, ofOrder, ofPrices }: { found: FoundPrice | undefined; ofOrder: string; ofPrices: string },
): ProblemRow[] {
  const isOwnCurrency = ofOrder === ofPrices
  if (isOwnCurrency && found?.source !== 'none') return []
  const missing = rowBecause({ field: line.field('unit_price'), code: 'required' }, 'no_price')
  if (isOwnCurrency) return [missing]
  return [
    { ...missing, message: `The order is in ${ofOrder}, prices of the partner are in ${ofPrices}: send unit_price.` },
  ]
}

/** One statement for all lines that send no price; it knows the currency, too. */
async function cascade(
  ctx: WriteContext,
  partnerId: string,
  lines: Parameters<typeof readPricing>[2],
): Promise<Pick<Pricing, 'prices' | 'currency'>> {
  const asked = [...lines.entries()].filter(([, { unit_price }]) => unit_price == null)
  if (asked.length === 0) return { prices: new Map(), currency: await currencyFor(ctx, partnerId) }
  const found = await findCandidates(ctx.tx, {
    bookId: ctx.account.book.id,
    partnerId,
    day: ctx.today,
    lines: asked.map(([, { item_id, quantity }]) => ({ itemId: item_id, quantity })),
  })
  const prices = new Map(found.map(candidates => [asked[candidates.place]![0], priceOf(candidates)]))
  // Nothing is found of items that are not there, and such an order is refused.
  return { prices, currency: found[0]?.currency ?? homeCurrency }
}

/** That of the partner's price list, when it has an active one. */
export const currencyFor = async (ctx: WriteContext, partnerId: string): Promise<string> =>
  (await findListCurrency(ctx.tx, ctx.account.book.id, partnerId)) ?? homeCurrency

/** Sent, or that of the item, or the default one: what is charged by who pays VAT, and why nothing is. */
function vatOf(
  { vat_rate_pct, vat_exemption: sent, item, before, field }: WantedLine,
  { rates, isPayer, rows }: { rates: VatRateRow[]; isPayer: boolean; rows: ProblemRow[] },
): Pick<PricedLine, 'payer_vat_rate_pct' | 'vat_exemption'> {
  const rate = rateOfItem(rates, item.sale_vat_rate_id)
  const ratePct = plainText(vat_rate_pct ?? rate?.rate_pct ?? '0')
  rows.push(...exemptionErrors({ sent, ratePct }, isPayer, field('vat_exemption')))
  return { payer_vat_rate_pct: ratePct, vat_exemption: exemptionOf({ sent, ratePct, before, rate }, isPayer) }
}

/** Sent, or that of the packaging the item is filled in; null sends none. */
function depositOf(line: WantedLine, choices: DepositChoice[], rows: ProblemRow[]): DepositChoice | undefined {
  if (line.depositId === null) return undefined
  if (line.depositId === undefined) return depositOfItem(line.item, choices)
  const chosen = usableDeposit(choices, line.depositId, line.keptDepositId)
  if (!chosen) rows.push(invalidReference(line.field('deposit_id')))
  return chosen
}

/** In use, or kept by a line that had it before. */
const usableDeposit = (
  choices: readonly DepositChoice[],
  depositId: string,
  keptId?: string | null,
): DepositChoice | undefined => choices.find(({ id, is_active }) => id === depositId && (is_active || id === keptId))

/** For lines that are not priced because other references of them are not there. */
export const depositFaults = (
  lines: readonly { deposit_id?: string | null | undefined }[],
  choices: readonly DepositChoice[],
  field: (index: number) => string,
): ProblemRow[] =>
  lines.flatMap(({ deposit_id }, index) =>
    !deposit_id || usableDeposit(choices, deposit_id) ? [] : [invalidReference(field(index))],
  )

/** All lines as they would be invoiced today. */
export function applyTodaysRates<Line extends Pick<OrderLineColumns, 'vat_rate_pct' | 'payer_vat_rate_pct'>>(
  { account, today }: WriteContext,
  lines: readonly Line[],
): Line[] {
  const isPayer = isVatPayerOn(account.tenant, today)
  return lines.map(line => ({ ...line, vat_rate_pct: isPayer ? line.payer_vat_rate_pct : '0' }))
}

/** V1 to V3 over all lines of the order: what one line shows of the tax depends on the others. */
export function withTotals(order: Order, lines: PricedLine[]): { order: Order; lines: OrderLineColumns[] } {
  const totals = documentTotals(
    lines.map(line => ({
      quantity: decimal(line.quantity),
      unitPrice: decimal(line.unit_price),
      discountPct: line.discount_pct === null ? null : decimal(line.discount_pct),
      vatRatePct: decimal(line.vat_rate_pct),
    })),
  )
  const deposit = sum(lines.map(line => decimal(line.deposit_total)))
  refuseBeyond(totals.inclVat.plus(deposit))
  return {
    order: {
      ...order,
      total_excl_vat: plain(totals.exclVat),
      total_vat: plain(totals.vat),
      total_incl_vat: plain(totals.inclVat),
      total_deposit: plain(deposit),
    },
    lines: lines.map((line, index) => {
      const { exclVat, vat, inclVat } = totals.lines[index]!
      const sums = { excl_vat: plain(exclVat), vat: plain(vat), incl_vat: plain(inclVat) }
      // In front for V8, behind because a line that was saved before brings the sums of then.
      return { ...sums, ...line, ...sums }
    }),
  }
}
