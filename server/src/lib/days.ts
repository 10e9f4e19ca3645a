/** Days of the calendar as `YYYY-MM-DD`. "Today" is the day where the account is, not where the server stands. */

export type Day = string

const formats = new Map<string, Intl.DateTimeFormat>()

/** en-CA writes a date as YYYY-MM-DD. Making a format takes 0.1 ms, so each zone keeps its own. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format
}

/** Since then every zone is a whole number of minutes away from UTC, so a minute belongs to one day. */
const wholeMinutesMs = Date.parse('1973-01-01T00:00:00Z')

/** The minute each zone was last asked for: nearly everything asks for today, several times a request. */
const lastAsked = new Map<string, { minute: number; day: Day }>()

export function dayIn(timeZone: string, milliseconds: number): Day {
  if (!(milliseconds >= wholeMinutesMs)) return formatDay(timeZone, milliseconds)
  const minute = Math.floor(milliseconds / 60_000)
  const last = lastAsked.get(timeZone)
  if (last?.minute === minute) return last.day
  const day = formatDay(timeZone, milliseconds)
  lastAsked.set(timeZone, { minute, day })
  return day
}

/** A year before 1000 is written with four digits, too. */
const formatDay = (timeZone: string, milliseconds: number): Day =>
  formatOf(timeZone).format(milliseconds).padStart(10, '0')

/** A day of the calendar, written as we write days. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text
}

export const yearOf = (day: Day): number => Number(day.slice(0, 4))

/** Before and after them a year is not written with four digits. */
const firstDayMs = Date.parse('0001-01-01T00:00:00Z')
const lastDayMs = Date.parse('9999-12-31T00:00:00Z')

/** The day so many days later, earlier with a negative number; at most the first or the last one that can be written. */
export function daysAfter(day: Day, days: number): Day {
  const ms = Date.parse(`${day}T00:00:00Z`) + days * 86_400_000
  return new Date(Math.max(firstDayMs, Math.min(ms, lastDayMs))).toISOString().slice(0, 10)
}

export const laterOf = (one: Day, other: Day): Day => [one, other].sort()[1]!

/** How many days later the second day is. */
export const daysBetween = (first: Day, second: Day): number =>
  Math.round((Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000)
