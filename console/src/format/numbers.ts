/** Decimals as people read them. `Intl` takes the text itself, so no digit is lost on the way. */
import { placesOf, trimZeros } from './decimal.ts'

export type Language = 'en' | 'cs'

export const localeOf: Record<Language, string> = { en: 'en-GB', cs: 'cs-CZ' }

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(localeOf[language], options)
  formats.set(key, made)
  return made
}

const signed = (text: string): string => text.replace('-', '\u2212')

/** `decimal` is text of the book; the types of `Intl` do not know yet that it takes it exactly. */
const format = (made: Intl.NumberFormat, decimal: string): string => signed(made.format(decimal as `${number}`))

export function formatMoney(language: Language, amount: string, currency: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'code' } as const
  const shown = language === 'cs' ? { ...options, currencyDisplay: 'symbol' as const } : options
  const places = Math.max(2, placesOf(trimZeros(amount)))
  return format(formatOf(language, { ...shown, minimumFractionDigits: 2, maximumFractionDigits: places }), amount)
}

/** A decimal with the places it needs, at least `least`. */
export function formatDecimal(language: Language, decimal: string, least = 0): string {
  const places = Math.max(least, placesOf(trimZeros(decimal)))
  return format(formatOf(language, { minimumFractionDigits: least, maximumFractionDigits: places }), decimal)
}

export const formatQuantity = (language: Language, quantity: string, symbol?: string): string =>
  symbol ? `${formatDecimal(language, quantity)}\u00a0${symbol}` : formatDecimal(language, quantity)

export const formatPercent = (language: Language, percent: string): string =>
  `${formatDecimal(language, percent)}\u00a0%`

export const formatCount = (language: Language, count: number): string => formatOf(language, {}).format(count)
