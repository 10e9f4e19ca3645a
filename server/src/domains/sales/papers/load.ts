/** Loads what a paper shows. */
import { isVatPayerOn } from '../../../kernel/account.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { decimal } from '../../../lib/decimal.ts'
import { getCompany } from '../../core/company/store.ts'
import { findCountry, listCountries } from '../../core/countries/store.ts'
import { findPartner } from '../../core/partners/store.ts'
import { findDefaultAccount } from '../../finance/accounts/store.ts'
import { listLines, type StockDocument } from '../../stock/documents/store.ts'
import { findInvoice, type Invoice, listInvoiceLines } from '../invoices/store.ts'
import { findOrder } from '../orders/store.ts'
import type { DeliveryFacts } from './delivery-paper.ts'
import { customerOf, type InvoiceFacts, type Party, ratesOf, supplierOf } from './facts.ts'
import { listDeliveredLots } from './store.ts'

type Reader = Pick<RecordContext, 'db' | 'account'>

export async function invoiceFacts({ db, account }: Reader, invoice: Invoice): Promise<InvoiceFacts> {
  const bookId = account.book.id
  const [lines, supplier, customer, bank, original, order] = await Promise.all([
    listInvoiceLines(db, bookId, invoice.id),
    loadSupplier({ db, account }),
    loadCustomer({ db, account }, invoice.partner_id),
    findDefaultAccount(db, bookId, 'bank_transfer', invoice.currency),
    invoice.original_id === null ? undefined : findInvoice(db, bookId, invoice.original_id),
    invoice.order_id === null ? undefined : findOrder(db, bookId, invoice.order_id),
  ])
  return {
    invoice,
    lines,
    rates: ratesOf(invoice, lines),
    supplier,
    customer: customer!,
    // Who charged tax paid it then, whatever holds today.
    isVatPayer: isVatPayerOn(account.tenant, invoice.tax_point_date) || !decimal(invoice.total_vat).eq(0),
    account: bank,
    original,
    orderNumber: order?.number,
    isLive: account.book.isLive,
  }
}

export async function deliveryFacts({ db, account }: Reader, document: StockDocument): Promise<DeliveryFacts> {
  const bookId = account.book.id
  const [lines, lots, supplier, customer, order] = await Promise.all([
    listLines(db, bookId, document.id),
    listDeliveredLots(db, bookId, document.id),
    loadSupplier({ db, account }),
    document.partner_id === null ? undefined : loadCustomer({ db, account }, document.partner_id),
    document.order_id === null ? undefined : findOrder(db, bookId, document.order_id),
  ])
  return { document, lines, lots, supplier, customer, orderNumber: order?.number, isLive: account.book.isLive }
}

async function loadSupplier({ db, account }: Reader): Promise<Party> {
  const [company, countries] = await Promise.all([getCompany(db, account), listCountries(db)])
  return supplierOf(
    company,
    countries.find(({ code }) => code === company.country),
  )
}

async function loadCustomer({ db, account }: Reader, partnerId: string): Promise<Party | undefined> {
  const partner = await findPartner(db, account.book.id, partnerId)
  const country = partner?.countryId ? await findCountry(db, partner.countryId) : undefined
  return partner && customerOf(partner, country)
}
