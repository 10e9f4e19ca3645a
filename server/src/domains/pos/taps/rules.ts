/** Kegs and glasses: which item is which, and what is drawn from which keg. Pure. */
import { type Decimal, decimal, round, zero } from '../../../lib/decimal.ts'
import { decimalsOf, type Item } from '../../core/index.ts'

type Filled = Pick<Item, 'item_type' | 'packaging_type' | 'base_item_quantity'>

const isFilled = ({ item_type, base_item_quantity }: Filled): boolean =>
  item_type === 'base_product' && base_item_quantity !== null

const isPacked = ({ packaging_type }: Filled): boolean => packaging_type !== null && packaging_type !== ''

/** Also a bottle: whatever is packed can be tapped. */
export const isKeg = (item: Filled): boolean => isFilled(item) && isPacked(item)

/** Beer by the glass. It has no stock of its own. */
export const isDraftItem = (item: Filled): boolean => isFilled(item) && !isPacked(item)

/** What a line of a sale asks of the kegs. */
export interface Wanted {
  /** The id of the line. */
  line: string
  base_item_id: string
  /** In the unit of the beer. */
  quantity: Decimal
  /** Draws from this keg alone. */
  keg_tap_id?: string | null
}

/** A tapped keg as it is drawn from. */
export interface OpenKeg {
  keg_tap_id: string
  base_item_id: string
  lot_id: string
  remaining: Decimal
  /** What it may still give beyond that. */
  spare: Decimal
}

export interface Draw {
  keg_tap_id: string
  lot_id: string
  /** Out of stock. */
  quantity: Decimal
  /** Beyond it, at no cost. */
  overdrawn_quantity: Decimal
}

export interface DrawnLine {
  line: string
  base_item_id: string
  taps: Draw[]
  /** What no keg can give: the line cannot be served. */
  missing: Decimal
}

/** D3: what a keg may still give beyond what it holds. The tolerance is that of its whole life. */
export function spareOf(
  keg: { quantity: string; unit_decimals: number | null; overdrawn_quantity: string },
  tolerancePct: string,
): Decimal {
  const places = decimalsOf({ decimals: keg.unit_decimals })
  const tolerance = round(decimal(keg.quantity).times(tolerancePct).div(100), places)
  const left = tolerance.minus(keg.overdrawn_quantity)
  return left.gt(0) ? left : zero
}

/**
 * D1, D3: the kegs are given oldest first. Lines share them; those that name their keg come first, so that no other line
 * takes it from them.
 */
export function drawFrom(kegs: readonly OpenKeg[], wanted: readonly Wanted[]): DrawnLine[] {
  const state = kegs.map(keg => ({ ...keg }))
  const isNamed = ({ keg_tap_id }: Wanted) => (keg_tap_id ?? null) !== null
  const inTurn = [...wanted.filter(isNamed), ...wanted.filter(line => !isNamed(line))]
  const drawn = new Map(inTurn.map(line => [line, drawLine(state, line)]))
  return wanted.map(line => drawn.get(line)!)
}

function drawLine(kegs: OpenKeg[], { line, base_item_id, quantity, keg_tap_id = null }: Wanted): DrawnLine {
  const own = kegs.filter(
    keg => keg.base_item_id === base_item_id && (keg_tap_id === null || keg.keg_tap_id === keg_tap_id),
  )
  const taps: Draw[] = []
  let missing = quantity
  for (const keg of own) {
    if (missing.lte(0)) break
    if (keg.remaining.lte(0)) continue
    const part = missing.lt(keg.remaining) ? missing : keg.remaining
    keg.remaining = keg.remaining.minus(part)
    missing = missing.minus(part)
    taps.push({ keg_tap_id: keg.keg_tap_id, lot_id: keg.lot_id, quantity: part, overdrawn_quantity: zero })
  }
  const newest = own.at(-1)
  if (missing.eq(0) || !newest || missing.gt(newest.spare)) return { line, base_item_id, taps, missing }
  newest.spare = newest.spare.minus(missing)
  return { line, base_item_id, taps: overdraw(taps, newest, missing), missing: zero }
}

/** One draw for each line and keg, also where the keg ends in the middle of it. */
function overdraw(taps: Draw[], { keg_tap_id, lot_id }: OpenKeg, beyond: Decimal): Draw[] {
  const last = taps.at(-1)
  if (last?.keg_tap_id !== keg_tap_id) {
    return [...taps, { keg_tap_id, lot_id, quantity: zero, overdrawn_quantity: beyond }]
  }
  return [...taps.slice(0, -1), { ...last, overdrawn_quantity: beyond }]
}

/** Nothing was drawn from it, or all of it was given back. */
export const isUntouched = (keg: { sold_quantity: string; overdrawn_quantity: string }): boolean =>
  decimal(keg.sold_quantity).plus(keg.overdrawn_quantity).eq(0)
