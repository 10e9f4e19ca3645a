/** Where a record of each kind is read, and on which screen it is shown. */
const places: Record<string, readonly [path: string, screen: string]> = {
  partner: ['/partners', '/partners'],
  item: ['/items', '/items'],
  order: ['/orders', '/orders'],
  invoice: ['/invoices', '/invoices'],
  received_invoice: ['/received-invoices', '/received-invoices'],
  cashflow: ['/cashflows', '/cashflow'],
  goods_receipt: ['/goods-receipts', '/receipts'],
  stock_issue: ['/stock-issues', '/issues'],
  repack: ['/repacks', '/repacks'],
  inventory_count: ['/inventory-counts', '/counts'],
  inbox_submission: ['/inbox/submissions', '/inbox'],
  batch: ['/batches', '/batches'],
  vessel: ['/vessels', '/vessels'],
  recipe: ['/recipes', '/recipes'],
  packaging_run: ['/packaging-runs', '/packaging-runs'],
  excise_report: ['/excise-reports', '/excise'],
  cash_desk_session: ['/cash-desk-sessions', '/bar/sessions'],
  pos_sale: ['/pos-sales', '/bar/sales'],
  packaging_return: ['/packaging-returns', '/packaging/returns'],
  workflow_step: ['/workflow-steps', '/tasks'],
  webhook_endpoint: ['/webhook-endpoints', '/developers/webhooks'],
  stock_lot: ['/stock-lots', '/lots'],
  event: ['/events', '/developers/events'],
}

export const screenOf = (object: string, id: string): string | undefined => {
  const place = places[object]
  return place && `${place[1]}/${id}`
}

export const pathOf = (object: string, id: string): string | undefined => {
  const place = places[object]
  return place && `${place[0]}/${id}`
}
