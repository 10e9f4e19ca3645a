/** The days whose invoices are added up. Pure. */
import { validationFailed } from '../../../contract/problems.ts'
import { type Day, daysAfter, daysBetween, laterOf } from '../../../lib/days.ts'

/** Three years: this one, and two to compare it with. */
const maxDays = 3 * 366
/** Months that are summed when nobody says from when on, that of the last day among them. */
const usualMonths = 12

export interface SummedDays {
  date_from?: Day
  date_to?: Day
}

/** Open documents are few however old they are, and the oldest are those that matter. */
export function summedPeriod(
  asked: SummedDays,
  { today, isOpenOnly }: { today: Day; isOpenOnly: boolean },
): SummedDays {
  const { date_from: from, date_to: to } = asked
  if (from && to && from > to) throw refusal('date_from is after date_to.')
  if (isOpenOnly) return asked
  const last = to ?? laterOf(today, from ?? today)
  const first = from ?? monthsBefore(last, usualMonths - 1)
  if (daysBetween(first, last) >= maxDays) throw refusal('At most three years.')
  return { date_from: first, date_to: last }
}

export const shownPeriod = ({ date_from = null, date_to = null }: { [Name in keyof SummedDays]?: Day | null }) => ({
  date_from,
  date_to,
})

const refusal = (message: string) => validationFailed([{ field: 'date_from', code: 'not_allowed', message }])

/** The first day of the month so many months before that of the day. */
function monthsBefore(day: Day, months: number): Day {
  const first = `${day.slice(0, 7)}-01`
  return months === 0 ? first : monthsBefore(daysAfter(first, -1), months - 1)
}
