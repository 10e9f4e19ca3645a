/** What a till shows of items beside what they are: prices, rates, deposits, how much there is. A page at once. */
import { isVatPayerOn } from '../../../kernel/account.ts'
import type { ReadContext } from '../../../kernel/context.ts'
import { decimal, money, plain } from '../../../lib/decimal.ts'
import {
  type DepositChoice,
  depositOfItem,
  type FoundPrice,
  findCandidates,
  findDepositChoices,
  isStocked,
  listVatRates,
  priceOf,
  rateOfItem,
  type VatRateRow,
} from '../../core/index.ts'
import type { Desk } from '../desks/store.ts'
import { priceWithVat } from '../sales/rules.ts'
import { isDraftItem } from '../taps/rules.ts'
import { listFree, listOnTap, type SoldItem } from './store.ts'

interface Shelf {
  desk: Desk
  isPayer: boolean
  /** False on an account without stock: there is no telling how much there is. */
  keepsStock: boolean
  rates: VatRateRow[]
  deposits: DepositChoice[]
  prices: Map<string, FoundPrice & { currency: string }>
  free: Map<string, string>
  onTap: Map<string, string>
}

export interface PricedItem extends SoldItem {
  currency: string
  unit_price: string | null
  price_source: FoundPrice['source']
  vat_rate_pct: string
  deposit: { id: string; amount: string } | null
  is_draft: boolean
  available_quantity: string | null
}

export async function priceItems(ctx: ReadContext, desk: Desk, items: readonly SoldItem[]): Promise<PricedItem[]> {
  if (items.length === 0) return []
  const shelf = await readShelf(ctx, desk, items)
  return items.map(item => priced(shelf, item))
}

async function readShelf({ db, account, today }: ReadContext, desk: Desk, items: readonly SoldItem[]): Promise<Shelf> {
  const bookId = account.book.id
  const itemIds = items.map(({ id }) => id)
  const lines = itemIds.map(itemId => ({ itemId, quantity: '1' }))
  const [found, rates, choices, free, onTap] = await Promise.all([
    findCandidates(db, { bookId, partnerId: null, day: today, lines }),
    listVatRates(db, bookId),
    findDepositChoices(db, bookId),
    listFree(db, bookId, { warehouseId: desk.warehouse_id, itemIds }),
    listOnTap(db, bookId, desk),
  ])
  return {
    desk,
    isPayer: isVatPayerOn(account.tenant, today),
    keepsStock: account.tenant.modules.includes('stock'),
    rates,
    deposits: choices.filter(({ currency }) => currency === desk.currency),
    prices: new Map(found.map(each => [each.item_id, { ...priceOf(each), currency: each.currency }])),
    free: new Map(free.map(({ item_id, quantity }) => [item_id, quantity])),
    onTap: new Map(onTap.map(({ item_id, quantity }) => [item_id, quantity])),
  }
}

function priced(shelf: Shelf, item: SoldItem): PricedItem {
  const { desk, isPayer, rates, deposits } = shelf
  const rate = isPayer ? (rateOfItem(rates, item.sale_vat_rate_id)?.rate_pct ?? '0') : '0'
  const found = shelf.prices.get(item.id)!
  const isPriced = found.source !== 'none' && found.currency === desk.currency
  const deposit = depositOfItem(item, deposits)
  return {
    ...item,
    currency: desk.currency,
    // A1: with VAT on top of what the cascade says.
    unit_price: isPriced ? plain(priceWithVat(decimal(found.unitPrice), decimal(rate))) : null,
    price_source: isPriced ? found.source : 'none',
    vat_rate_pct: rate,
    deposit: deposit ? { id: deposit.id, amount: money(decimal(deposit.amount)) } : null,
    is_draft: isDraftItem(item),
    available_quantity: availableOf(shelf, item),
  }
}

/** Of beer by the glass as many whole glasses as the kegs hold. */
function availableOf({ keepsStock, free, onTap }: Shelf, item: SoldItem): string | null {
  if (!keepsStock || !isStocked(item.item_type)) return null
  if (!isDraftItem(item)) return free.get(item.id) ?? '0'
  const beer = decimal(onTap.get(item.base_item_id!) ?? '0')
  const glass = decimal(item.base_item_quantity!)
  return glass.eq(0) ? '0' : plain(beer.div(glass).round(0, 'cut'))
}
