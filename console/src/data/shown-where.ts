/** Which collections show what an event tells of. */
import type { Event } from '@cellarbook/sdk'
import { currentBook } from './book.ts'
import { refresh } from './queries.ts'

/** The collections in which a record of each kind is shown. */
const paths: Record<string, readonly string[]> = {
  partner: ['/partners'],
  item: ['/items', '/cash-desks'],
  order: ['/orders', '/stock-levels'],
  invoice: ['/invoices', '/orders', '/cashflows'],
  received_invoice: ['/received-invoices', '/cashflows'],
  cashflow: ['/cashflows', '/finance-accounts', '/received-invoices'],
  goods_receipt: ['/goods-receipts', '/batches', '/repacks', '/inventory-counts'],
  stock_issue: ['/stock-issues', '/orders', '/batches', '/repacks', '/inventory-counts'],
  stock_level: ['/stock-levels', '/stock-lots', '/vessels'],
  repack: ['/repacks'],
  inventory_count: ['/inventory-counts'],
  inbox: ['/inbox', '/attachments'],
  batch: ['/batches', '/vessels', '/workflow-steps', '/tasks'],
  packaging_run: ['/packaging-runs', '/batches'],
  excise_report: ['/excise-reports'],
  workflow: ['/workflow-steps', '/tasks'],
  webhook_endpoint: ['/webhook-endpoints'],
}

/** Nothing tells of sales, taps and packaging themselves: the money and the stock they move do. */
const pathsOfBar: Record<string, readonly string[]> = {
  cashflow: ['/pos-sales', '/cash-desk-sessions'],
  goods_receipt: ['/packaging-balances', '/packaging-returns'],
  stock_issue: ['/packaging-balances', '/pos-sales'],
  stock_level: ['/cash-desks'],
}

/** Shown everywhere something happens. */
const always = ['/events', '/reports']

export const pathsOf = ({ type }: Pick<Event, 'type'>): readonly string[] => {
  const kind = type.split('.', 1)[0]!
  return [...(paths[kind] ?? [`/${kind.replaceAll('_', '-')}s`]), ...(pathsOfBar[kind] ?? []), ...always]
}

/**
 * Reads again what an action on a record has changed. What it did elsewhere was told by its rehearsal: nobody waits for the
 * log, which some may not read.
 */
export const refreshBehind = (path: string, events: readonly Event[]): Promise<void> =>
  refresh(currentBook(), [
    `/${path.split('/')[1]}`,
    '/stock-levels',
    '/cashflows',
    ...always,
    ...events.flatMap(event => pathsOf(event)),
  ])
