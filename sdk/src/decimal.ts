/** Exact arithmetic with decimal strings. Over BigInt: no value ever becomes a float. */
import type { Decimal } from './generated/types.ts'

/** `units` times ten to the power of `-places`. */
interface Exact {
  readonly units: bigint
  readonly places: number
}

function read(value: Decimal): Exact {
  // A number would pass for its text, rounded before we saw it.
  const match = typeof value === 'string' && /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  if (!match) throw new TypeError(`not a decimal: ${JSON.stringify(value)}`)
  const [, sign, whole, fraction = ''] = match
  return { units: BigInt(`${sign}${whole}${fraction}`), places: fraction.length }
}

function write({ units, places }: Exact): Decimal {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const cut = digits.length - places
  const text = places === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
  return units < 0n ? `-${text}` : text
}

const scale = ({ units, places }: Exact, wanted: number): bigint => units * 10n ** BigInt(wanted - places)

/** Both in the smaller of their units. */
function align(one: Decimal, other: Decimal): { first: bigint; second: bigint; places: number } {
  const [a, b] = [read(one), read(other)]
  const places = Math.max(a.places, b.places)
  return { first: scale(a, places), second: scale(b, places), places }
}

/** With the decimal places of the more precise one: `add('1.10', '2')` is `3.10`. */
export const add = (one: Decimal, other: Decimal): Decimal => {
  const { first, second, places } = align(one, other)
  return write({ units: first + second, places })
}

export const subtract = (one: Decimal, other: Decimal): Decimal => {
  const { first, second, places } = align(one, other)
  return write({ units: first - second, places })
}

/** With the decimal places of both together: `multiply('1.5', '2.25')` is `3.375`. */
export const multiply = (one: Decimal, other: Decimal): Decimal => {
  const [a, b] = [read(one), read(other)]
  return write({ units: a.units * b.units, places: a.places + b.places })
}

/** Negative, 0 or positive, as `sort` wants it; `1.0` and `1` are equal. */
export const compare = (one: Decimal, other: Decimal): -1 | 0 | 1 => {
  const { first, second } = align(one, other)
  if (first === second) return 0
  return first < second ? -1 : 1
}

/** To exactly so many decimal places, half away from zero, as the service rounds. */
export const round = (value: Decimal, places: number): Decimal => {
  if (!Number.isInteger(places) || places < 0) throw new RangeError(`not a number of decimal places: ${places}`)
  const exact = read(value)
  if (exact.places <= places) return write({ units: scale(exact, places), places })
  const unit = 10n ** BigInt(exact.places - places)
  const half = exact.units < 0n ? -unit / 2n : unit / 2n
  return write({ units: (exact.units + half) / unit, places })
}

/** Without superfluous zeros: `2.50` is `2.5`. */
export const trim = (value: Decimal): Decimal => {
  const { units, places } = read(value)
  let [kept, left] = [units, places]
  while (left > 0 && kept % 10n === 0n) {
    kept /= 10n
    left -= 1
  }
  return write({ units: kept, places: left })
}
