/** The steps of a report, and what falls into them. Pure. */
import { validationFailed } from '../../contract/problems.ts'
import { rowBecause } from '../../contract/reasons.ts'
import { type Day, daysAfter, daysBetween } from '../../lib/days.ts'
import { decimal, moneyText, plain, zero } from '../../lib/decimal.ts'
import type { PeriodQuery, Series, Step, Total } from './schema.ts'

export interface Period {
  from: Day
  to: Day
  step: Step
  /** The first day of each step, in order; of the first step it may be before `from`. */
  starts: Day[]
}

/** More could not be told apart on a screen. */
export const maxSteps = 400
/** Steps shown when nobody says from when on. */
const usual: Record<Step, number> = { day: 30, week: 26, month: 12 }

export function periodOf({ from, to, step = 'month' }: PeriodQuery, today: Day): Period {
  const last = to ?? today
  const first = from ?? stepsBefore(startOf(last, step), step, usual[step] - 1)
  if (first > last)
    throw validationFailed([{ ...rowBecause({ field: 'from' }, 'ends_before_start'), message: 'from is after to.' }])
  if (daysBetween(first, last) > maxSteps * shortest[step]) throw refusal('from', `At most ${maxSteps} steps.`)
  return { from: first, to: last, step, starts: startsOf({ first, last, step }) }
}

/** There is no later step than that of the last day that can be written. */
function startsOf({ first, last, step }: { first: Day; last: Day; step: Step }): Day[] {
  const starts = [startOf(first, step)]
  for (;;) {
    const next = nextStart(starts.at(-1)!, step)
    if (next > last || startOf(next, step) <= starts.at(-1)!) return starts
    starts.push(next)
  }
}

const shortest: Record<Step, number> = { day: 1, week: 7, month: 28 }

const refusal = (field: string, message: string) => validationFailed([{ field, code: 'not_allowed', message }])

/** The day itself, the Monday of its week, the first of its month. */
export function startOf(day: Day, step: Step): Day {
  if (step === 'day') return day
  if (step === 'month') return `${day.slice(0, 7)}-01`
  return daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

const nextStart = (start: Day, step: Step): Day =>
  step === 'month' ? startOf(daysAfter(start, 31), step) : daysAfter(start, shortest[step])

const stepsBefore = (start: Day, step: Step, count: number): Day =>
  count === 0 ? start : stepsBefore(startOf(daysAfter(start, -1), step), step, count - 1)

/** What was counted in one step. */
export interface Counted {
  key: string
  currency: string | null
  at: string
  value: string
  count: number | null
}

/** One series for each key and currency, with a point for every step. */
export function seriesOf(counted: readonly Counted[], starts: readonly string[]): Series[] {
  const names = [...new Set(counted.map(({ key, currency }) => `${key} ${currency ?? ''}`))].toSorted()
  return names.map(name => {
    const own = counted.filter(({ key, currency }) => `${key} ${currency ?? ''}` === name)
    const { key, currency } = own[0]!
    const byStart = new Map(own.map(each => [each.at, each]))
    const points = starts.map(at => {
      const { value = '0', count = own[0]!.count === null ? null : 0 } = byStart.get(at) ?? {}
      return { at, value, count }
    })
    return { key, currency, points }
  })
}

/** From changes to what there was at the end of each step. */
export function runningTotal(opening: string, series: Series): Series {
  let sum = decimal(opening)
  const points = series.points.map(point => {
    sum = sum.plus(point.value)
    return { ...point, value: plain(sum) }
  })
  return { ...series, points }
}

export const sumOf = (series: Series): string => plain(series.points.reduce((sum, { value }) => sum.plus(value), zero))

/** Money has two places wherever it is shown; what else is counted has those it needs. */
export function inMoney({ totals, series }: { totals: Total[]; series: Series[] }): {
  totals: Total[]
  series: Series[]
} {
  const shown = (currency: string | null, value: string) => (currency === null ? value : moneyText(value))
  return {
    totals: totals.map(total => ({ ...total, value: shown(total.currency, total.value) })),
    series: series.map(({ points, ...rest }) => ({
      ...rest,
      points: points.map(point => ({ ...point, value: shown(rest.currency, point.value) })),
    })),
  }
}
