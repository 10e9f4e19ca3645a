/** The lines of a received invoice counted: the supplier's own VAT wins for every rate whose amounts are still his. */
import { refuseBeyond } from '../../../contract/amounts.ts'
import { type Decimal, decimal, plain, sum } from '../../../lib/decimal.ts'
import { type DocumentTotals, documentTotals } from '../../../lib/vat.ts'
import type { GivenVat, Received, ReceivedLineColumns } from './store.ts'

type Taxed = Pick<ReceivedLineColumns, 'amount' | 'vat_rate_pct'>

/** V2: the tax per rate; a tax the supplier gave wins over ours. */
export function computeTotals(invoice: Received, lines: readonly Taxed[]): Received {
  const totals = documentTotals(
    lines.map(line => ({
      quantity: decimal(1),
      unitPrice: decimal(line.amount),
      discountPct: null,
      vatRatePct: decimal(line.vat_rate_pct),
    })),
  )
  refuseBeyond(totals.inclVat)
  const given = givenVat(invoice, totals)
  const vat = given ?? totals.vat
  return {
    ...invoice,
    total_excl_vat: plain(totals.exclVat),
    total_vat: plain(vat),
    total_incl_vat: plain(totals.exclVat.plus(vat)),
    given_vat: given === null ? null : plain(given),
  }
}

/** Rates the supplier gave by themselves, and ours for the others; or the sum, where that is all he gave. */
function givenVat({ given_vat, given_vat_rates }: Received, totals: DocumentTotals): Decimal | null {
  if (given_vat_rates === null) return given_vat === null ? null : decimal(given_vat)
  const isGiven = (ratePct: Decimal) => given_vat_rates.some(({ rate_pct }) => ratePct.eq(rate_pct))
  const ours = totals.rates.filter(({ ratePct }) => !isGiven(ratePct)).map(({ vat }) => vat)
  return sum([...ours, ...given_vat_rates.map(({ vat }) => decimal(vat))])
}

/** Other amounts are other tax: what the supplier said of their rates is dropped, and the sum with them. */
export function withoutGivenVat(invoice: Received, changed: readonly Taxed[]): Received {
  const isChanged = ({ rate_pct }: GivenVat) => changed.some(({ vat_rate_pct }) => decimal(vat_rate_pct).eq(rate_pct))
  const kept = invoice.given_vat_rates?.filter(given => !isChanged(given)) ?? []
  return { ...invoice, given_vat: null, given_vat_rates: kept.length === 0 ? null : kept }
}

export const isSameTax = (one: Taxed, other: Taxed): boolean =>
  decimal(one.amount).eq(other.amount) && decimal(one.vat_rate_pct).eq(other.vat_rate_pct)
