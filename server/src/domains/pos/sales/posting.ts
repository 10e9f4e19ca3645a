/** The stock documents of a sale, made and confirmed within its settlement; its own lines give theirs their names. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Day } from '../../../lib/days.ts'
import { decimal, plain, sum } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { unitOf } from '../../core/index.ts'
import {
  confirmIssuePart,
  confirmReceiptPart,
  findWarehouse,
  getSystemWarehouse,
  type IssuePlan,
  insertDocument,
  listStockLines,
  type MovedPart,
  type MovementPurpose,
  type MovementType,
  newDocument,
  newLine,
  type StockLineRow,
  unitPriceOf,
  type WarehouseRow,
} from '../../stock/index.ts'
import { receiveEmpties } from '../packaging/receipt.ts'
import type { DrawPlan } from '../taps/drawing.ts'
import type { Settlement } from './settlement.ts'
import type { Sale } from './store.ts'

type NewLine = ReturnType<typeof newLine>

interface Draft {
  type: MovementType
  purpose: MovementPurpose
  warehouse: WarehouseRow
  day: Day
  /** Of its lines, once the document has an id. */
  lines(documentId: string): NewLine[]
}

async function draftOf(ctx: WriteContext, sale: Sale, { type, purpose, warehouse, day, lines }: Draft) {
  const body = { warehouse_id: warehouse.id, movement_purpose: purpose, date: day, partner_id: sale.partner_id }
  const origin = { pos_sale_id: sale.id }
  const partnerName = sale.partner_name ?? undefined
  const draft = await newDocument(ctx, type, { body, warehouse, partnerName, origin })
  const row = await insertDocument(ctx, draft, lines(draft.id))
  return { row, lines: await listStockLines(ctx.tx, ctx.account.book.id, row.id) }
}

/** Goods leave the warehouse of the desk. */
export async function issueGoods(
  ctx: WriteContext,
  of: Settlement,
  warehouse: WarehouseRow | undefined,
): Promise<MovedPart | undefined> {
  const goods = of.lines.filter(line => line.is_stocked)
  if (goods.length === 0) return undefined
  const { row, lines } = await draftOf(ctx, of.sale, {
    type: 'issue',
    purpose: 'sale',
    warehouse: warehouse!,
    day: of.day,
    lines: documentId =>
      goods.map(({ id, item_id, quantity }, index) => ({
        ...newLine(documentId, index + 1, { item_id, quantity }),
        id,
      })),
  })
  return confirmIssuePart(ctx, row, { lines, ...(of.isStrict && { refuse: refuseOutOfStock }) })
}

/** Item by item: lines of the same item share what is there. */
function refuseOutOfStock({ shortages, held }: IssuePlan, lines: StockLineRow[]): void {
  const short = new Map([...held, ...shortages].map(each => [each.lineId, each]))
  const items = new Set([...short.values()].map(({ itemId }) => itemId))
  if (items.size === 0) return
  const blockers = [...groupBy(lines, ({ item_id }) => item_id)]
    .filter(([itemId]) => items.has(itemId))
    .map(([item_id, own]) => ({
      item_id,
      requested: plain(sum(own.map(line => decimal(line.quantity)))),
      available: plain(sum(own.map(line => short.get(line.id)?.available ?? decimal(line.quantity)))),
      unit: unitOf(own[0]!),
    }))
  throw problem('item_not_in_stock', { blockers })
}

/** Beer leaves its keg: a line for each, by the layer the keg is. What is overdrawn is no stock. */
export async function issueBeer(ctx: WriteContext, of: Settlement, plan: DrawPlan): Promise<MovedPart | undefined> {
  const draws = plan.flatMap(({ line, base_item_id, taps }) =>
    taps
      .filter(({ quantity }) => quantity.gt(0))
      .map(({ lot_id, quantity }, index) => ({ id: index === 0 ? line : undefined, base_item_id, lot_id, quantity })),
  )
  if (draws.length === 0) return undefined
  const { row, lines } = await draftOf(ctx, of.sale, {
    type: 'issue',
    purpose: 'sale',
    warehouse: await getSystemWarehouse(ctx.tx, ctx.account.book.id, 'on_tap'),
    day: of.day,
    lines: documentId =>
      draws.map(({ id, base_item_id, lot_id, quantity }, index) => {
        const line = newLine(documentId, index + 1, { item_id: base_item_id, quantity: plain(quantity), lot_id })
        return { ...line, id: id ?? line.id }
      }),
  })
  return confirmIssuePart(ctx, row, { lines })
}

export async function receiveReturns(
  ctx: WriteContext,
  of: Settlement,
  warehouse: WarehouseRow | undefined,
): Promise<MovedPart | undefined> {
  const { sale, returns: lines, day: date } = of
  if (lines.length === 0) return undefined
  const partner = sale.partner_id === null ? null : { id: sale.partner_id, name: sale.partner_name! }
  return receiveEmpties(ctx, { warehouse: warehouse!, date, partner, lines, origin: { pos_sale_id: sale.id } })
}

export interface Restocked {
  id: string
  item_id: string
  quantity: string
  value: string
}

/** Goods of a refund come back at what they cost. */
export async function restock(
  ctx: WriteContext,
  refund: Sale,
  goods: readonly Restocked[],
): Promise<MovedPart | undefined> {
  if (goods.length === 0) return undefined
  const { row, lines } = await draftOf(ctx, refund, {
    type: 'receipt',
    purpose: 'other',
    warehouse: (await findWarehouse(ctx.tx, ctx.account.book.id, refund.warehouse_id))!,
    day: refund.sold_on,
    lines: documentId =>
      goods.map(({ id, item_id, quantity, value }, index) => {
        const unit_price = plain(unitPriceOf(decimal(value), decimal(quantity)))
        const line = newLine(documentId, index + 1, { item_id, quantity, unit_price })
        return { ...line, id, given_value: value }
      }),
  })
  return confirmReceiptPart(ctx, row, { lines })
}
