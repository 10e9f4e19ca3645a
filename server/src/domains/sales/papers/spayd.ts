/** The payment code of an invoice: SPAYD 1.0 in words, as banks read it from a QR code. Pure. */
import { money } from '../../../lib/decimal.ts'
import { remainingOf } from '../invoices/totals.ts'
import { type InvoiceFacts, isCredit, payAccountOf } from './facts.ts'

export type PaymentCode = { spayd: string } | { missing: string }

/** AM has room for ten characters. */
const maxDigits = 10

const methods = { cash: 'in cash', card: 'by card', bank_transfer: 'by bank transfer' } as const

/** The text to pay by, or why there is none. */
export function paymentCodeOf(facts: Pick<InvoiceFacts, 'invoice' | 'account'>): PaymentCode {
  const { invoice } = facts
  const remaining = remainingOf(invoice)
  if (invoice.status === 'draft') return { missing: 'The invoice is not issued yet.' }
  if (isCredit(invoice)) return { missing: 'A credit note is paid back or set off: there is nothing to pay.' }
  if (invoice.status === 'cancelled' || remaining.lte(0)) return { missing: 'Nothing remains to be paid.' }
  if (invoice.payment_method !== 'bank_transfer') {
    return { missing: `The invoice is paid ${methods[invoice.payment_method]}, not by bank transfer.` }
  }
  const account = payAccountOf(facts)
  if (!account?.iban) {
    return { missing: `No account with an IBAN is set for bank transfers in ${invoice.currency}.` }
  }
  const amount = money(remaining)
  if (amount.length > maxDigits) return { missing: 'The amount is too large for a payment code.' }
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
