/** What a receipt is made of, read for one. */
import { isVatPayerOn } from '../../../kernel/account.ts'
import type { ReadContext } from '../../../kernel/context.ts'
import type { Instant } from '../../../lib/instants.ts'
import { type CompanyRow, findPartner, getCompany, type Partner } from '../../core/index.ts'
import { findShop } from '../../stock/index.ts'
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

export interface ReceiptFacts {
  kind: ReceiptKind
  isPayer: boolean
  isLive: boolean
  sale: Sale
  lines: SaleLineRow[]
  returns: SaleReturnRow[]
  company: CompanyRow
  shopName: string | null
  partner: Partner | undefined
  /** Of the sale that a refund gives back. */
  originalNumber: string | null
  timeZone: string
  soldAt: Instant
}

export async function receiptFacts({ db, account }: ReadContext, sale: Sale): Promise<ReceiptFacts> {
  const { book, tenant } = account
  const [lines, returns, company, shop, partner, original] = await Promise.all([
    listSaleLines(db, book.id, sale.id),
    listSaleReturns(db, book.id, sale.id),
    getCompany(db, account),
    findShop(db, book.id, sale.shop_id),
    sale.partner_id === null ? undefined : findPartner(db, book.id, sale.partner_id),
    sale.refund_of_id === null ? undefined : saleTable.get(db, book.id, sale.refund_of_id),
  ])
  const isPayer = isVatPayerOn(tenant, sale.sold_on)
  const { total_payable: payable, currency } = sale
  return {
    kind: kindOf({ isPayer, hasVatId: Boolean(partner?.dic?.trim()), payable, currency }),
    isPayer,
    isLive: book.isLive,
    sale,
    lines,
    returns,
    company,
    shopName: shop?.name ?? null,
    partner,
    originalNumber: original?.number ?? null,
    timeZone: tenant.timeZone,
    soldAt: sale.sold_at,
  }
}
