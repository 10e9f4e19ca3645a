/** Months as `YYYY-MM`, and their days. Pure. */
import { type Day, daysAfter } from '../../lib/days.ts'

export type Month = string

export const monthPattern = '^(?!0000)\\d{4}-(0[1-9]|1[0-2])$'

export const monthOf = (day: Day): Month => day.slice(0, 7)

export const firstDayOf = (month: Month): Day => `${month}-01`

/** Any month has a day 28, and four days later it is another one. */
export const monthAfter = (month: Month): Month => monthOf(daysAfter(`${month}-28`, 4))

export const monthBefore = (month: Month): Month => monthOf(daysAfter(firstDayOf(month), -1))

export const lastDayOf = (month: Month): Day => daysAfter(firstDayOf(monthAfter(month)), -1)

/** The return is due on the 25th of the next month. */
export const dueDateOf = (month: Month): Day => `${monthAfter(month)}-25`

export const isFirstOfMonth = (day: Day): boolean => day.endsWith('-01')
