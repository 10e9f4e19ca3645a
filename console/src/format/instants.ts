/** Moments, shown in the account's time zone. */
import { type Language, localeOf } from './numbers.ts'

export function formatInstant(language: Language, instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return format.format(new Date(instant))
}

/** With seconds and the zone, for the hover. */
export const formatExactInstant = (language: Language, instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'full', timeStyle: 'long', timeZone }).format(
    new Date(instant),
  )

/** `5 min ago` under an hour; nothing otherwise. */
export function formatRecent(language: Language, instant: string, now: number): string | undefined {
  const seconds = Math.round((Date.parse(instant) - now) / 1_000)
  if (Math.abs(seconds) >= 3_600) return undefined
  const relative = new Intl.RelativeTimeFormat(localeOf[language], { numeric: 'auto', style: 'short' })
  return Math.abs(seconds) < 60
    ? relative.format(seconds, 'second')
    : relative.format(Math.round(seconds / 60), 'minute')
}

/** The last second of a day where the account is. */
export function endOfDay(day: string, timeZone: string): string {
  const guess = Date.parse(`${day}T23:59:59Z`)
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const ahead = Date.parse(`${there.format(guess).replace(' ', 'T')}Z`) - guess
  return new Date(guess - ahead).toISOString()
}

/** The day of an instant where the account is. */
export const dayOfInstant = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant))
