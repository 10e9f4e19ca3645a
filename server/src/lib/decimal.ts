/** Exact decimals: the only arithmetic that touches a quantity, a price or an amount. Half away from zero. */
import { Big } from 'big.js'

/** Never the constructor everybody shares: its settings could be changed elsewhere. */
const Exact = Big()
// Thirty places: a quotient of two numbers of the contract is exact enough to be rounded afterwards.
Exact.DP = 30
Exact.RM = 1

export type Decimal = Big

/** For quotients that are cut: no more places are worked out than are kept. */
const Cut = Big()
Cut.RM = 0

const shape = /^-?\d+(\.\d+)?$/

export const isDecimal = (text: string): boolean => shape.test(text)

export const decimal = (text: string | number | Decimal): Decimal => new Exact(text)

export const zero: Decimal = decimal(0)

export const sum = (parts: readonly Decimal[]): Decimal => parts.reduce((total, part) => total.plus(part), zero)

/** The quotient without what is beyond the places. */
export function cutQuotient(value: Decimal, by: Decimal, places: number): Decimal {
  Cut.DP = places
  return decimal(new Cut(value).div(by))
}

/** Rounds half away from zero. */
export const round = (value: Decimal, places: number): Decimal => value.round(places, 1)

/** How many decimal places the value really needs: `1.500` needs one. */
export function scaleOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.slice(point + 1).replace(/0+$/, '').length
}

/** Without superfluous zeros, without an exponent, never `-0`. */
export const plain = (value: Decimal): string => (value.eq(0) ? '0' : value.toFixed())

/** A number of the database or of a body as the contract shows it. */
export const plainText = (text: string): string => plain(decimal(text))

/** Money: two places, always. */
export const money = (value: Decimal): string => (value.round(2, 1).eq(0) ? '0.00' : value.toFixed(2, 1))

export const moneyText = (text: string): string => money(decimal(text))
