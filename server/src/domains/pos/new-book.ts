/** What the cash desk gives a book: a first desk, so that the first sale needs no setting. */
import type { Tx } from '../../db/pool.ts'
import { upsertRows } from '../../db/upsert.ts'
import type { NewBook } from '../../kernel/domain.ts'
import { newId } from '../../lib/ids.ts'
import { listFinanceAccounts } from '../finance/index.ts'
import { listAllShops, listAllWarehouses } from '../stock/index.ts'
import { smallestCoin } from './desks/coins.ts'
import { type DeskFacts, deskFactsTable, listAllDesks } from './desks/store.ts'

/**
 * Of what a book starts with: the shop and the warehouse MAIN, the account CASH, and BANK for cards. An older book gets
 * it where these are still as they were; one that has a desk has what it wants.
 */
export async function startCashDesk(tx: Tx, book: NewBook): Promise<void> {
  const { bookId } = book
  if ((await listAllDesks(tx, bookId)).length > 0) return
  const usable = <Row extends { code: string; is_active: boolean }>(rows: Row[], code: string): Row | undefined =>
    rows.find(row => row.code === code && row.is_active)
  const shop = usable(await listAllShops(tx, bookId), 'MAIN')
  const warehouse = usable(await listAllWarehouses(tx, bookId), 'MAIN')
  const crowns = (await listFinanceAccounts(tx, bookId)).filter(({ currency }) => currency === 'CZK')
  const cash = usable(crowns, 'CASH')
  const bank = usable(crowns, 'BANK')
  if (!shop || !warehouse || warehouse.type === 'system' || cash?.type !== 'cash') return
  if (warehouse.shop_id !== null && warehouse.shop_id !== shop.id) return
  const desk: DeskFacts = {
    id: newId(),
    code: 'MAIN',
    name: 'Pokladna',
    shop_id: shop.id,
    warehouse_id: warehouse.id,
    currency: 'CZK',
    cash_account_id: cash.id,
    ...cardsTo(bank && bank.type !== 'cash' ? bank.id : null),
    sells_only_in_stock: true,
    requires_session: false,
    cash_rounding: smallestCoin('CZK', book.tenant.countryCode),
    categories: null,
    taps_of_id: null,
    tap_tolerance_pct: '5',
    anonymous_return_limit: '500.00',
    is_active: true,
  }
  await upsertRows(tx, book, { table: deskFactsTable, rows: [desk] })
}

const cardsTo = (id: string | null): Pick<DeskFacts, 'card_account_id' | 'payment_methods'> => ({
  card_account_id: id,
  payment_methods: id === null ? ['cash'] : ['cash', 'card'],
})
