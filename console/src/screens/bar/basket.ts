/** What a guest wants, as the desk holds it, and the sale it becomes. Amounts are the service's. */
import type { CashDesk, PosItem, PosSaleCreate } from '@cellarbook/sdk'
import { currentBook } from '../../data/book.ts'
import { useStored } from '../../data/stored.ts'
import { addDecimals, isZero, readDecimal, stepDecimal } from '../../format/decimal.ts'
import { newId } from '../../format/ids.ts'

export interface BasketLine {
  item: PosItem
  quantity: string
  /** Per cent off its price. */
  discount?: string
}

export interface Basket {
  /** The key of its sale: paid in two tabs at once it is still one. Empty before anything is on it. */
  id: string
  lines: BasketLine[]
  /** Pieces by the id of their deposit. */
  returns: Record<string, string>
  partner_id: string
  /** Of a bill that was set aside before; empty of a new one. */
  name: string
}

const empty: Basket = { id: '', lines: [], returns: {}, partner_id: '', name: '' }

/** Another version of the console may have kept lines of another shape. */
function readBasket(kept: unknown): Basket {
  const basket = { ...empty, ...(kept as Partial<Basket> | undefined) }
  const lines = Array.isArray(basket.lines) ? basket.lines : []
  return {
    ...basket,
    lines: lines.filter((line?: Partial<BasketLine>) => line?.item?.id && line.item.item && line.item.unit),
  }
}

/** Nobody has anything on it: it may make room for another one. */
export const isBlank = (basket: Basket): boolean =>
  basket.lines.length === 0 && basket.partner_id === '' && isZero(emptiesOf(basket))

/** How many pieces were brought back. */
export const emptiesOf = ({ returns }: Basket): string =>
  Object.values(returns)
    .map(pieces => readDecimal(pieces) ?? '0')
    .reduce(addDecimals, '0')

/** A desk has one basket in this browser, in every tab: none is lost with its tab. */
export function useBasket(deskId: string) {
  const { value, change: put } = useStored(`cellarbook.basket.${currentBook()}.${deskId}`, readBasket)
  const changeBy = (how: (basket: Basket) => Partial<Basket>) =>
    put(now => ({ ...now, id: now.id || newId(), ...how(now) }))
  const change = (part: Partial<Basket>) => changeBy(() => part)
  const setQuantity = (id: string, quantity: string) =>
    changeBy(({ lines }) => ({ lines: lines.map(line => (line.item.id === id ? { ...line, quantity } : line)) }))
  return {
    basket: value,
    add: (item: PosItem) => changeBy(({ lines }) => ({ lines: withOneMore(lines, item) })),
    step: ({ item, quantity }: BasketLine, by: 1 | -1) => setQuantity(item.id, stepDecimal(quantity, by)),
    setQuantity,
    /** None of it takes the line off. */
    changeLine: (id: string, part: { quantity: string; discount: string }) =>
      changeBy(({ lines }) => ({
        lines: lines
          .map(line => (line.item.id === id ? { ...line, ...part } : line))
          .filter(line => line.item.id !== id || !isZero(line.quantity)),
      })),
    discountAll: (discount: string) => changeBy(({ lines }) => ({ lines: lines.map(line => ({ ...line, discount })) })),
    remove: (id: string) => changeBy(({ lines }) => ({ lines: lines.filter(line => line.item.id !== id) })),
    keepOnly: (ids: ReadonlySet<string>) =>
      changeBy(({ lines }) => ({ lines: lines.filter(({ item }) => ids.has(item.id)) })),
    setReturns: (returns: Basket['returns']) => change({ returns }),
    /** The next try is another sale. */
    renew: () => change({ id: newId() }),
    setPartner: (partner_id: string) => change({ partner_id }),
    /** By a bill that was set aside, or by an empty one. */
    replace: (basket: Partial<Basket> | undefined) => change({ ...empty, ...basket }),
  }
}

export type BasketControls = ReturnType<typeof useBasket>

function withOneMore(lines: readonly BasketLine[], item: PosItem): BasketLine[] {
  if (!lines.some(line => line.item.id === item.id)) return [...lines, { item, quantity: '1' }]
  return lines.map(line => (line.item.id === item.id ? { ...line, quantity: stepDecimal(line.quantity, 1) } : line))
}

/** How many pieces it holds, for the button that shows it on a phone; what is weighed counts as one. */
export const countOf = ({ lines }: Pick<Basket, 'lines'>): string => lines.map(piecesOf).reduce(addDecimals, '0')

const piecesOf = ({ item, quantity }: BasketLine): string =>
  item.unit.dimension === 'count' ? (readDecimal(quantity) ?? '0') : '1'

const isGiven = (discount: string | undefined): discount is string => discount !== undefined && !isZero(discount)

/** Lines of none are not sent. */
export const sentLines = ({ lines }: Basket): BasketLine[] =>
  lines.filter(({ quantity }) => quantity !== '0' && quantity !== '')

/** Without how it is paid. */
export function bodyOfBasket(desk: CashDesk, basket: Basket, cashier: string): PosSaleCreate {
  const returns = Object.entries(basket.returns).filter(([, pieces]) => pieces !== '' && pieces !== '0')
  return {
    cash_desk_id: desk.id,
    cashier,
    ...(basket.partner_id && { partner_id: basket.partner_id }),
    lines: sentLines(basket).map(({ item, quantity, discount }) => ({
      item_id: item.id,
      quantity,
      unit: { unit_id: item.unit.id },
      ...(isGiven(discount) && { discount_pct: discount }),
    })),
    ...(returns.length > 0 && { returns: returns.map(([deposit_id, pieces]) => ({ deposit_id, pieces })) }),
  }
}
