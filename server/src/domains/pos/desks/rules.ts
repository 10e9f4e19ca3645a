/** What a cash desk of the settings cannot be. Pure. */
import type { FinanceAccountRow } from '../../finance/index.ts'
import { coins, isCoin } from './coins.ts'
import type { DeskFacts, DeskMethod } from './store.ts'

interface NamedPlaces {
  warehouse: { type: string } | undefined
  shop: object | undefined
  cash: FinanceAccountRow | undefined
  card: FinanceAccountRow | undefined
  tapsOf: object | undefined
}

interface Wanted {
  code: string
  warehouse: string
  shop: string
  currency: string
  cash_account: string
  card_account: string | null
  payment_methods: DeskMethod[]
  cash_rounding: string
  taps_of: string | null
}

/** Why an entry cannot be, in words. */
export function unfitDesk(entry: Wanted, named: NamedPlaces): string | undefined {
  const { warehouse, shop, cash, card } = named
  if (!warehouse) return `There is no warehouse ${entry.warehouse}.`
  if (warehouse.type === 'system') return `${entry.warehouse} is a system warehouse.`
  if (!shop) return `There is no shop ${entry.shop}.`
  if (!cash) return `There is no finance account ${entry.cash_account}.`
  if (cash.type !== 'cash') return 'cash_account needs an account of type cash.'
  if (entry.card_account !== null && !card) return `There is no finance account ${entry.card_account}.`
  if (card?.type === 'cash') return 'card_account needs an account of type card or bank.'
  const foreign = [cash, card].find(account => account && account.currency !== entry.currency)
  if (foreign) return `${foreign.code} is kept in ${foreign.currency}.`
  if (entry.payment_methods.includes('card') && !card) return 'Payment by card needs card_account.'
  if (!isCoin(entry.cash_rounding)) return `cash_rounding is one of ${coins.join(', ')}.`
  if (entry.taps_of === entry.code) return 'taps_of names another desk.'
  return entry.taps_of !== null && !named.tapsOf ? `There is no cash desk ${entry.taps_of}.` : undefined
}

interface Place {
  code: string
  is_active: boolean
}

/** What a desk in use can no longer work with. */
export function unusablePlaces(
  desk: DeskFacts,
  { shop, warehouse, accounts }: { shop: Place; warehouse: Place & { shop_id: string | null }; accounts: Place[] },
): string[] {
  const gone = [shop, warehouse, ...accounts].filter(({ is_active }) => !is_active)
  return [
    ...gone.map(({ code }) => `It needs ${code}, which is out of use.`),
    ...(warehouse.shop_id !== null && warehouse.shop_id !== desk.shop_id
      ? [`The warehouse ${warehouse.code} belongs to another shop than ${shop.code}.`]
      : []),
  ]
}

/** One drawer, one account; and taps are drawn from where they are. */
export function crossedDesks(desk: DeskFacts, rows: ReadonlyMap<string, DeskFacts>): string[] {
  const rival = [...rows.values()].find(
    other => other.is_active && other.id !== desk.id && other.cash_account_id === desk.cash_account_id,
  )
  const tapped = desk.taps_of_id === null ? undefined : rows.get(desk.taps_of_id)!
  return [
    ...(desk.is_active && rival ? [`${rival.code} has this cash account: one drawer, one account.`] : []),
    ...(tapped?.taps_of_id != null ? [`${tapped.code} draws from the taps of another desk itself.`] : []),
  ]
}
