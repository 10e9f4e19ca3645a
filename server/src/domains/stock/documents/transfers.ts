/** Transfers: what stands in their way, the draft receipt at the other end, the way back. */

import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { stockCategoryOf } from '../../core/index.ts'
import { isCountedNow } from '../locks/store.ts'
import type { IssuePlan } from '../posting/issues.ts'
import { unitPriceOf } from '../posting/rules.ts'
import { findWarehouse, type WarehouseRow } from '../warehouses/store.ts'
import { insertDocument, newDocument, newLine } from './actions.ts'
import {
  findLabels,
  findReceiptOfTransfer,
  type StockDocument,
  type StockLineColumns,
  type StockLineRow,
} from './store.ts'
import { postedQuantity, shortageView } from './view.ts'

/** Every reason a transfer cannot be, at once. Undefined when the issue is no transfer. */
export async function refuseTransfer(
  ctx: WriteContext,
  document: StockDocument,
  { plan, lines }: { plan: IssuePlan; lines: StockLineRow[] },
): Promise<WarehouseRow | undefined> {
  if (document.target_warehouse_id === null) return undefined
  const target = (await findWarehouse(ctx.tx, ctx.account.book.id, document.target_warehouse_id))!
  const isCounted = await isCountedNow(ctx.tx, ctx.account.book.id, target.id)
  const short = new Map([...plan.held, ...plan.shortages].map(shortage => [shortage.lineId, shortage]))
  const blockers = [
    ...(target.id === document.warehouse_id ? [{ code: 'same_warehouse' as const }] : []),
    ...(target.is_active ? [] : [{ code: 'target_inactive' as const }]),
    ...(target.type === 'system' ? [{ code: 'target_system' as const }] : []),
    ...(isCounted ? [{ code: 'target_inventory_running' as const }] : []),
    ...lines
      .filter(line => decimal(postedQuantity(line)).gt(0))
      .filter(line => target.categories !== null && !target.categories.includes(stockCategoryOf(line.item_type)))
      .map(line => ({ code: 'category_not_allowed' as const, line_id: line.id, item_id: line.item_id })),
    ...[...short.values()].map(shortage => ({
      code: 'insufficient_stock' as const,
      ...shortageView(shortage, lines),
    })),
  ]
  if (blockers.length > 0) throw problem('transfer_blocked', { blockers })
  return target
}

/** R7: one line for each layer that was taken from, with its exact value, label and expiry. */
export async function draftReceipt(
  ctx: WriteContext,
  issue: StockDocument,
  { target, plan, lines }: { target: WarehouseRow; plan: IssuePlan; lines: StockLineRow[] },
): Promise<StockDocument> {
  const { date, partner_id, notes } = issue
  const receipt = await newDocument(ctx, 'receipt', {
    body: { warehouse_id: target.id, movement_purpose: 'transfer', date, partner_id, notes },
    warehouse: target,
    partnerName: issue.partner_name,
    origin: { source_issue_id: issue.id },
  })
  const lotIds = plan.layers.map(({ id }) => id)
  const lots = await findLabels(ctx.tx, ctx.account.book.id, lotIds)
  const labels = new Map(lots.map(lot => [lot.id, lot]))
  const order = new Map(lines.map(({ id, line_order }) => [id, line_order]))
  const received = plan.allocations
    .toSorted((one, other) => order.get(one.lineId)! - order.get(other.lineId)!)
    .map((allocation, index): StockLineColumns => {
      const line = lines.find(({ id }) => id === allocation.lineId)!
      const label = labels.get(allocation.lotId)!
      const unit_price = plain(unitPriceOf(allocation.value, allocation.quantity))
      const { item_id } = line
      return {
        ...newLine(receipt.id, index + 1, { item_id, quantity: plain(allocation.quantity), unit_price, ...label }),
        given_value: plain(allocation.value),
        source_lot_id: allocation.lotId,
      }
    })
  return insertDocument(ctx, receipt, received)
}

/** Goods that arrived must be sent back first. */
export async function requireUnreceived(ctx: WriteContext, issue: StockDocument): Promise<StockDocument | undefined> {
  const receipt = await findReceiptOfTransfer(ctx.tx, ctx.account.book.id, issue.id)
  if (receipt?.status !== 'confirmed') return receipt
  const { id, status, number } = receipt
  throw problem('conflict', {
    ...because('goods_arrived'),
    blockers: [{ object: 'goods_receipt', id, status, number }],
  })
}
