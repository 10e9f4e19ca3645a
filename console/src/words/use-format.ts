/** Numbers, days and moments in the language of the page and the time zone of the account. */
import { useMemo } from 'react'
import { dayIn, formatDay, formatLongDay, formatMonth } from '../format/days.ts'
import { csvTime, formatExactInstant, formatInstant, formatRecent } from '../format/instants.ts'
import {
  formatCount,
  formatDecimal,
  formatMoney,
  formatPercent,
  formatQuantity,
  type Language,
} from '../format/numbers.ts'
import { useLanguage } from './language.ts'

let timeZone = 'Europe/Prague'
let aheadMs = 0

/** Where the account is, and how far the clock of the book is ahead of the browser's. */
export const setTime = (zone: string, ahead: number): void => {
  timeZone = zone
  aheadMs = ahead
}
export const currentTimeZone = (): string => timeZone
/** Milliseconds since 1970, by the clock of the book: a sandbox may live later, and a browser's clock may be wrong. */
export const currentTime = (): number => Date.now() + aheadMs
/** Today, where the account is and by the clock of the book. */
export const currentDay = (): string => dayIn(timeZone, currentTime())

function formatsIn(language: Language) {
  return {
    language,
    money: (amount: string, currency: string) => formatMoney(language, amount, currency),
    decimal: (decimal: string, least = 0) => formatDecimal(language, decimal, least),
    quantity: (quantity: string, symbol?: string) => formatQuantity(language, quantity, symbol),
    percent: (percent: string) => formatPercent(language, percent),
    count: (count: number) => formatCount(language, count),
    day: (day: string | null | undefined) => (day ? formatDay(language, day) : ''),
    month: (day: string) => formatMonth(language, day),
    longDay: (day: string) => formatLongDay(language, day),
    instant: (instant: string | null | undefined) =>
      instant ? (formatRecent(language, instant, Date.now()) ?? formatInstant(language, instant, timeZone)) : '',
    /** For CSV. */
    clock: (instant: string | null | undefined) => (instant ? csvTime(instant, timeZone) : ''),
    exactInstant: (instant: string) => formatExactInstant(language, instant, timeZone),
  }
}

export type Formats = ReturnType<typeof formatsIn>

export function useFormat(): Formats {
  const language = useLanguage()
  return useMemo(() => formatsIn(language), [language])
}
