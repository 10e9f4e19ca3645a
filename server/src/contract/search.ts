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
  'stock_lot',
  'batch',
  'recipe',
  'packaging_run',
  'pos_sale',
  'event',
] as const

export type SearchType = (typeof searchTypes)[number]
