/** The amounts of a UBL invoice: lines, allowances and charges of the whole, VAT and totals. */
import { type Decimal, zero } from '../lib/decimal.ts'
import { lineDescription } from './lines.ts'
import { Unreadable } from './model.ts'
import type { Stated, StatedLine, StatedRate } from './stated.ts'
import { amountOf, cut, percentOf } from './values.ts'
import { childrenOf, find, textAt, type XmlElement } from './xml-tree.ts'

const words = { allowance: 'Sleva', charge: 'Přirážka' }

/** Every amount names its currency: one in another would be added up as if it were ours. */
function amountAt(element: XmlElement | undefined, name: string, about: { what: string; currency: string }) {
  const found = find(element, name)
  const value = amountOf(found?.text ?? '', about.what)
  const written = found?.attributes.currencyID?.trim().toUpperCase() ?? about.currency
  if (value !== undefined && written !== about.currency)
    throw new Unreadable('invalid_xml', `${about.what} is in ${cut(written, 10)}, not in the currency of the document.`)
  return value
}

export function readUblMoney(root: XmlElement, currency: string): Stated {
  const totals = find(root, 'cac:LegalMonetaryTotal')
  const total = (name: string) => amountAt(totals, `cbc:${name}`, { what: name, currency })
  const tax = taxTotalOf(root, currency)
  return {
    currency,
    lines: [
      ...childrenOf(root, 'cac:InvoiceLine').map((line, index) => lineOf(line, index + 1, currency)),
      ...childrenOf(root, 'cac:AllowanceCharge').map(each => allowanceOf(each, currency)),
    ],
    rates: childrenOf(tax, 'cac:TaxSubtotal').map(subtotal => rateOf(subtotal, currency)),
    vatTotal: amountAt(tax, 'cbc:TaxAmount', { what: 'The total VAT (TaxTotal)', currency }) ?? null,
    taxedDeposits: [],
    paidDeposits: total('PrepaidAmount') ?? zero,
    rounding: total('PayableRoundingAmount') ?? zero,
    payable: total('PayableAmount') ?? null,
    taxInclusive: total('TaxInclusiveAmount') ?? null,
  }
}

/** A second total states the VAT in the currency it is accounted in. */
function taxTotalOf(root: XmlElement, currency: string): XmlElement | undefined {
  const totals = childrenOf(root, 'cac:TaxTotal')
  const isOurs = (total: XmlElement) =>
    (find(total, 'cbc:TaxAmount')?.attributes.currencyID?.trim().toUpperCase() ?? currency) === currency
  return totals.find(isOurs)
}

/** In these categories, such as reverse charge or exempt, the supplier asks no VAT, whatever percentage is written. */
function ratePctOf(category: XmlElement | undefined, what: string): Decimal {
  const percent = percentOf(textAt(category, 'cbc:Percent'), what) ?? zero
  const code = textAt(category, 'cbc:ID').toUpperCase()
  return ['AE', 'K', 'G', 'O', 'E', 'Z'].includes(code) ? zero : percent
}

function lineOf(line: XmlElement, number: number, currency: string): StatedLine {
  const what = `The amount of line ${number}`
  const amount = amountAt(line, 'cbc:LineExtensionAmount', { what, currency })
  if (amount === undefined) throw new Unreadable('invalid_xml', `${what} is missing.`)
  const item = find(line, 'cac:Item')
  const texts = [textAt(item, 'cbc:Name'), textAt(item, 'cbc:Description'), textAt(line, 'cbc:Note')]
  return {
    description: lineDescription(texts, number),
    amount,
    ratePct: ratePctOf(find(item, 'cac:ClassifiedTaxCategory'), `The VAT rate of line ${number}`),
  }
}

function allowanceOf(each: XmlElement, currency: string): StatedLine {
  const isCharge = textAt(each, 'cbc:ChargeIndicator') === 'true'
  const what = isCharge ? 'The amount of a charge' : 'The amount of an allowance'
  const amount = amountAt(each, 'cbc:Amount', { what, currency })
  if (amount === undefined) throw new Unreadable('invalid_xml', `${what} is missing.`)
  return {
    description: cut(textAt(each, 'cbc:AllowanceChargeReason'), 500) || (isCharge ? words.charge : words.allowance),
    amount: isCharge ? amount : amount.times(-1),
    ratePct: ratePctOf(find(each, 'cac:TaxCategory'), 'The VAT rate of an allowance or a charge'),
  }
}

function rateOf(subtotal: XmlElement, currency: string): StatedRate {
  const amount = (name: string) =>
    amountAt(subtotal, `cbc:${name}`, { what: `${name} of the tax summary`, currency }) ?? zero
  return {
    ratePct: ratePctOf(find(subtotal, 'cac:TaxCategory'), 'A VAT rate of the tax summary'),
    base: amount('TaxableAmount'),
    vat: amount('TaxAmount'),
    claimedVat: zero,
  }
}
