/** Which category and rate hold in a month. Pure. */
import type { Day } from '../../../lib/days.ts'
import type { ExciseCategory, ExciseRate } from './store.ts'

export interface Tariff {
  rates: readonly ExciseRate[]
  categories: readonly ExciseCategory[]
}

/** Held by whoever says nothing else: never too little tax. */
const baseCategory = 'base'

/** The newest of those that hold on the day. */
export const newestOn = <Dated extends { valid_from: Day }>(rows: readonly Dated[], day: Day): Dated | undefined =>
  rows.reduce<Dated | undefined>(
    (best, row) => (row.valid_from <= day && (!best || row.valid_from > best.valid_from) ? row : best),
    undefined,
  )

export const categoryOn = ({ categories }: Tariff, day: Day): string =>
  newestOn(categories, day)?.category ?? baseCategory

/** Both change only on the first of a month, so the first day tells for all of it. */
export const rateOn = (tariff: Tariff, day: Day): ExciseRate | undefined => {
  const category = categoryOn(tariff, day)
  return newestOn(
    tariff.rates.filter(rate => rate.category === category && rate.is_active),
    day,
  )
}
