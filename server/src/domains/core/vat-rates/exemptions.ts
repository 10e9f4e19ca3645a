/** Why no VAT is charged at 0 %: the reasons, and when a line may give one. Pure. */
import type { ProblemRow } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import { described, Nullable, OneOf } from '../../../contract/schema.ts'
import { decimal } from '../../../lib/decimal.ts'

export const vatExemptions = ['exempt', 'intra_eu', 'export', 'reverse_charge'] as const
export type VatExemption = (typeof vatExemptions)[number]

/** As records show it. */
export const VatExemptionShown = Nullable(
  described<VatExemption>(OneOf(vatExemptions), 'Why no VAT is charged at 0 %; null if not given.'),
)

/** As lines take it. */
export const VatExemptionInput = Nullable(
  described<VatExemption>(
    OneOf(vatExemptions),
    "Why no VAT is charged; only at 0 %, and only for VAT payers. By default that of the item's VAT rate.",
  ),
)

/** What a line says of itself, and what it had before when it is changed. */
export interface ExemptLine {
  sent: VatExemption | null | undefined
  ratePct: string
  before?: { vat_rate_pct: string; vat_exemption: VatExemption | null } | undefined
  /** The rate its item is sold with. */
  rate: { rate_pct: string; vat_exemption: VatExemption | null } | undefined
}

const isZero = (ratePct: string): boolean => decimal(ratePct).eq(0)

/** The reason of a line: sent, or kept, or that of the rate of its item. At a rate above 0 there is none. */
export function exemptionOf({ sent, ratePct, before, rate }: ExemptLine, isVatPayer: boolean): VatExemption | null {
  if (!isVatPayer || !isZero(ratePct)) return null
  if (sent !== undefined) return sent
  if (before && isZero(before.vat_rate_pct)) return before.vat_exemption
  return rate && isZero(rate.rate_pct) ? rate.vat_exemption : null
}

/** A reason that is sent must have its place. */
export function exemptionErrors(
  { sent, ratePct }: Pick<ExemptLine, 'sent' | 'ratePct'>,
  isVatPayer: boolean,
  field: string,
): ProblemRow[] {
  if (!sent) return []
  if (!isVatPayer) return [{ field, code: 'not_allowed', message: 'Who pays no VAT gives no reason for it.' }]
  return isZero(ratePct) ? [] : [rowBecause({ field }, 'exemption_at_rate')]
}
