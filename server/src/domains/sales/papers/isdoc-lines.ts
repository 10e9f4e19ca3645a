/** The lines of an ISDOC document: what is sold, and the packaging lent with it. Pure. */
import { decimal, plain } from '../../../lib/decimal.ts'
import { type Element, element } from '../../../lib/xml.ts'
import type { InvoiceLineRow } from '../invoices/store.ts'
import type { DepositFacts } from './amounts.ts'
import type { InvoiceFacts } from './facts.ts'
import { type LineAmounts, type Twin, twinDepositLines, twinLines } from './isdoc-amounts.ts'
import { exemptionText, wordsOf } from './words.ts'

/** A leaf; nothing when there is nothing to say. */
export const leaf = (name: string, value: string | null | undefined, attributes?: Record<string, string>) =>
  value === null || value === undefined ? undefined : element(name, value, attributes)

/** An amount in crowns; in another currency too when the invoice is in one, before it or after it. */
export const pair = (name: string, { home, foreign }: Twin, order: 'foreign first' | 'home first') => {
  const both = [foreign === undefined ? undefined : leaf(`${name}Curr`, foreign), leaf(name, home)]
  return order === 'foreign first' ? both : both.toReversed()
}

export function linesOf(facts: InvoiceFacts): Element {
  const sold = twinLines(facts)
  return element('InvoiceLines', [
    ...sold.map(({ line, amounts }, index) => soldLine(facts, line, { amounts, number: index + 1 })),
    ...twinDepositLines(facts).map(({ deposit, amounts }, index) =>
      depositLine(facts, deposit, { amounts, number: sold.length + index + 1 }),
    ),
  ])
}

interface LineParts {
  number: number
  quantity: string
  unit: string | null
  amounts: LineAmounts
  category: (Element | undefined)[]
  /** Why there is no tax. */
  vatNote: string | null
  description: string
  itemCode: string | null
}

function lineOf({ original }: InvoiceFacts, line: LineParts): Element {
  const { amounts } = line
  return element('InvoiceLine', [
    leaf('ID', String(line.number)),
    original ? element('OriginalDocumentReference', [], { ref: 'original' }) : undefined,
    leaf('InvoicedQuantity', line.quantity, line.unit === null ? {} : { unitCode: line.unit }),
    ...pair('LineExtensionAmount', amounts.base, 'foreign first'),
    leaf('LineExtensionAmountBeforeDiscount', amounts.beforeDiscount?.base),
    ...pair('LineExtensionAmountTaxInclusive', amounts.total, 'foreign first'),
    leaf('LineExtensionAmountTaxInclusiveBeforeDiscount', amounts.beforeDiscount?.total),
    leaf('LineExtensionTaxAmount', amounts.vat.home),
    leaf('UnitPrice', amounts.unitPrice),
    leaf('UnitPriceTaxInclusive', amounts.unitPriceInclVat),
    element('ClassifiedTaxCategory', line.category),
    leaf('VATNote', line.vatNote),
    element('Item', [
      leaf('Description', line.description),
      line.itemCode ? element('SellersItemIdentification', [leaf('ID', line.itemCode)]) : undefined,
    ]),
  ])
}

/** Reverse charge has an element of its own. The code of what is supplied must be in it, and nobody told it to us. */
const reverseCharge = () => element('LocalReverseCharge', [leaf('LocalReverseChargeCode', '')])

interface Numbered {
  amounts: LineAmounts
  number: number
}

function soldLine(facts: InvoiceFacts, line: InvoiceLineRow, { amounts, number }: Numbered): Element {
  const exemption = line.vat_exemption
  return lineOf(facts, {
    number,
    quantity: plain(decimal(line.quantity).abs()),
    unit: line.unit_symbol,
    amounts,
    category: [
      leaf('Percent', line.vat_rate_pct),
      leaf('VATCalculationMethod', '0'),
      leaf('VATApplicable', String(facts.isVatPayer)),
      exemption === 'reverse_charge' ? reverseCharge() : undefined,
    ],
    vatNote: exemption && exemptionText(exemption, 'cs'),
    description: line.description,
    itemCode: line.item_code,
  })
}

/** Outside VAT, whoever sells it. */
function depositLine(facts: InvoiceFacts, deposit: DepositFacts, { amounts, number }: Numbered): Element {
  return lineOf(facts, {
    number,
    quantity: plain(deposit.pieces.abs()),
    unit: null,
    amounts,
    category: [leaf('Percent', '0'), leaf('VATCalculationMethod', '0'), leaf('VATApplicable', 'false')],
    vatNote: null,
    description: `${wordsOf('cs').depositTotal}: ${deposit.name}`,
    itemCode: null,
  })
}
