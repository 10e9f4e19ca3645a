/** What files can be attached to, with the right to do so; received invoices show theirs beside themselves. */
export const fileRights: Readonly<Record<string, string>> = {
  partner: 'core:write',
  item: 'core:write',
  order: 'sales:write',
  invoice: 'sales:write',
  cashflow: 'finance:write',
  goods_receipt: 'stock:write',
  stock_issue: 'stock:write',
  batch: 'brewery:write',
  excise_report: 'brewery:write',
}

/** What the service takes; a larger one is refused before its bytes go anywhere. */
export const largestFileBytes = 25 * 1024 * 1024
