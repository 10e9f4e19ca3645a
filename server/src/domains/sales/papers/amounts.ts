/** The amounts of an invoice as its papers show them: by rate and reason, in crowns too, and its deposits. Pure. */

import { type Decimal, decimal, round, sum, zero } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import type { VatExemption } from '../../core/index.ts'
import type { Invoice, InvoiceLineRow } from '../invoices/store.ts'
import { askedOf, isRoundedInCash, payableOf, remainingOf } from '../invoices/totals.ts'
import { type InvoiceFacts, isForeign, soldLines } from './facts.ts'

export interface Amounts {
  base: Decimal
  vat: Decimal
  total: Decimal
}

export interface RateFacts extends Amounts {
  ratePct: string
  /** Why there is no tax: lines of 0 % are told apart by it. */
  exemption: VatExemption | null
  lines: readonly InvoiceLineRow[]
  /** V7: in CZK, on a paper of another currency whose rate is known. */
  home: Amounts | undefined
}

const amounts = (base: Decimal, vat: Decimal): Amounts => ({ base, vat, total: base.plus(vat) })

/** Base and tax per rate and reason, from the lines as they are stored: they add up to the totals (V3). */
export function ratesOf(facts: Pick<InvoiceFacts, 'invoice' | 'lines'>): RateFacts[] {
  const groups = groupBy(soldLines(facts), line => `${line.vat_rate_pct} ${line.vat_exemption}`)
  return [...groups.values()].map(lines => rateOf(facts.invoice, lines)).toSorted(byRate)
}

function rateOf(invoice: Invoice, lines: readonly InvoiceLineRow[]): RateFacts {
  const [{ vat_rate_pct, vat_exemption }] = lines as [InvoiceLineRow]
  const whole = amounts(sum(lines.map(line => decimal(line.excl_vat))), sum(lines.map(line => decimal(line.vat))))
  return { ratePct: vat_rate_pct, exemption: vat_exemption, lines, ...whole, home: homeAmounts(invoice, whole) }
}

/** The highest rate first; reasons in the order of the lines. */
const byRate = (one: RateFacts, other: RateFacts): number => decimal(other.ratePct).cmp(decimal(one.ratePct))

/** V7: each base and each tax by the exchange rate, rounded to hellers. */
function homeAmounts(invoice: Invoice, { base, vat }: Amounts): Amounts | undefined {
  if (!isForeign(invoice) || invoice.exchange_rate === null) return undefined
  const inHome = (amount: Decimal) => round(amount.times(invoice.exchange_rate!), 2)
  return amounts(inHome(base), inHome(vat))
}

export const totalOf = (parts: readonly Amounts[]): Amounts =>
  parts.reduce((whole, part) => amounts(whole.base.plus(part.base), whole.vat.plus(part.vat)), amounts(zero, zero))

/** Returnable packaging of one kind: outside VAT. */
export interface DepositFacts extends Amounts {
  name: string
  pieces: Decimal
  /** Of one piece. */
  each: Decimal
  home: Amounts | undefined
}

/** Packaging of the same kind and price is one row, whatever was filled in it. */
export function depositsOf({ invoice, lines, depositNames }: InvoiceFacts): DepositFacts[] {
  const groups = new Map<string, DepositFacts>()
  for (const line of lines) {
    const pieces = decimal(line.deposit_pieces)
    if (pieces.eq(0)) continue
    const each = decimal(line.deposit_total).div(pieces)
    const key = `${line.deposit_id} ${each}`
    const seen = groups.get(key)
    groups.set(key, {
      name: depositNames[line.deposit_id ?? ''] ?? line.description,
      pieces: pieces.plus(seen?.pieces ?? zero),
      each,
      ...amounts(decimal(line.deposit_total).plus(seen?.base ?? zero), zero),
      home: undefined,
    })
  }
  return [...groups.values()].map(deposit => ({ ...deposit, home: homeAmounts(invoice, deposit) }))
}

export interface Settlement {
  payable: Decimal
  rounding: Decimal
  /** What was handed over. */
  paid: Decimal
  /** Negative on a credit note, as all of it is. */
  credited: Decimal
  /** What payments, set-offs and the rest to pay round otherwise than the whole did. */
  otherRounding: Decimal
  remaining: Decimal
}

/** V6: `payable` is for all of it in cash. What was paid or set off otherwise is told as it was, and the rest is cash. */
export function settlementOf({ invoice, paidRounding }: Pick<InvoiceFacts, 'invoice' | 'paidRounding'>): Settlement {
  const { payable, rounding } = payableOf(invoice)
  const paid = decimal(invoice.amount_paid).minus(paidRounding)
  const credited = decimal(invoice.amount_credited)
  const remaining = restOf(invoice)
  return {
    payable,
    rounding,
    paid,
    credited,
    otherRounding: remaining.minus(payable.minus(paid).minus(credited)),
    remaining,
  }
}

/** Of a part, less than half a crown is owed as it is: no coin closes it. */
function restOf(invoice: Invoice): Decimal {
  const remaining = remainingOf(invoice)
  if (!isRoundedInCash(invoice)) return remaining
  const rest = round(remaining, 0)
  return rest.eq(0) && !remaining.eq(askedOf(invoice)) ? remaining : rest
}
