/** An invoice or a credit note in words. Pure. */

import { homeCurrency } from '../../../lib/currencies.ts'
import { type Decimal, decimal } from '../../../lib/decimal.ts'
import { looksOf, withValues } from '../../../printing/looks.ts'
import type { Fact, Paper } from '../../../printing/paper.ts'
import { dayText, type Language, moneyText, numberText } from '../../../printing/words.ts'
import { type RateFacts, ratesOf, settlementOf, totalOf } from './amounts.ts'
import { type InvoiceFacts, isCredit, payAccountOf } from './facts.ts'
import { depositsTable, linesTable, recapitulation, remarksOf } from './invoice-tables.ts'
import { crossesBorder, footerOf, partyBlock } from './parties.ts'
import { paymentCodeOf } from './spayd.ts'
import { methodText, type Words, wordsOf } from './words.ts'

export function invoicePaper(facts: InvoiceFacts, language: Language): Paper {
  const { invoice, supplier, customer, isVatPayer, original } = facts
  const words = wordsOf(language)
  const code = paymentCodeOf(facts)
  const rates = ratesOf(facts)
  const showsCountry = crossesBorder(supplier, customer)
  return {
    language,
    ...looksOf(facts),
    title: titleOf(facts, words),
    number: invoice.number ?? '',
    subtitle: original ? `${words.correctedInvoice} ${original.number}` : null,
    mark: invoice.status === 'draft' ? words.draft : invoice.status === 'cancelled' ? words.cancelled : null,
    parties: [
      partyBlock(supplier, words.supplier, { language, showsCountry }),
      partyBlock(customer, words.customer, { language, showsCountry }),
    ],
    facts: [dateFacts(facts, language), paymentFacts(facts, rates, language)],
    lead: invoice.reason ? { label: words.reason, value: invoice.reason } : null,
    lines: linesTable(facts, language),
    remarks: remarksOf(facts, language),
    deposits: depositsTable(facts, language),
    recapitulation: isVatPayer && rates.length > 0 ? recapitulation(facts, rates, language) : null,
    totals: totals(facts, rates, language),
    code: 'spayd' in code ? { label: words.payByCode, spayd: code.spayd } : null,
    notes: [...(isVatPayer ? [] : [words.notVatPayer]), ...(invoice.notes ? [invoice.notes] : [])],
    signatures: [],
    footer: footerOf(supplier, facts.isLive, language),
    author: supplier.name,
    changedAt: invoice.updated_at,
  }
}

function titleOf({ invoice, isVatPayer }: InvoiceFacts, words: Words): string {
  if (isCredit(invoice)) return isVatPayer ? words.taxCreditNote : words.creditNote
  return isVatPayer ? words.taxInvoice : words.invoice
}

/** A credit note is not due. */
function dateFacts({ invoice, isVatPayer, orderNumber, issuedBy }: InvoiceFacts, language: Language): Fact[] {
  const words = wordsOf(language)
  const due = isCredit(invoice) ? null : invoice.due_date
  return withValues([
    { label: words.issueDate, value: dayText(invoice.issue_date, language) },
    { label: words.dueDate, value: due && dayText(due, language), isStrong: true },
    { label: words.taxPointDate, value: isVatPayer ? dayText(invoice.tax_point_date, language) : null },
    { label: words.order, value: orderNumber },
    { label: words.customerOrder, value: invoice.customer_order_ref },
    { label: words.madeOutBy, value: issuedBy },
  ])
}

function paymentFacts(facts: InvoiceFacts, rates: readonly RateFacts[], language: Language): Fact[] {
  const { invoice } = facts
  const words = wordsOf(language)
  const account = payAccountOf(facts)
  const isConverted = rates.some(({ home }) => home !== undefined)
  const rate = `1 ${invoice.currency} = ${numberText(invoice.exchange_rate ?? '', language)} ${homeCurrency}`
  const isTransfer = invoice.payment_method === 'bank_transfer'
  return withValues([
    {
      label: isCredit(invoice) ? words.refundMethod : words.paymentMethod,
      value: methodText(invoice.payment_method, language),
    },
    { label: words.variableSymbol, value: isTransfer ? invoice.variable_symbol : null, isStrong: true },
    { label: words.accountNumber, value: account?.account_number },
    { label: 'IBAN', value: account?.iban?.replace(/(.{4})(?=.)/g, '$1 ') },
    { label: 'BIC', value: account?.bic },
    { label: words.exchangeRate, value: isConverted ? rate : null },
  ])
}

function totals(facts: InvoiceFacts, rates: readonly RateFacts[], language: Language): Fact[] {
  const { invoice, isVatPayer } = facts
  const words = wordsOf(language)
  const { payable, rounding, paid, credited, otherRounding, remaining } = settlementOf(facts)
  const text = (amount: Decimal) => `${moneyText(amount, language)} ${invoice.currency}`
  const unlessZero = (amount: Decimal) => (amount.eq(0) ? null : text(amount))
  const home = rates.flatMap(rate => rate.home ?? [])
  const inHome = `${moneyText(totalOf(home).total, language)} ${homeCurrency}`
  const deposit = decimal(invoice.total_deposit)
  const isMoreThanGoods = !deposit.eq(0) || !rounding.eq(0)
  const isBack = isCredit(invoice)
  return withValues([
    { label: words.totalBase, value: isVatPayer ? text(decimal(invoice.total_excl_vat)) : null },
    { label: words.totalVat, value: isVatPayer ? text(decimal(invoice.total_vat)) : null },
    { label: words.grandTotal, value: text(decimal(invoice.total_incl_vat)) },
    { label: `${words.grandTotal} ${homeCurrency}`, value: home.length > 0 ? inHome : null },
    { label: words.depositTotal, value: unlessZero(deposit) },
    { label: words.rounding, value: unlessZero(rounding) },
    { label: isBack ? words.refundable : words.payable, value: isMoreThanGoods ? text(payable) : null },
    { label: words.paid, value: text(paid) },
    { label: isBack ? words.setOffHere : words.setOff, value: unlessZero(credited) },
    { label: words.otherRounding, value: unlessZero(otherRounding) },
    {
      label: remaining.lt(0) || isBack ? words.toRefund : words.remaining,
      value: text(remaining.abs()),
      isStrong: true,
    },
  ])
}
