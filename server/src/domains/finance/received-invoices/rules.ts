/** Decisions about received invoices: their rate and dates, and what a total that moves makes of their payments. */

import { type ProblemRow, problem } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import { homeCurrency, isCurrency } from '../../../lib/currencies.ts'
import { decimal, plainText } from '../../../lib/decimal.ts'
import type { Received } from './store.ts'

type Dates = Pick<Received, 'issue_date' | 'due_date'>

/** Dates that stay as they are stay allowed: an imported document may say what nobody may write. */
export function dateFaults(after: Dates, before?: Dates): ProblemRow[] {
  const isKept = after.issue_date === before?.issue_date && after.due_date === before.due_date
  if (isKept || after.due_date >= after.issue_date) return []
  const message = `The due date ${after.due_date} is before the issue date ${after.issue_date}.`
  return [{ ...rowBecause({ field: 'due_date' }, 'before_issue_date'), message }]
}

/** A rate other than 1 says that the amounts are in another currency than the one that was sent. */
export function rateFaults(currency: string, rate: string | null): ProblemRow[] {
  if (currency !== homeCurrency || rate === null || decimal(rate).eq(1)) return []
  const message = `${homeCurrency} has no exchange rate: send the currency of the rate, or leave the rate out.`
  return [{ field: 'exchange_rate', code: 'not_allowed', message }]
}

/** Our own currency keeps none. */
export const keptRate = (currency: string, rate: string | null): string | null =>
  currency === homeCurrency || rate === null ? null : plainText(rate)

type Money = Pick<Received, 'currency' | 'exchange_rate'>

export const lacksRate = ({ currency, exchange_rate }: Money): boolean =>
  currency !== homeCurrency && exchange_rate === null

export function refuseCurrency(currency: string | undefined): void {
  if (currency !== undefined && !isCurrency(currency)) throw problem('currency_not_supported')
}

/** What is paid stays in its currency, and what is confirmed keeps a rate. */
export function refuseMoney(before: Received, after: Received): void {
  const isOtherCurrency = after.currency !== before.currency
  if (isOtherCurrency && !decimal(before.paid_amount).eq(0)) {
    throw problem('conflict', { detail: `Payments were made in ${before.currency}.` })
  }
  const isRateLost = lacksRate(after) && (isOtherCurrency || before.exchange_rate !== null)
  if (isRateLost && after.status !== 'draft') throw problem('missing_exchange_rate')
}

type Settlement = Pick<Received, 'total_incl_vat' | 'paid_amount'>

/** What was paid stays paid: the total does not come nearer to zero than that, nor to its other side. */
export function isBelowPaid({ total_incl_vat, paid_amount }: Settlement): boolean {
  const paid = decimal(paid_amount)
  return paid.gt(0) ? paid.gt(total_incl_vat) : paid.lt(0) && paid.lt(total_incl_vat)
}

/** A total of zero needs no payment, so it is never paid. */
export const isPaidWhole = ({ total_incl_vat, paid_amount }: Settlement): boolean =>
  !decimal(paid_amount).eq(0) && decimal(paid_amount).eq(total_incl_vat)
