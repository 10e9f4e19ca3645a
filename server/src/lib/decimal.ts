/** Exact decimals: the only arithmetic that touches a quantity, a price or an amount. Half away from zero. */
import { Exact, type Given } from './exact.ts'

export type Decimal = Exact

const shape = /^-?\d+(\.\d+)?$/

export const isDecimal = (text: string): boolean => shape.test(text)

export const decimal = (given: Given): Decimal => Exact.from(given)

export const zero: Decimal = decimal(0)

export const sum = (parts: readonly Decimal[]): Decimal => parts.reduce((total, part) => total.plus(part), zero)

/** The quotient without what is beyond the places. */
export const cutQuotient = (value: Decimal, by: Decimal, places: number): Decimal => value.div(by, places, 'cut')

/** Rounds half away from zero. */
export const round = (value: Decimal, places: number): Decimal => value.round(places, 'half_up')

/** How many decimal places the value really needs: `1.500` needs one. */
export function scaleOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.slice(point + 1).replace(/0+$/, '').length
}

/** Without superfluous zeros, without an exponent, never `-0`. */
export const plain = (value: Decimal): string => value.toString()

/** A number of the database or of a body as the contract shows it. */
export const plainText = (text: string): string => plain(decimal(text))

/** Money: two places, always. */
export const money = (value: Decimal): string => value.toFixed(2)

export const moneyText = (text: string): string => money(decimal(text))
