/** The dates of an invoice: what follows the issue date, and what no date may be. Pure. */
import { type Day, daysAfter, daysBetween } from '../../../lib/days.ts'
import type { InvoicePatch } from './schema.ts'
import type { Invoice } from './store.ts'

type Dates = Pick<Invoice, 'issue_date' | 'due_date' | 'tax_point_date' | 'is_due_date_given' | 'is_tax_point_given'>

/** A date that was sent once stays; one that never was follows the issue date, and the due date a new partner. */
export function patchedDates(before: Dates, body: InvoicePatch, newTerms: number | undefined): Dates {
  const issueDate = body.issue_date ?? before.issue_date
  return {
    issue_date: issueDate,
    due_date: body.due_date ?? (before.is_due_date_given ? before.due_date : followed(before, issueDate, newTerms)),
    tax_point_date: body.tax_point_date ?? (before.is_tax_point_given ? before.tax_point_date : issueDate),
    is_due_date_given: before.is_due_date_given || body.due_date !== undefined,
    is_tax_point_given: before.is_tax_point_given || body.tax_point_date !== undefined,
  }
}

/** As many days as were agreed, whatever the terms of the partner became since. */
function followed(before: Dates, issueDate: Day, newTerms: number | undefined): Day | null {
  if (before.due_date === null) return null
  return daysAfter(issueDate, newTerms ?? daysBetween(before.issue_date, before.due_date))
}
