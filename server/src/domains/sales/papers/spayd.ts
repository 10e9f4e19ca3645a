/** The payment code of an invoice: SPAYD 1.0 in words, as banks read it from a QR code. Pure. */
import { type Because, because } from '../../../contract/reasons.ts'
import { money } from '../../../lib/decimal.ts'
import { remainingOf } from '../invoices/totals.ts'
import { type InvoiceFacts, isCredit, payAccountOf } from './facts.ts'

export type PaymentCode = { spayd: string } | { missing: { detail: string } & Partial<Because> }

/** AM has room for ten characters. */
const maxDigits = 10

const methods = { cash: 'in cash', card: 'by card', bank_transfer: 'by bank transfer' } as const

/** The text to pay by, or why there is none. */
export function paymentCodeOf(facts: Pick<InvoiceFacts, 'invoice' | 'account'>): PaymentCode {
  const { invoice } = facts
  const remaining = remainingOf(invoice)
  if (invoice.status === 'draft') return { missing: because('not_issued') }
  if (isCredit(invoice))
    return { missing: { detail: 'A credit note is paid back or set off: there is nothing to pay.' } }
  if (invoice.status === 'cancelled' || remaining.lte(0)) return { missing: because('nothing_remains') }
  if (invoice.payment_method !== 'bank_transfer') {
    return { missing: { detail: `The invoice is paid ${methods[invoice.payment_method]}, not by bank transfer.` } }
  }
  const account = payAccountOf(facts)
  if (!account?.iban) {
    return { missing: { detail: `No account with an IBAN is set for bank transfers in ${invoice.currency}.` } }
  }
  const amount = money(remaining)
  if (amount.length > maxDigits) return { missing: { detail: 'The amount is too large for a payment code.' } }
  const parts: [key: string, value: string][] = [
    ['ACC', account.bic ? `${account.iban}+${account.bic}` : account.iban],
    ['AM', amount],
    ['CC', invoice.currency],
    ['DT', invoice.due_date?.replaceAll('-', '') ?? ''],
    ['X-VS', invoice.variable_symbol ?? ''],
    ['MSG', messageOf(invoice.number!)],
  ]
  const written = parts.filter(([, value]) => value !== '').map(([key, value]) => `${key}:${escapeValue(value)}`)
  return { spayd: ['SPD', '1.0', ...written].join('*') }
}

/** A star parts the values; the percent sign escapes it. */
const escapeValue = (value: string): string => value.replaceAll('%', '%25').replaceAll('*', '%2A')

/** Upper-case ASCII packs tighter, and no bank stumbles over it. */
const messageOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\x20-\x7e]/g, ' ')
    .slice(0, 60)
