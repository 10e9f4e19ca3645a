/** The lines of an invoice counted: totals that always add up. */
import { refuseBeyond } from '../../../contract/amounts.ts'
import { type Decimal, decimal, plain } from '../../../lib/decimal.ts'
import { type DocumentTotals, documentTotals } from '../../../lib/vat.ts'
import type { Invoice, InvoiceLineColumns } from './store.ts'

export type Uncounted = Omit<InvoiceLineColumns, 'excl_vat' | 'vat' | 'incl_vat'>

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

/** V1 to V3 over all lines: what one line shows of the tax depends on the others. */
export function withTotals(
  invoice: Invoice,
  lines: readonly Uncounted[],
): { invoice: Invoice; lines: InvoiceLineColumns[] } {
  const totals = totalsOf(lines)
  refuseBeyond(totals.inclVat)
  return {
    invoice: {
      ...invoice,
      total_excl_vat: plain(totals.exclVat),
      total_vat: plain(totals.vat),
      total_incl_vat: plain(totals.inclVat),
    },
    lines: lines.map((line, place) => ({
      ...line,
      excl_vat: plain(totals.lines[place]!.exclVat),
      vat: plain(totals.lines[place]!.vat),
      incl_vat: plain(totals.lines[place]!.inclVat),
    })),
  }
}

export const remainingOf = ({ total_incl_vat, amount_paid }: Invoice): Decimal =>
  decimal(total_incl_vat).minus(amount_paid)
