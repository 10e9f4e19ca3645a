/** Moments, shown in the account's time zone. */
import { dayIn } from './days.ts'
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
  const said =
    Math.abs(seconds) < 60 ? relative.format(seconds, 'second') : relative.format(Math.round(seconds / 60), 'minute')
  // A narrow column would break it at every space.
  return said.replaceAll(' ', '\u00a0')
}

const dayMs = 86_400_000

/**
 * What clocks show where the account is, such as `2026-11-15T07:30:00`, as an instant. Of an hour that comes twice the first
 * one is meant; in one that is left out, as much later as clocks are moved.
 */
export function instantAt(local: string, timeZone: string): string {
  const guess = Date.parse(`${local}Z`)
  const instantBy = (ms: number): string => {
    const ahead = Date.parse(`${clockTime(new Date(ms).toISOString(), timeZone)}Z`) - ms
    return new Date(guess - ahead).toISOString()
  }
  // Clocks are moved at most once within the two days.
  const [first, second] = [instantBy(guess - dayMs), instantBy(guess + dayMs)]
  return [first, second].find(instant => clockTime(instant, timeZone) === local) ?? first
}

/** What clocks show at an instant where the account is; a year has four digits, as in fields of browsers. */
export const clockTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(instant))
    .replace(' ', 'T')
    .padStart(19, '0')

/** As a spreadsheet reads it, such as `2026-11-15 07:30:00`. */
export const csvTime = (instant: string, timeZone: string): string => clockTime(instant, timeZone).replace('T', ' ')

/** The last second of a day where the account is. */
export const endOfDay = (day: string, timeZone: string): string => instantAt(`${day}T23:59:59`, timeZone)

/** The day of an instant where the account is. */
export const dayOfInstant = (instant: string, timeZone: string): string => dayIn(timeZone, Date.parse(instant))
