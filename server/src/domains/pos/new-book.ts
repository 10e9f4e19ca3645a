/** What the cash desk gives a book: a first desk, so that the first sale needs no setting. */
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { NewBook } from '../../kernel/domain.ts'
import { newId } from '../../lib/ids.ts'
import { smallestCoin } from './desks/coins.ts'

/**
 * Of what a book starts with: the shop and the warehouse MAIN, the account CASH, and BANK for cards. An older book gets
 * it where these are still as they were; one that has a desk has what it wants.
 */
export async function startCashDesk(tx: Tx, { bookId, now, tenant }: NewBook): Promise<void> {
  const coin = smallestCoin('CZK', tenant.countryCode)
  await tx.run(sql`
    insert into cash_desks (book_id, id, version, code, name, shop_id, warehouse_id, currency, cash_account_id,
                            card_account_id, payment_methods, sells_only_in_stock, requires_session, cash_rounding,
                            tap_tolerance_pct, anonymous_return_limit, is_active, created_at, updated_at)
    select ${bookId}, ${newId()}, 1, 'MAIN', 'Pokladna', s.id, w.id, 'CZK', c.id, b.id,
           case when b.id is null then array['cash'] else array['cash', 'card'] end, true, false, ${coin}::numeric,
           5, 500.00, true, ${now}, ${now}
      from shops s
      join warehouses w
        on w.book_id = s.book_id and w.code = 'MAIN' and w.is_active and w.type <> 'system'
           and (w.shop_id is null or w.shop_id = s.id)
      join finance_accounts c
        on c.book_id = s.book_id and c.code = 'CASH' and c.is_active and c.type = 'cash' and c.currency = 'CZK'
      left join finance_accounts b
        on b.book_id = s.book_id and b.code = 'BANK' and b.is_active and b.type <> 'cash' and b.currency = 'CZK'
     where s.book_id = ${bookId} and s.code = 'MAIN' and s.is_active
       and not exists (select 1 from cash_desks d where d.book_id = s.book_id)`)
}
