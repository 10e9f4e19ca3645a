/** An invoice or a credit note in words. Pure. */
import { decimal, money } from '../../../lib/decimal.ts'
import { homeCurrency } from '../../core/prices/store.ts'
import type { Invoice, InvoiceLineRow } from '../invoices/store.ts'
import { remainingOf } from '../invoices/totals.ts'
import { type Amounts, type InvoiceFacts, type RateFacts, totalOf } from './facts.ts'
import type { Column, Fact, Paper, Table } from './paper.ts'
import { crossesBorder, footerOf, known, partyBlock } from './parties.ts'
import { paymentCodeOf } from './spayd.ts'
import { dayText, type Language, methodText, moneyText, numberText, priceText, type Words, wordsOf } from './words.ts'

export function invoicePaper(facts: InvoiceFacts, language: Language): Paper {
  const { invoice, supplier, customer, isVatPayer, original } = facts
  const words = wordsOf(language)
  const code = paymentCodeOf(facts)
  const showsCountry = crossesBorder(supplier, customer)
  return {
    language,
    title: titleOf(facts, words),
    number: invoice.number ?? '',
    subtitle: original ? `${words.correctedInvoice} ${original.number}` : null,
    mark: invoice.status === 'draft' ? words.draft : invoice.status === 'cancelled' ? words.cancelled : null,
    parties: [
      partyBlock(words.supplier, supplier, language, showsCountry),
      partyBlock(words.customer, customer, language, showsCountry),
    ],
    facts: [dateFacts(facts, language), paymentFacts(facts, language)],
    lines: linesTable(facts, language),
    recapitulation: isVatPayer
      ? { title: words.recapitulation, table: recapitulation(facts.rates, invoice, language) }
      : null,
    totals: totals(facts, language),
    code: 'spayd' in code ? { label: words.payByCode, spayd: code.spayd } : null,
    notes: [...(isVatPayer ? [] : [words.notVatPayer]), ...(invoice.notes ? [invoice.notes] : [])],
    signatures: [],
    footer: footerOf(supplier, facts.isLive, language),
    author: supplier.name,
    changedAt: invoice.updated_at,
  }
}

function titleOf({ invoice, isVatPayer }: InvoiceFacts, words: Words): string {
  if (invoice.document_type === 'credit_note') return isVatPayer ? words.taxCreditNote : words.creditNote
  return isVatPayer ? words.taxInvoice : words.invoice
}

function dateFacts({ invoice, isVatPayer, orderNumber }: InvoiceFacts, language: Language): Fact[] {
  const words = wordsOf(language)
  return known([
    { label: words.issueDate, value: dayText(invoice.issue_date, language) },
    { label: words.dueDate, value: invoice.due_date && dayText(invoice.due_date, language), isStrong: true },
    { label: words.taxPointDate, value: isVatPayer ? dayText(invoice.tax_point_date, language) : null },
    { label: words.order, value: orderNumber },
    { label: words.customerOrder, value: invoice.customer_order_ref },
  ])
}

function paymentFacts({ invoice, account, rates }: InvoiceFacts, language: Language): Fact[] {
  const words = wordsOf(language)
  const isConverted = rates.some(({ home }) => home !== undefined)
  const rate = `1 ${invoice.currency} = ${numberText(invoice.exchange_rate ?? '', language)} ${homeCurrency}`
  return known([
    { label: words.paymentMethod, value: methodText(invoice.payment_method, language) },
    { label: words.variableSymbol, value: invoice.variable_symbol, isStrong: true },
    { label: words.accountNumber, value: account?.account_number },
    { label: 'IBAN', value: account?.iban?.replace(/(.{4})(?=.)/g, '$1 ') },
    { label: 'BIC', value: account?.bic },
    { label: words.exchangeRate, value: isConverted ? rate : null },
  ])
}

interface LineColumn extends Column {
  cell(line: InvoiceLineRow): string
}

function linesTable({ lines, isVatPayer }: InvoiceFacts, language: Language): Table {
  const words = wordsOf(language)
  const amount = (text: string) => moneyText(decimal(text), language)
  const percents = (text: string) => numberText(text, language)
  const right = (title: string, width: number, cell: LineColumn['cell']): LineColumn => ({
    title,
    width,
    align: 'right',
    cell,
  })
  const hasDiscount = lines.some(({ discount_pct }) => discount_pct !== null)
  const columns: LineColumn[] = [
    { title: words.description, align: 'left', cell: ({ description }) => description },
    right(words.quantity, 58, line => quantityText(line, language)),
    right(words.unitPrice, 58, ({ unit_price }) => priceText(unit_price, language)),
    ...(hasDiscount
      ? [right(words.discount, 42, ({ discount_pct }) => (discount_pct ? `${percents(discount_pct)} %` : ''))]
      : []),
    ...(isVatPayer
      ? [
          right(words.vatRate, 36, ({ vat_rate_pct }) => percents(vat_rate_pct)),
          right(words.base, 62, ({ excl_vat }) => amount(excl_vat)),
          right(words.vat, 56, ({ vat }) => amount(vat)),
        ]
      : []),
    right(words.total, 66, ({ incl_vat }) => amount(incl_vat)),
  ]
  return { columns, rows: lines.map(line => columns.map(({ cell }) => cell(line))) }
}

const quantityText = ({ quantity, unit_symbol }: InvoiceLineRow, language: Language): string =>
  `${numberText(quantity, language)}${unit_symbol === null ? '' : `\u00a0${unit_symbol}`}`

/** Base, tax and total per rate; in another currency also what the tax office is told, in crowns. */
function recapitulation(rates: readonly RateFacts[], { currency }: Invoice, language: Language): Table {
  const words = wordsOf(language)
  const isConverted = rates.some(({ home }) => home !== undefined)
  const column = (title: string, width = isConverted ? 72 : 80): Column => ({ title, width, align: 'right' })
  const cells = ({ base, vat, total }: Amounts) => [base, vat, total].map(amount => moneyText(amount, language))
  const inCurrency = (of: string) => [words.base, words.vat, words.total].map(title => column(`${title} ${of}`))
  return {
    columns: [column(words.rate, 50), ...inCurrency(currency), ...(isConverted ? inCurrency(homeCurrency) : [])],
    rows: rates.map(rate => [
      `${numberText(rate.ratePct, language)} %`,
      ...cells(rate),
      ...(rate.home ? cells(rate.home) : []),
    ]),
  }
}

function totals({ invoice, rates, isVatPayer }: InvoiceFacts, language: Language): Fact[] {
  const words = wordsOf(language)
  const amount = (text: string) => `${moneyText(decimal(text), language)} ${invoice.currency}`
  const remaining = remainingOf(invoice)
  const home = rates.flatMap(rate => rate.home ?? [])
  const inHome = `${moneyText(totalOf(home).total, language)} ${homeCurrency}`
  return known([
    { label: words.totalBase, value: isVatPayer ? amount(invoice.total_excl_vat) : null },
    { label: words.totalVat, value: isVatPayer ? amount(invoice.total_vat) : null },
    { label: words.grandTotal, value: amount(invoice.total_incl_vat) },
    { label: `${words.grandTotal} ${homeCurrency}`, value: home.length > 0 ? inHome : null },
    { label: words.paid, value: amount(invoice.amount_paid) },
    {
      label: remaining.lt(0) ? words.toRefund : words.remaining,
      value: amount(money(remaining.abs())),
      isStrong: true,
    },
  ])
}
