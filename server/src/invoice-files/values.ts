/** Values as invoices write them: dates, decimals, identifiers, texts. */
import { type Decimal, decimal, plain, round, scaleOf } from '../lib/decimal.ts'
import { isIban } from '../lib/iban.ts'
import { Unreadable } from './model.ts'

const invalid = (detail: string) => new Unreadable('invalid_xml', detail)

/** Cut where it must be, never inside a character. */
export const cut = (text: string, most: number): string =>
  text.length <= most
    ? text
    : text
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()

/** On one line; null when nothing is left. */
export const oneLine = (text: string, most: number): string | null =>
  cut(text.replace(/\s+/g, ' ').trim(), most) || null

/** On one line, and told when it had to be cut. */
export function shortened(text: string, most: number, { what, remarks }: { what: string; remarks: string[] }) {
  const whole = oneLine(text, Number.POSITIVE_INFINITY)
  if (whole !== null && whole.length > most) remarks.push(`The ${what} is longer than ${most} characters and was cut.`)
  return whole && oneLine(whole, most)
}

export function requireText(text: string, what: string): string {
  if (text === '') throw invalid(`${what} is missing.`)
  return text
}

/** xs:date, whose zone says nothing about the day. Undefined when it is none. */
export function dayOf(text: string): string | undefined {
  const day = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(text)?.[1]
  if (day === undefined || day.startsWith('0000')) return undefined
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined
}

export function requireDay(text: string, what: string): string {
  const day = dayOf(requireText(text, what))
  if (day === undefined) throw invalid(`${what} is not a date: ${cut(text, 40)}`)
  return day
}

export function optionalDay(text: string, what: string, remarks: string[]): string | null {
  if (text === '') return null
  const day = dayOf(text)
  if (day === undefined) remarks.push(`The ${what} is not a date: ${cut(text, 40)}`)
  return day ?? null
}

/** xs:decimal: no exponent, but `+1`, `.5` and `5.` are fine. */
const decimalShape = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

/** Fourteen digits before the point are more than any price, and five thousand of them still fit into eighteen. */
const beyond = decimal(10).pow(14)

export function amountOf(text: string, what: string): Decimal | undefined {
  if (text === '') return undefined
  if (text.length > 40 || !decimalShape.test(text)) throw invalid(`${what} is not a decimal number: ${cut(text, 40)}`)
  const value = decimal(text.startsWith('+') ? text.slice(1) : text)
  if (value.abs().gte(beyond)) throw invalid(`${what} is too large: ${cut(text, 40)}`)
  return value
}

export function percentOf(text: string, what: string): Decimal | undefined {
  const value = amountOf(text, what)
  if (value === undefined) return undefined
  if (value.lt(0) || value.gt(100) || scaleOf(plain(value)) > 2)
    throw invalid(`${what} is not a percentage from 0 to 100 with at most 2 decimals: ${cut(text, 40)}`)
  return value
}

/** Six decimals, as the books keep it; null when nothing is left of it. */
export const rateText = (rate: Decimal, remarks: string[]): string | null => {
  const kept = round(rate, 6)
  if (kept.lte(0)) return null
  if (!kept.eq(rate)) remarks.push(`The exchange rate was rounded to ${plain(kept)}.`)
  return plain(kept)
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '')

/** Czech and Slovak ones have eight digits; writers drop the zeros in front. Elsewhere zeros count. */
export function icoOf(text: string, countryCode: string | null): string | null {
  const bare = cut(withoutSpaces(text), 20)
  if (bare === '' || /^0+$/.test(bare)) return null
  const isPadded = countryCode === 'CZ' || countryCode === 'SK'
  return isPadded && /^\d+$/.test(bare) ? bare.replace(/^0+/, '').padStart(8, '0') : bare
}

export const dicOf = (text: string): string | null => cut(withoutSpaces(text).toUpperCase(), 20) || null

export const countryOf = (text: string): string | null => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null)

/** One that no mail could reach is worse than none. */
export const emailOf = (text: string): string | null =>
  text.length <= 254 && /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/.test(text) ? text : null

/** Without the number of the house where the street has it already. */
export function streetOf(street: string, building: string): string | null {
  const words = (text: string) => text.split(/\s+/).filter(word => word !== '')
  const isThere = words(building).every(word => words(street).includes(word))
  return oneLine(isThere ? street : `${street} ${building}`, 200)
}

export const ibanText = (text: string): string | null => {
  const bare = withoutSpaces(text).toUpperCase()
  return isIban(bare) ? bare : null
}
