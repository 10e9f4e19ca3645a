/** What a sale refers to: found at once, usable, and of the same book. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Day, dayIn } from '../../../lib/days.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { type Instant, parseInstant, toMilliseconds } from '../../../lib/instants.ts'
import {
  findPartner,
  itemOfLine,
  type LineItems,
  labelErrors,
  lineItemsOf,
  type Partner,
  refuseScale,
  refuseUnits,
  stockCategoryOf,
  unitOf,
} from '../../core/index.ts'
import type { Desk } from '../desks/store.ts'
import { findReturnables, type ReturnedPieces, returnableFaults, returnedPieces } from '../packaging/deposits.ts'
import { unknownKegs } from '../taps/drawing.ts'
import { isDraftItem } from '../taps/rules.ts'
import { findSaleParties, type SaleParties } from './parties.ts'
import { type Pricing, readPricing } from './pricing.ts'
import type { SaleCreate, SaleLineCreate } from './schema.ts'

export interface Found {
  soldAt: Instant
  /** The day of it where the account is. */
  soldOn: Day
  partner: Partner | undefined
  items: LineItems
  returns: ReturnedPieces[]
  pricing: Pricing
  parties: SaleParties
}

const aheadMs = 5 * 60 * 1_000

export async function findReferences(ctx: WriteContext, body: SaleCreate, desk: Desk): Promise<Found> {
  const lines = body.lines ?? []
  const returns = body.returns ?? []
  const soldAt = parseInstant(body.sold_at ?? '') ?? ctx.now
  const soldOn = dayIn(ctx.account.tenant.timeZone, toMilliseconds(soldAt))
  const partnerId = body.partner_id ?? null
  const [partner, items, labelRows, returnables, pricing, parties] = await Promise.all([
    body.partner_id ? findPartner(ctx.tx, ctx.account.book.id, body.partner_id) : undefined,
    lineItemsOf(
      ctx,
      lines.map(({ item_id }) => item_id),
    ),
    labelErrors(ctx, body),
    findReturnables(ctx, returns),
    readPricing(ctx, { partnerId, day: soldOn, lines }),
    findSaleParties(ctx, { partner_id: partnerId, shop_id: desk.shop_id, sold_on: soldOn }),
  ])
  const rows = [
    ...aheadErrors(ctx, soldAt),
    ...partnerErrors(body, partner),
    ...labelRows,
    ...lines.flatMap((line, index) => lineErrors(line, index, { items, pricing, desk })),
    ...returnableFaults(returns, returnables, {
      currency: desk.currency,
      field: index => `returns[${index}].deposit_id`,
    }),
    ...(await kegErrors(ctx, desk, { lines, items })),
  ]
  if (rows.length > 0) throw validationFailed(rows)
  return { soldAt, soldOn, partner, items, pricing, parties, returns: returnedPieces(returns, returnables) }
}

function aheadErrors(ctx: WriteContext, soldAt: Instant): ProblemRow[] {
  if (toMilliseconds(soldAt) <= toMilliseconds(ctx.now) + aheadMs) return []
  return [rowBecause({ field: 'sold_at' }, 'ahead_of_now')]
}

/** What happened with a partner out of use has happened. */
const partnerErrors = ({ partner_id, offline }: SaleCreate, partner: Partner | undefined): ProblemRow[] =>
  !partner_id || partner?.is_active || (partner && offline) ? [] : [invalidReference('partner_id')]

/** An item out of use is known: whether it is sold here is asked later. */
function lineErrors(
  line: SaleLineCreate,
  index: number,
  { items, pricing, desk }: { items: LineItems; pricing: Pricing; desk: Desk },
): ProblemRow[] {
  const rows: ProblemRow[] = []
  const item = items.get(line.item_id)
  if (!item) rows.push(invalidReference(`lines[${index}].item_id`))
  const deposit = pricing.deposits.find(({ id }) => id === line.deposit_id)
  const isUsable = deposit?.is_active && deposit.currency === desk.currency
  if (line.deposit_id && !isUsable) rows.push(invalidReference(`lines[${index}].deposit_id`))
  if (line.keg_tap_id && item && !isDraftItem(item)) {
    const message = 'Only draft beer is drawn from a keg.'
    rows.push({ field: `lines[${index}].keg_tap_id`, code: 'unexpected_field', message })
  }
  return rows
}

const kegErrors = (
  ctx: WriteContext,
  desk: Desk,
  { lines, items }: { lines: readonly SaleLineCreate[]; items: LineItems },
): Promise<ProblemRow[]> =>
  unknownKegs(
    ctx,
    desk,
    lines.flatMap(({ item_id, keg_tap_id }, index) => {
      const item = items.get(item_id)
      if (!keg_tap_id || !item || !isDraftItem(item)) return []
      return [{ base_item_id: item.base_item_id, keg_tap_id, field: `lines[${index}].keg_tap_id` }]
    }),
  )

/** Each line in the unit of its item; and so many glasses, that the beer in them can be measured. */
export async function refuseSaleUnits(
  ctx: WriteContext,
  lines: readonly SaleLineCreate[],
  items: LineItems,
): Promise<void> {
  await refuseUnits(ctx, { lines, items, field: (index, name) => `lines[${index}].${name}` })
  const draft = [...items.values()].filter(isDraftItem)
  const beers = await lineItemsOf(
    ctx,
    draft.map(({ base_item_id }) => base_item_id!),
  )
  for (const [index, { item_id, quantity }] of lines.entries()) {
    const item = itemOfLine(items, item_id)
    if (!isDraftItem(item)) continue
    const beer = itemOfLine(beers, item.base_item_id!)
    refuseScale(plain(decimal(quantity).times(item.base_item_quantity!)), unitOf(beer), `lines[${index}].quantity`)
  }
}

/** Out of use, not meant for the counter, or of a category this desk does not sell. */
export function refuseUnsold(lines: readonly SaleLineCreate[], items: LineItems, { categories }: Desk): void {
  for (const [index, { item_id }] of lines.entries()) {
    const { is_active, pos_available, item_type } = itemOfLine(items, item_id)
    const isSold =
      is_active && pos_available && (categories === null || categories.includes(stockCategoryOf(item_type)))
    if (!isSold) throw problem('item_not_available_at_pos', { field: `lines[${index}].item_id` })
  }
}
