// Generated from the declarations in server/src by `npm run generate`. Do not edit.

/** The right to attach files, by the kind of record: the first whose module the account has. */
export const fileRights: Readonly<Record<string, readonly string[]>> = {
  batch: ['brewery:write'],
  cashflow: ['finance:write'],
  excise_report: ['brewery:write'],
  goods_receipt: ['stock:write'],
  invoice: ['sales:write', 'finance:write'],
  item: ['core:write'],
  order: ['sales:write'],
  partner: ['core:write'],
  received_invoice: ['finance:write'],
  stock_issue: ['stock:write'],
}
