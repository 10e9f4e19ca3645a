/** Instants: ISO 8601 text with milliseconds in UTC inside, `Z` or an offset accepted from outside. */

export type Instant = string

export const toInstant = (milliseconds: number): Instant => new Date(milliseconds).toISOString()

export const toMilliseconds = (instant: Instant): number => Date.parse(instant)

const shape = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-](\d{2}):(\d{2}))$/

/** The instant in UTC, or undefined when the text is not one (a date that does not exist, no zone …). */
export function parseInstant(text: string): Instant | undefined {
  const match = shape.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second, zoneHour, zoneMinute] = match.slice(1).map(part => Number(part ?? 0))
  if (year! < 1 || hour! > 23 || minute! > 59 || second! > 59 || zoneHour! > 23 || zoneMinute! > 59) return undefined
  if (!dayExists(year!, month!, day!)) return undefined
  const milliseconds = Date.parse(text.toUpperCase())
  return Number.isNaN(milliseconds) ? undefined : withinRange(milliseconds)
}

/** PostgreSQL and four-digit ISO years end the range. */
function withinRange(milliseconds: number): Instant | undefined {
  const year = new Date(milliseconds).getUTCFullYear()
  return year >= 1 && year <= 9999 ? toInstant(milliseconds) : undefined
}

function dayExists(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** A clock that tests can move. Returns milliseconds since 1970. */
export type Clock = () => number
