/** Turns events into what has to be read again, gathered so that a busy moment is one refresh. */
import type { Event } from '@cellarbook/sdk'
import type { Book } from './book.ts'
import { follow } from './live.ts'
import { refresh } from './queries.ts'

/** The collections in which a record of each kind is shown. */
const paths: Record<string, readonly string[]> = {
  partner: ['/partners'],
  item: ['/items', '/cash-desks'],
  order: ['/orders', '/stock-levels'],
  invoice: ['/invoices', '/orders'],
  received_invoice: ['/received-invoices'],
  cashflow: ['/cashflows', '/finance-accounts'],
  goods_receipt: ['/goods-receipts'],
  stock_issue: ['/stock-issues', '/orders'],
  stock_level: ['/stock-levels', '/stock-lots'],
  repack: ['/repacks'],
  inventory_count: ['/inventory-counts'],
  inbox_submission: ['/inbox'],
  batch: ['/batches', '/vessels'],
  packaging_run: ['/packaging-runs', '/batches'],
  excise_report: ['/excise-reports'],
  pos_sale: ['/pos-sales', '/cash-desk-sessions'],
  packaging_balance: ['/packaging-balances', '/partners'],
  workflow_step: ['/workflow-steps'],
  webhook_endpoint: ['/webhook-endpoints'],
}

/** Shown everywhere something happens. */
const always = ['/events', '/reports']

const pathsOf = ({ type }: Event): readonly string[] => {
  const kind = type.split('.', 1)[0]!
  return paths[kind] ?? [`/${kind.replaceAll('_', '-')}s`]
}

export function watch(book: Book, signal: AbortSignal): void {
  const stale = new Set<string>()
  const flush = () => {
    const gathered = [...stale]
    stale.clear()
    void refresh(book, gathered)
  }
  const hear = (event: Event) => {
    if (stale.size === 0) setTimeout(flush, 150)
    for (const path of [...pathsOf(event), ...always]) stale.add(path)
  }
  follow(book, hear, signal)
}
