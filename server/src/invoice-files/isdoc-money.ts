/** The amounts of an ISDOC document: lines, recapitulation, deposits and totals, in the currency of the document. */
import { type Decimal, plain, round, zero } from '../lib/decimal.ts'
import { largestCorrection, lineDescription } from './lines.ts'
import { Unreadable } from './model.ts'
import type { Stated, StatedLine, StatedRate } from './stated.ts'
import { amountOf, percentOf } from './values.ts'
import { find, findAll, textAt, type XmlElement } from './xml-tree.ts'

export interface Currencies {
  currency: string
  local: string
  isForeign: boolean
  /** Local for one unit of the foreign currency: CurrRate / RefCurrRate. */
  rate: Decimal | null
}

/** Reads an amount of an element in the document's currency. */
type AmountAt = (element: XmlElement | undefined, name: string, what: string) => Decimal | undefined

/** With a foreign currency the twin `…Curr` counts; without the twin the local amount is converted. */
function amountReader({ isForeign, rate }: Currencies, onConverted: () => void): AmountAt {
  return (element, name, what) => {
    const local = amountOf(textAt(element, name), what)
    if (!isForeign) return local
    const foreign = amountOf(textAt(element, `${name}Curr`), what)
    if (foreign !== undefined || local === undefined) return foreign
    if (local.eq(0)) return local
    if (rate === null) throw new Unreadable('invalid_xml', `${what} is missing in the currency of the document.`)
    onConverted()
    return round(local.div(rate), 2)
  }
}

export function readIsdocMoney(root: XmlElement, currencies: Currencies, remarks: string[]): Stated {
  let converted = 0
  const amountAt = amountReader(currencies, () => {
    converted += 1
  })
  const isVatApplicable = !isFalse(textAt(root, 'VATApplicable'))
  const lines = findAll(root, 'InvoiceLines', 'InvoiceLine').map((line, index) =>
    lineOf(line, index + 1, { amountAt, isVatApplicable }),
  )
  const subtotals = findAll(root, 'TaxTotal', 'TaxSubTotal')
  const used = new Set(lines.map(line => plain(line.ratePct)))
  const rates = subtotals.map(subtotal => rateOf(subtotal, used, { amountAt, isVatApplicable }))
  const totals = find(root, 'LegalMonetaryTotal')
  const total = (name: string) => amountAt(totals, name, name)
  const deposits = findAll(root, 'TaxedDeposits', 'TaxedDeposit').map(deposit => depositOf(deposit, amountAt))
  const stated = {
    currency: currencies.currency,
    lines,
    rates,
    vatTotal: amountAt(find(root, 'TaxTotal'), 'TaxAmount', 'The total VAT (TaxTotal)') ?? null,
    taxedDeposits:
      deposits.length > 0 ? deposits : subtotals.map((each, index) => claimedOf(each, rates[index]!, amountAt)),
    paidDeposits: total('PaidDepositsAmount') ?? zero,
    rounding: total('PayableRoundingAmount') ?? zero,
    payable: total('PayableAmount') ?? null,
    taxInclusive: total('TaxInclusiveAmount') ?? null,
  }
  remarks.push(...rateDoubts(totals, currencies))
  if (converted > 0)
    remarks.push(`${converted} amounts were missing in ${currencies.currency} and were converted by the exchange rate.`)
  return stated
}

/** The same total in both currencies says what the rate is; a rate for one unit that is meant for a hundred shows here. */
function rateDoubts(totals: XmlElement | undefined, { isForeign, rate, currency, local }: Currencies): string[] {
  const amount = (name: string) => amountOf(textAt(totals, name), name)
  const [own, home] = [amount('TaxInclusiveAmountCurr'), amount('TaxInclusiveAmount')]
  if (!isForeign || rate === null || own === undefined || home === undefined) return []
  const counted = round(own.times(rate), 2)
  if (counted.minus(home).abs().lte(largestCorrection)) return []
  const both = `${plain(round(own, 2))} ${currency} and ${plain(round(home, 2))} ${local}`
  return [`The document comes to ${both}: by its exchange rate it would be ${plain(counted)} ${local}.`]
}

const isFalse = (text: string): boolean => text === 'false' || text === '0'
const isTrue = (text: string): boolean => text === 'true' || text === '1'

interface Surroundings {
  amountAt: AmountAt
  isVatApplicable: boolean
}

function lineOf(line: XmlElement, number: number, { amountAt, isVatApplicable }: Surroundings): StatedLine {
  const what = (name: string) => `The ${name} of line ${number}`
  const category = find(line, 'ClassifiedTaxCategory')
  const amount = amountAt(line, 'LineExtensionAmount', what('amount'))
  if (amount === undefined) throw new Unreadable('invalid_xml', `${what('amount')} is missing.`)
  const vat = amountOf(textAt(line, 'LineExtensionTaxAmount'), what('VAT')) ?? zero
  const percent = percentOf(textAt(category, 'Percent'), what('VAT rate'))
  if (percent === undefined && !vat.eq(0)) throw new Unreadable('invalid_xml', `${what('VAT rate')} is missing.`)
  // `false` means outside VAT, yet some write it beside a rate and a real tax: only the amounts are reliable.
  const isOutsideVat = vat.eq(0) && !(isVatApplicable && !isFalse(textAt(category, 'VATApplicable')))
  const isUntaxed = isOutsideVat || find(category, 'LocalReverseCharge') !== undefined
  return {
    description: lineDescription(
      [textAt(line, 'Item', 'Description'), textAt(line, 'Note'), textAt(line, 'VATNote')],
      number,
    ),
    amount,
    ratePct: isUntaxed ? zero : (percent ?? zero),
  }
}

/** Its rate by the same rule as that of lines, so that the two can be compared. */
function rateOf(subtotal: XmlElement, used: ReadonlySet<string>, around: Surroundings): StatedRate {
  const { amountAt, isVatApplicable } = around
  const category = find(subtotal, 'TaxCategory')
  const percent = percentOf(textAt(category, 'Percent'), 'A VAT rate of the tax summary') ?? zero
  const amount = (name: string) => amountAt(subtotal, name, `${name} of the tax summary`) ?? zero
  const vat = amount('TaxAmount')
  const isReverse = isTrue(textAt(category, 'LocalReverseChargeFlag'))
  const isOutsideVat =
    vat.eq(0) && (!isVatApplicable || isFalse(textAt(category, 'VATApplicable')) || !used.has(plain(percent)))
  return {
    ratePct: isReverse || isOutsideVat ? zero : percent,
    base: amount('TaxableAmount'),
    vat,
    claimedVat: amount('AlreadyClaimedTaxAmount'),
  }
}

function depositOf(deposit: XmlElement, amountAt: AmountAt): StatedLine {
  const what = 'A taxed deposit'
  return {
    description: textAt(deposit, 'ID'),
    amount: amountAt(deposit, 'TaxableDepositAmount', what) ?? zero,
    ratePct: percentOf(textAt(deposit, 'ClassifiedTaxCategory', 'Percent'), 'The VAT rate of a taxed deposit') ?? zero,
  }
}

/** Where no deposit is listed, what the recapitulation says was taken off. */
const claimedOf = (subtotal: XmlElement, { ratePct }: StatedRate, amountAt: AmountAt): StatedLine => ({
  description: '',
  amount: amountAt(subtotal, 'AlreadyClaimedTaxableAmount', 'AlreadyClaimedTaxableAmount of the tax summary') ?? zero,
  ratePct,
})
