/** The kinds of records GET /search finds, in the order it shows them. */
export const searchTypes = [
  'partner',
  'item',
  'order',
  'invoice',
  'received_invoice',
  'cashflow',
  'goods_receipt',
  'stock_issue',
  'repack',
  'inventory_count',
  'stock_lot',
  'batch',
  'recipe',
  'packaging_run',
  'pos_sale',
  'cash_desk_session',
  'packaging_return',
  'event',
] as const

export type SearchType = (typeof searchTypes)[number]
