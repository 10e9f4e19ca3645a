/** What an invoice file says of its money, before anything is made of it. */
import type { Decimal } from '../lib/decimal.ts'

export interface StatedLine {
  description: string
  /** Without VAT. */
  amount: Decimal
  ratePct: Decimal
}

/** One rate of the document's own recapitulation. */
export interface StatedRate {
  ratePct: Decimal
  base: Decimal
  vat: Decimal
  /** VAT of deposits, taken off already. */
  claimedVat: Decimal
}

/** What a document says of its money, in its own currency, whatever its format. */
export interface Stated {
  currency: string
  lines: readonly StatedLine[]
  rates: readonly StatedRate[]
  /** After the VAT of deposits was taken off. */
  vatTotal: Decimal | null
  /** Deposits on which VAT was paid, in either sign. */
  taxedDeposits: readonly StatedLine[]
  /** Deposits without VAT, in either sign. */
  paidDeposits: Decimal
  rounding: Decimal
  payable: Decimal | null
  taxInclusive: Decimal | null
}
