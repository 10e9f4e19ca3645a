/** Receipts and issues: one kind of document in two directions. */
import type { GoodsReceipt, GoodsReceiptListItem, StockIssue, StockIssueListItem } from '@cellarbook/sdk'

export type StockDocument = GoodsReceipt | StockIssue
export type StockDocumentRow = GoodsReceiptListItem | StockIssueListItem
export type Purpose = StockDocument['movement_purpose']

export interface Family {
  object: StockDocument['object']
  path: '/goods-receipts' | '/stock-issues'
  screen: '/receipts' | '/issues'
  /** What a person writes one for, the commonest first; others are made by the service. */
  written: readonly Purpose[]
  /** All that are found in the list. */
  found: readonly Purpose[]
}

export const receipts: Family = {
  object: 'goods_receipt',
  path: '/goods-receipts',
  screen: '/receipts',
  written: ['purchase', 'production_in', 'packaging_return', 'inventory', 'other'],
  found: [
    'purchase',
    'production_in',
    'transfer',
    'repack',
    'packaging_return',
    'inventory',
    'inventory_surplus',
    'tank_release',
    'other',
  ],
}

export const issues: Family = {
  object: 'stock_issue',
  path: '/stock-issues',
  screen: '/issues',
  written: ['sale', 'production_out', 'waste', 'packaging_dispatch', 'packaging_consumption', 'inventory', 'other'],
  found: [
    'sale',
    'transfer',
    'production_out',
    'repack',
    'waste',
    'packaging_dispatch',
    'packaging_consumption',
    'inventory',
    'inventory_shortage',
    'tank_release',
    'other',
  ],
}

export const familyOf = ({ object }: Pick<StockDocument, 'object'>): Family =>
  object === 'goods_receipt' ? receipts : issues

/** The first two states; a cancelled document has no stage. */
export const stages = ['draft', 'confirmed'] as const
