/** The exchange rate of an invoice: it belongs to its currency. Pure. */

import type { ProblemRow } from '../../../contract/problems.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { decimal, plainText } from '../../../lib/decimal.ts'
import type { Invoice } from './store.ts'

interface SentRate {
  currency?: string
  exchange_rate?: string | null
}

/** A crown is a crown: "1" says nothing and is not kept, anything else is wrong. */
export function rateFaults(currency: string, { exchange_rate }: SentRate): ProblemRow[] {
  if (currency !== homeCurrency || !exchange_rate || decimal(exchange_rate).eq(1)) return []
  const message = `An invoice in ${homeCurrency} has no exchange rate.`
  return [{ field: 'exchange_rate', code: 'not_allowed', message }]
}

export const newRate = (currency: string, { exchange_rate }: SentRate): string | null =>
  currency === homeCurrency || !exchange_rate ? null : plainText(exchange_rate)

/** Another currency does not keep the rate of the last one. */
export function patchRate(before: Pick<Invoice, 'currency' | 'exchange_rate'>, sent: SentRate): string | null {
  const currency = sent.currency ?? before.currency
  if (sent.exchange_rate !== undefined || currency !== before.currency) return newRate(currency, sent)
  return before.exchange_rate
}
