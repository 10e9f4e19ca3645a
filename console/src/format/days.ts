/** Days of the account. A day is text such as `2026-11-15` and is never moved by a time zone. */
import { type Language, localeOf } from './numbers.ts'

const atNoon = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** Without a space that a line could break at. */
export function formatDay(language: Language, day: string): string {
  const options = { day: 'numeric', month: language === 'cs' ? 'numeric' : 'short', year: 'numeric' } as const
  return new Intl.DateTimeFormat(localeOf[language], { ...options, timeZone: 'UTC' })
    .format(atNoon(day))
    .replaceAll(' ', '\u00a0')
}

export const formatLongDay = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'full', timeZone: 'UTC' }).format(atNoon(day))

/** Of any of its days. */
export const formatMonth = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(localeOf[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(atNoon(day))

/** The day of a moment in the account's time zone. */
export const dayIn = (timeZone: string, ms: number): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(ms)

export function addDays(day: string, days: number): string {
  const moved = atNoon(day)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

const two = (text: string): string => text.padStart(2, '0')

function dayOf(year: string, month: string, day: string): string | undefined {
  const text = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`
  const date = atNoon(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? text : undefined
}

/** `15.11.`, `15.11.26`, `15/11/2026`, `2026-11-15`, `+7`, `-1`, `t`; nothing when it is no day. */
export function readDay(typed: string, today: string): string | undefined {
  const text = typed.replace(/\s/g, '')
  if (/^t$/i.test(text)) return today
  if (/^[+-]\d{1,4}$/.test(text)) return addDays(today, Number(text))
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!)
  const local = /^(\d{1,2})[./](\d{1,2})[./]?(\d{4}|\d{2})?$/.exec(text)
  return local ? dayOf(local[3] ?? today.slice(0, 4), local[2]!, local[1]!) : undefined
}

/** A field of a day holds what was typed while that is none. */
export const isDayOrEmpty = (text: string): boolean => text === '' || readDay(text, '') === text
