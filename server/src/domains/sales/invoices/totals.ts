/** The lines of an invoice counted: totals that always add up, what is to be paid, and what remains. */

import { refuseBeyond } from '../../../contract/amounts.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { type Decimal, decimal, plain, round, sum, zero } from '../../../lib/decimal.ts'
import { type DocumentTotals, documentTotals } from '../../../lib/vat.ts'
import type { Invoice, InvoiceLineColumns } from './store.ts'

type Counts = 'excl_vat' | 'vat' | 'incl_vat'
type Extras = 'deposit_id' | 'deposit_pieces' | 'deposit_total' | 'original_line_id'

/** A line without packaging need not say so. */
export type Uncounted = Omit<InvoiceLineColumns, Counts | Extras> & Partial<Pick<InvoiceLineColumns, Extras>>

type Counted = Pick<InvoiceLineColumns, 'quantity' | 'unit_price' | 'discount_pct' | 'vat_rate_pct'>

export const totalsOf = (lines: readonly Counted[]): DocumentTotals =>
  documentTotals(
    lines.map(line => ({
      quantity: decimal(line.quantity),
      unitPrice: decimal(line.unit_price),
      discountPct: line.discount_pct === null ? null : decimal(line.discount_pct),
      vatRatePct: decimal(line.vat_rate_pct),
    })),
  )

const plainLine = { deposit_id: null, deposit_pieces: '0', deposit_total: '0', original_line_id: null }

/** V1 to V3 over all lines: what one line shows of the tax depends on the others. */
export function withTotals(
  invoice: Invoice,
  lines: readonly Uncounted[],
): { invoice: Invoice; lines: InvoiceLineColumns[] } {
  const totals = totalsOf(lines)
  const deposit = sum(lines.map(line => decimal(line.deposit_total ?? '0')))
  refuseBeyond(totals.inclVat.plus(deposit))
  return {
    invoice: {
      ...invoice,
      total_excl_vat: plain(totals.exclVat),
      total_vat: plain(totals.vat),
      total_incl_vat: plain(totals.inclVat),
      total_deposit: plain(deposit),
    },
    lines: lines.map((line, index) => {
      const { exclVat, vat, inclVat } = totals.lines[index]!
      return { ...plainLine, ...line, excl_vat: plain(exclVat), vat: plain(vat), incl_vat: plain(inclVat) }
    }),
  }
}

/** What is asked for: the goods with VAT, and the packaging outside it. */
export const askedOf = ({
  total_incl_vat,
  total_deposit,
}: Pick<Invoice, 'total_incl_vat' | 'total_deposit'>): Decimal => decimal(total_incl_vat).plus(total_deposit)

export const isRoundedInCash = ({ payment_method, currency }: Pick<Invoice, 'payment_method' | 'currency'>): boolean =>
  payment_method === 'cash' && currency === homeCurrency

/** V6: what is paid in cash in crowns is rounded to whole ones, outside base and tax. */
export function payableOf(invoice: Pick<Invoice, 'total_incl_vat' | 'total_deposit' | 'payment_method' | 'currency'>): {
  payable: Decimal
  rounding: Decimal
} {
  const asked = askedOf(invoice)
  if (!isRoundedInCash(invoice)) return { payable: asked, rounding: zero }
  const payable = round(asked, 0)
  return { payable, rounding: payable.minus(asked) }
}

/** Negative on a credit note: what is still to be paid back. */
export const remainingOf = (
  invoice: Pick<Invoice, 'total_incl_vat' | 'total_deposit' | 'amount_paid' | 'amount_credited'>,
): Decimal => askedOf(invoice).minus(invoice.amount_paid).minus(invoice.amount_credited)
