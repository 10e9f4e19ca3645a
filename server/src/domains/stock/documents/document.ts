/** Goods receipts and stock issues as the kernel knows them: one table, one workflow, two addresses. */
import type { WriteContext } from '../../../kernel/context.ts'
import { defineDocument } from '../../../kernel/document.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { GoodsReceipt, GoodsReceiptListed, type MovementType, StockIssue, StockIssueListed } from './schema.ts'
import { listStockLines, type StockDocument, tableOf } from './store.ts'
import { lineView, stockDocumentView } from './view.ts'
import { stockDocumentWorkflow } from './workflow.ts'

const names = {
  receipt: {
    object: 'goods_receipt',
    id: 'goodsReceipts',
    path: '/goods-receipts',
    name: 'a goods receipt',
    many: 'goods receipts',
    listed: GoodsReceiptListed,
    detail: GoodsReceipt,
  },
  issue: {
    object: 'stock_issue',
    id: 'stockIssues',
    path: '/stock-issues',
    name: 'a stock issue',
    many: 'stock issues',
    listed: StockIssueListed,
    detail: StockIssue,
  },
} as const

/** What a packaging run, a sale, a packaging return or a keg made is acted on through it alone. */
const isOwned = ({ packaging_run_id, pos_sale_id, packaging_return_id, keg_tap_id }: StockDocument): boolean =>
  [packaging_run_id, pos_sale_id, packaging_return_id, keg_tap_id].some(id => id !== null)

const define = (type: MovementType) =>
  defineDocument({
    ...names[type],
    access: { read: { scopes: ['stock:read'] }, write: { scopes: ['stock:write'] } },
    family: 'stock_document',
    workflow: stockDocumentWorkflow,
    table: tableOf(type),
    view: stockDocumentView,
    lines: { list: listStockLines, view: lineView },
    guards: document => (isOwned(document) ? { confirm: false, cancel: false, revert_to_draft: false } : {}),
  })

export const goodsReceipts = define('receipt')
export const stockIssues = define('issue')

export const documentOf = ({ movement_type }: Pick<StockDocument, 'movement_type'>) =>
  movement_type === 'receipt' ? goodsReceipts : stockIssues

/** A draft goes with what it was made for; a caller has no such action. */
export const cancelDraft = (ctx: WriteContext, draft: StockDocument): Promise<StockDocument> =>
  moveAutomatically(ctx, documentOf(draft), { row: draft, to: 'cancelled', event: 'cancelled' })
