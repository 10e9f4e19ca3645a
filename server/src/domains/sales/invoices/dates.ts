/** The dates of an invoice: what follows the issue date, and what no date may be. Pure. */
import { tooFarAhead } from '../../../contract/dates.ts'
import type { ProblemRow } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import { type Day, daysAfter, daysBetween } from '../../../lib/days.ts'
import type { Invoice } from './store.ts'

interface SentDates {
  issue_date?: Day
  due_date?: Day
  tax_point_date?: Day
}

type Dates = Pick<Invoice, 'issue_date' | 'due_date' | 'tax_point_date' | 'is_due_date_given' | 'is_tax_point_given'>

/** The invoice that a credit note corrects. */
type Original = Pick<Invoice, 'issue_date' | 'tax_point_date'>

const laterDay = (one: Day, other: Day): Day => (one < other ? other : one)

/** Of an invoice; a credit note is not due, and never taxed before what it corrects. */
export const newDates = (sent: SentDates, today: Day, terms: number): Dates => {
  const issueDate = sent.issue_date ?? today
  return {
    issue_date: issueDate,
    due_date: sent.due_date ?? daysAfter(issueDate, terms),
    tax_point_date: sent.tax_point_date ?? issueDate,
    is_due_date_given: sent.due_date !== undefined,
    is_tax_point_given: sent.tax_point_date !== undefined,
  }
}

export function creditDates(sent: SentDates, today: Day, original: Original): Dates {
  const issueDate = sent.issue_date ?? laterDay(today, original.issue_date)
  return {
    issue_date: issueDate,
    due_date: null,
    tax_point_date: laterDay(issueDate, original.tax_point_date),
    is_due_date_given: false,
    is_tax_point_given: false,
  }
}

interface Around {
  /** The payment terms of a new partner. */
  newTerms: number | undefined
  original: Original | undefined
}

/** A date that was sent once stays; one that never was follows the issue date, and the due date a new partner. */
export function patchDates(before: Dates, sent: SentDates, { newTerms, original }: Around): Dates {
  const issueDate = sent.issue_date ?? before.issue_date
  const taxPoint = laterDay(issueDate, original?.tax_point_date ?? issueDate)
  const isMoved = issueDate !== before.issue_date
  return {
    issue_date: issueDate,
    due_date:
      sent.due_date ?? (before.is_due_date_given ? before.due_date : followIssueDate(before, issueDate, newTerms)),
    tax_point_date: sent.tax_point_date ?? (before.is_tax_point_given || !isMoved ? before.tax_point_date : taxPoint),
    is_due_date_given: before.is_due_date_given || sent.due_date !== undefined,
    is_tax_point_given: before.is_tax_point_given || sent.tax_point_date !== undefined,
  }
}

/** As many days as were agreed, whatever the terms of the partner became since. */
function followIssueDate(before: Dates, issueDate: Day, newTerms: number | undefined): Day | null {
  if (before.due_date === null) return null
  return daysAfter(issueDate, newTerms ?? daysBetween(before.issue_date, before.due_date))
}

/** Only of what was sent: a note on an old invoice is not refused for its dates. */
export function dateFaults(
  dates: Pick<Dates, 'issue_date' | 'due_date' | 'tax_point_date'>,
  sent: SentDates,
  { today, original }: { today: Day; original?: Original | undefined },
): ProblemRow[] {
  const { issue_date, due_date, tax_point_date } = dates
  const rows: ProblemRow[] = tooFarAhead('issue_date', sent.issue_date, today)
  const refuse = (field: keyof SentDates, message: string) => rows.push({ field, code: 'not_allowed', message })
  if (sent.issue_date !== undefined && original && issue_date < original.issue_date) {
    refuse('issue_date', `The invoice was issued on ${original.issue_date}: a credit note is never earlier.`)
  }
  if (sent.tax_point_date !== undefined && original && tax_point_date < original.tax_point_date) {
    refuse('tax_point_date', `The invoice is taxed on ${original.tax_point_date}: a credit note is never earlier.`)
  }
  const isDueSent = sent.due_date !== undefined || sent.issue_date !== undefined
  if (isDueSent && due_date !== null && due_date < issue_date)
    rows.push(rowBecause({ field: 'due_date' }, 'before_issue_date'))
  return rows
}
