/** Who stands on a receipt: kept with the sale, so that its paper never changes. */
import type { Queryable } from '../../../db/pool.ts'
import { type Account, isVatPayerOn } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { findParties, saveSeal, sealOf } from '../../../kernel/seal.ts'
import { decimal } from '../../../lib/decimal.ts'
import type { Party } from '../../core/index.ts'
import { findShop } from '../../stock/index.ts'
import { findPartiesNow } from '../packaging/papers/store.ts'
import { saleContent } from '../seals.ts'
import type { Sale, SaleLineRow } from './store.ts'

export interface SaleParties {
  supplier: Party
  customer: Party | null
  shopName: string | null
  isVatPayer: boolean
}

interface Reader {
  db: Queryable
  account: Account
}

/** As they are now. */
export async function findSaleParties(
  { db, account }: Reader,
  { partner_id, shop_id, sold_on }: Pick<Sale, 'partner_id' | 'shop_id' | 'sold_on'>,
): Promise<SaleParties> {
  const [parties, shop] = await Promise.all([
    findPartiesNow(db, account, partner_id),
    findShop(db, account.book.id, shop_id),
  ])
  const isVatPayer = isVatPayerOn(account.tenant, sold_on)
  return { ...parties, shopName: shop?.name ?? null, isVatPayer }
}

export function sealSale(ctx: WriteContext, sale: Sale, of: { lines: SaleLineRow[]; parties: SaleParties }): void {
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  saveSeal(ctx.tx, at, sealOf(saleContent, sale, { lines: of.lines, parties: JSON.stringify(of.parties) }))
}

/** As they were when it was recorded. Who charged tax paid it then, whatever an older version kept. */
export async function partiesOfSale({ db, account }: Reader, sale: Sale): Promise<SaleParties> {
  const kept = await findParties(db, account.book.id, sale.id)
  const parties = kept === null ? await findSaleParties({ db, account }, sale) : (JSON.parse(kept) as SaleParties)
  return { ...parties, isVatPayer: parties.isVatPayer || !decimal(sale.total_vat).eq(0) }
}

/** As they are now; but what is given back was taxed as the sale was. */
export async function partiesOfRefund(reader: Reader, refund: Sale, sale: Sale): Promise<SaleParties> {
  const [now, { isVatPayer }] = await Promise.all([findSaleParties(reader, refund), partiesOfSale(reader, sale)])
  return { ...now, isVatPayer }
}
