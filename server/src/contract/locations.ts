/** Where a record of each kind is read. */

export const apiPrefix = '/api/v1'

const collections: Record<string, string> = {
  attachment: '/attachments',
  cashflow: '/cashflows',
  goods_receipt: '/goods-receipts',
  inbox_submission: '/inbox/submissions',
  inventory_count: '/inventory-counts',
  item: '/items',
  invoice: '/invoices',
  order: '/orders',
  partner: '/partners',
  received_invoice: '/received-invoices',
  repack: '/repacks',
  stock_issue: '/stock-issues',
  webhook_delivery: '/webhook-deliveries',
  webhook_endpoint: '/webhook-endpoints',
}

export function locationOf(object: string, id: string): string {
  const collection = collections[object]
  if (!collection) throw new Error(`no collection is declared for ${object}`)
  return `${apiPrefix}${collection}/${id}`
}
