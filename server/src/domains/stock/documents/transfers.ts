/** Transfers: what stands in their way, the draft receipt at the other end, the way back. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { stockCategoryOf } from '../../core/items/rules.ts'
import type { IssuePlan } from '../posting/actions.ts'
import { unitPriceOf } from '../posting/rules.ts'
import { findLocks } from '../posting/store.ts'
import { findWarehouse, type WarehouseRow } from '../warehouses/store.ts'
import { insertDocument, newDocument } from './actions.ts'
import { findLabels, findReceiptOfTransfer, type LineColumns, type LineRow, type StockDocument } from './store.ts'
import { postedQuantity, shortageView } from './view.ts'

/** Every reason a transfer cannot be, at once. Undefined when the issue is no transfer. */
export async function refuseTransfer(
  ctx: WriteContext,
  document: StockDocument,
  lines: LineRow[],
  { shortages, held }: IssuePlan,
): Promise<WarehouseRow | undefined> {
  if (document.target_warehouse_id === null) return undefined
  const target = (await findWarehouse(ctx.tx, ctx.account.book.id, document.target_warehouse_id))!
  const locks = await findLocks(ctx.tx, {
    bookId: ctx.account.book.id,
    warehouseId: target.id,
    day: document.date,
  })
  const short = new Map([...held, ...shortages].map(shortage => [shortage.lineId, shortage]))
  const blockers = [
    ...(target.id === document.warehouse_id ? [{ code: 'same_warehouse' as const }] : []),
    ...(target.is_active ? [] : [{ code: 'target_inactive' as const }]),
    ...(target.type === 'system' ? [{ code: 'target_system' as const }] : []),
    ...(locks.is_counted ? [{ code: 'target_inventory_running' as const }] : []),
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
  target: WarehouseRow,
  { plan, lines }: { plan: IssuePlan; lines: LineRow[] },
): Promise<StockDocument> {
  const receipt = await newDocument(
    ctx,
    'receipt',
    {
      body: {
        warehouse_id: target.id,
        movement_purpose: 'transfer',
        date: issue.date,
        partner_id: issue.partner_id,
        notes: issue.notes,
      },
      warehouse: target,
      partnerName: issue.partner_name,
    },
    { source_issue_id: issue.id },
  )
  const labels = new Map(
    (
      await findLabels(
        ctx.tx,
        ctx.account.book.id,
        plan.layers.map(({ id }) => id),
      )
    ).map(lot => [lot.id, lot]),
  )
  const order = new Map(lines.map(({ id, line_order }) => [id, line_order]))
  const received = plan.allocations
    .toSorted((one, other) => order.get(one.lineId)! - order.get(other.lineId)!)
    .map((allocation, place): LineColumns => {
      const line = lines.find(({ id }) => id === allocation.lineId)!
      const label = labels.get(allocation.lotId)!
      return {
        id: newId(),
        document_id: receipt.id,
        line_order: place + 1,
        item_id: line.item_id,
        quantity: plain(allocation.quantity),
        issued_quantity: null,
        unit_price: plain(unitPriceOf(allocation.value, allocation.quantity)),
        given_value: plain(allocation.value),
        value: null,
        lot_id: null,
        lot_number: label.lot_number,
        expiry_date: label.expiry_date,
        source_lot_id: allocation.lotId,
        order_line_id: null,
        notes: null,
      }
    })
  await insertDocument(ctx, receipt, received)
  return receipt
}

/** Goods that arrived must be sent back first. */
export async function openReceipt(ctx: WriteContext, issue: StockDocument): Promise<StockDocument | undefined> {
  const receipt = await findReceiptOfTransfer(ctx.tx, ctx.account.book.id, issue.id)
  if (receipt?.status !== 'confirmed') return receipt
  const { id, status, number } = receipt
  throw problem('conflict', {
    detail: 'The goods have arrived: take the receipt of the transfer back first.',
    blockers: [{ object: 'goods_receipt', id, status, number }],
  })
}
