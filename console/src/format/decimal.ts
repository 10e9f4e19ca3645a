/** Decimals as people type them, kept as text: no amount or quantity is ever a number here. */

const spaces = /[\s\u00a0\u202f']/g

/** The service takes no more, of whatever it is. */
const mostPlaces = 8

/**
 * `1 234,50`, `1.234,50` and `1234.50` as `1234.50`; nothing when it is no decimal. It may have more
 * places than the service takes, as many as every browser can write.
 */
export function readDecimal(typed: string): string | undefined {
  const plain = plainOf(typed)
  if (!/^-?\d{1,18}(\.\d{1,20})?$/.test(plain)) return undefined
  const [whole = '', fraction] = plain.split('.')
  const digits = whole.replace(/^(-?)0+(?=\d)/, '$1')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

const grouped = /^\s*[-\u2212]?\d{1,3}(,\d{3})+(\.\d*)?\s*$/

/** In English a comma before three digits parts thousands, as our own numbers show it; elsewhere it is the decimal one. */
export const readTyped = (language: 'en' | 'cs', typed: string): string | undefined =>
  readDecimal(language === 'en' && grouped.test(typed) ? typed.replaceAll(',', '') : typed)

const plainOf = (typed: string): string => withPoint(typed.replace(spaces, '').replace(/^\u2212/, '-'))

/** The last of comma and point separates the fraction; the other one groups thousands. */
function withPoint(bare: string): string {
  const comma = bare.lastIndexOf(',')
  if (comma < 0) return bare
  if (comma > bare.lastIndexOf('.')) return bare.replaceAll('.', '').replace(',', '.')
  return bare.replaceAll(',', '')
}

/** How many places stand after the point. */
export const placesOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0

interface Said {
  notANumber: string
  tooManyPlaces: (most: number) => string
}

/** What is wrong with a number of at most so many places, in words of the page. */
export function decimalFault(typed: string, places: number | undefined, said: Said): string | undefined {
  const most = places ?? mostPlaces
  const plain = plainOf(typed)
  if (!/^-?\d{1,18}(\.\d+)?$/.test(plain)) return said.notANumber
  return placesOf(plain) > most ? said.tooManyPlaces(most) : undefined
}

/** `12.500` as `12.5`; `3.00` as `3`. */
export const trimZeros = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal

/** One more or one less of it, never below nothing; what is no decimal is nothing. */
export function stepDecimal(typed: string, by: 1 | -1): string {
  const decimal = readDecimal(typed) ?? '0'
  const [whole = '', fraction] = decimal.split('.')
  const stepped = BigInt(whole) + BigInt(by)
  if (stepped < 0n || decimal.startsWith('-')) return '0'
  return fraction === undefined ? String(stepped) : `${stepped}.${fraction}`
}

export const isWhole = (decimal: string): boolean => /^[^.]*(\.0*)?$/.test(decimal)

export const isZero = (decimal: string): boolean => /^-?0*(\.0*)?$/.test(decimal)

export const isNegative = (decimal: string): boolean => decimal.startsWith('-') && !isZero(decimal)

export const isPositive = (decimal: string): boolean => !decimal.startsWith('-') && !isZero(decimal)

export function negated(decimal: string): string {
  if (isZero(decimal)) return decimal
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`
}

/** Exact. */
export function addDecimals(one: string, other: string): string {
  const places = Math.max(placesOf(one), placesOf(other))
  const sum = String(scaled(one, places) + scaled(other, places))
  const sign = sum.startsWith('-') ? '-' : ''
  const digits = sum.replace('-', '').padStart(places + 1, '0')
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`
  return trimZeros(`${sign}${digits.slice(0, digits.length - places)}${fraction}`)
}

const scaled = (decimal: string, places: number): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(`${whole}${fraction.padEnd(places, '0')}`)
}
