/** Loads what a paper shows: what a posted document kept of others, or the records of now for a draft. */

import type { RecordContext } from '../../../kernel/context.ts'
import { findParties } from '../../../kernel/seal.ts'
import { findLogo, type Party } from '../../core/index.ts'
import { listDeliveredBeer } from '../../excise/index.ts'
import { sumRoundings } from '../../finance/index.ts'
import { type DeliveryParties, findDeliveryParties, listStockLines, type StockDocument } from '../../stock/index.ts'
import { type Invoice, listInvoiceLines } from '../invoices/store.ts'
import { findInvoiceParties, type InvoiceParties } from '../parties/store.ts'
import type { DeliveryFacts } from './delivery-paper.ts'
import type { InvoiceFacts } from './facts.ts'
import { listDeliveredLots } from './store.ts'

type Reader = Pick<RecordContext, 'db' | 'account'>

export async function invoiceFacts({ db, account }: Reader, invoice: Invoice): Promise<InvoiceFacts> {
  const bookId = account.book.id
  const [lines, kept, paidRounding] = await Promise.all([
    listInvoiceLines(db, bookId, invoice.id),
    findParties(db, bookId, invoice.id),
    sumRoundings(db, bookId, invoice.id),
  ])
  const parties =
    kept === null ? await findInvoiceParties({ db, account }, invoice, null) : (JSON.parse(kept) as InvoiceParties)
  const logo = await loadLogo({ db, account }, parties.supplier)
  return { ...parties, invoice, lines, paidRounding, logo, isLive: account.book.isLive }
}

export async function deliveryFacts({ db, account }: Reader, document: StockDocument): Promise<DeliveryFacts> {
  const bookId = account.book.id
  const [lines, lots, beers, kept] = await Promise.all([
    listStockLines(db, bookId, document.id),
    listDeliveredLots(db, bookId, document.id),
    listDeliveredBeer({ db, account }, document),
    findParties(db, bookId, document.id),
  ])
  const parties =
    kept === null ? await findDeliveryParties(db, account, { document }) : (JSON.parse(kept) as DeliveryParties)
  const logo = await loadLogo({ db, account }, parties.supplier)
  return { ...parties, document, lines, lots, beers, logo, isLive: account.book.isLive }
}

/** Logos are kept for ever; what was sealed before there were any names none. */
const loadLogo = async ({ db, account }: Reader, { logoId }: Party): Promise<string | null> =>
  logoId ? findLogo(db, account.book.id, logoId) : null
