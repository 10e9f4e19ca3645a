/** How papers write numbers and days, in Czech and English. */
import type { Day } from '../lib/days.ts'
import { type Decimal, decimal, money, plain, round, scaleOf } from '../lib/decimal.ts'

export const languages = ['cs', 'en'] as const
export type Language = (typeof languages)[number]

/** That of an account: what the service writes into its books and sends to its people who have chosen none. */
export const languageOf = (countryCode: string): Language => (countryCode === 'CZ' ? 'cs' : 'en')

/** A space that no line breaks at. */
export const space = '\u00a0'

export const pageText = (page: number, pages: number, language: Language): string =>
  language === 'cs' ? `Strana ${page} z ${pages}` : `Page ${page} of ${pages}`

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export function dayText(day: Day, language: Language): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return language === 'cs'
    ? `${date}.${space}${month}.${space}${year}`
    : `${date}${space}${months[month - 1]}${space}${year}`
}

/** `1234.5` as `1 234,5` or `1,234.5`; the digits stay as they are. */
export function numberText(text: string, language: Language): string {
  const [whole, fraction] = text.replace('-', '').split('.') as [string, string?]
  const [group, point] = language === 'cs' ? [space, ','] : [',', '.']
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return `${text.startsWith('-') ? '-' : ''}${grouped}${fraction === undefined ? '' : point + fraction}`
}

export const moneyText = (amount: Decimal, language: Language): string => numberText(money(amount), language)

/** Two places at least, six at most. */
export const priceText = (text: string, language: Language): string =>
  numberText(scaleOf(text) > 2 ? plain(round(decimal(text), 6)) : money(decimal(text)), language)
