/** What a receipt is made of, read for one. */
import type { ReadContext } from '../../../kernel/context.ts'
import type { Instant } from '../../../lib/instants.ts'
import { partiesOfSale, type SaleParties } from '../sales/parties.ts'
import {
  listSaleLines,
  listSaleReturns,
  type Sale,
  type SaleLineRow,
  type SaleReturnRow,
  saleTable,
} from '../sales/store.ts'
import { kindOf } from './rules.ts'
import type { ReceiptKind } from './schema.ts'

export interface ReceiptFacts extends SaleParties {
  kind: ReceiptKind
  isLive: boolean
  sale: Sale
  lines: SaleLineRow[]
  returns: SaleReturnRow[]
  /** Of the sale that a refund gives back. */
  originalNumber: string | null
  timeZone: string
  soldAt: Instant
}

export async function receiptFacts({ db, account }: ReadContext, sale: Sale): Promise<ReceiptFacts> {
  const { book, tenant } = account
  const [lines, returns, parties, original] = await Promise.all([
    listSaleLines(db, book.id, sale.id),
    listSaleReturns(db, book.id, sale.id),
    partiesOfSale({ db, account }, sale),
    sale.refund_of_id === null ? undefined : saleTable.get(db, book.id, sale.refund_of_id),
  ])
  const { total_payable: payable, currency } = sale
  return {
    ...parties,
    kind: kindOf({ isPayer: parties.isVatPayer, hasVatId: Boolean(parties.customer?.dic), payable, currency }),
    isLive: book.isLive,
    sale,
    lines,
    returns,
    originalNumber: original?.number ?? null,
    timeZone: tenant.timeZone,
    soldAt: sale.sold_at,
  }
}
