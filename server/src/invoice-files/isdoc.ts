/** ISDOC 5.x and 6.x to what we keep of an invoice. */
import { ibanOfAccount } from '../lib/bank-accounts.ts'
import { decimal } from '../lib/decimal.ts'
import { isUuid } from '../lib/ids.ts'
import { type Currencies, readIsdocMoney } from './isdoc-money.ts'
import { checkCurrency, checkLineCount } from './lines.ts'
import { type ReadInvoice, type ReadPayment, type ReadSupplier, Unreadable } from './model.ts'
import { partyOf } from './parties.ts'
import { settle } from './totals.ts'
import {
  amountOf,
  cut,
  ibanText,
  oneLine,
  optionalDay,
  rateText,
  requireDay,
  requireText,
  shortened,
} from './values.ts'
import { childrenOf, find, findAll, textAt, type XmlElement } from './xml-tree.ts'

/** The others are credit notes, whose amounts are positive, and advances, which are no invoices. */
const importedTypes: Readonly<Record<string, true>> = { 1: true, 3: true, 7: true }

/** In the order of the checks: everything missing or malformed, then the type, the lines, the currency. */
export function readIsdoc(root: XmlElement): ReadInvoice {
  if (root.name === 'CommonDocument')
    throw new Unreadable('unsupported_document_type', 'A CommonDocument is no invoice: there is nothing to pay.')
  const lines = findAll(root, 'InvoiceLines', 'InvoiceLine')
  checkLineCount(lines.length + findAll(root, 'TaxedDeposits', 'TaxedDeposit').length)
  const remarks: string[] = []
  const header = headerOf(root, remarks)
  const supplier = supplierOf(root)
  const currencies = currenciesOf(root)
  const stated = readIsdocMoney(root, currencies, remarks)
  checkType(textAt(root, 'DocumentType'))
  if (lines.length === 0) throw new Unreadable('no_lines', 'The invoice has no lines.', header.uuid)
  checkCurrency(currencies.currency, header.uuid)
  const { remarks: differences, ...money } = settle(stated)
  return {
    format: 'isdoc',
    ...header,
    currency: currencies.currency,
    localCurrency: currencies.local,
    exchangeRate: exchangeRateOf(currencies, remarks),
    ...paymentOf(root, supplier.countryCode, remarks),
    supplier,
    recipient: recipientOf(root),
    ...money,
    notes: notesOf(root),
    remarks: [...remarks, ...differences],
  }
}

function headerOf(root: XmlElement, remarks: string[]) {
  const number = requireText(textAt(root, 'ID').replace(/\s+/g, ' '), 'The number of the invoice (ID)')
  if (number.length > 100) remarks.push('The number of the invoice is longer than 100 characters and was cut.')
  return {
    number: cut(number, 100),
    uuid: uuidOf(textAt(root, 'UUID')),
    formerUuid: null,
    issueDate: requireDay(textAt(root, 'IssueDate'), 'The issue date (IssueDate)'),
    taxPointDate: optionalDay(textAt(root, 'TaxPointDate'), 'tax point date', remarks),
    dueDate: dueDateOf(root, remarks),
  }
}

function uuidOf(text: string): string {
  const uuid = requireText(text, 'The UUID').toLowerCase()
  if (!isUuid(uuid)) throw new Unreadable('invalid_xml', `The UUID is not one: ${cut(text, 40)}`)
  // A second document with it would be taken for a correction of the first.
  if (/^[0-]+$/.test(uuid)) throw new Unreadable('invalid_xml', 'The UUID consists of zeros only.')
  return uuid
}

/** The earliest instalment is the one that must not be missed. */
function dueDateOf(root: XmlElement, remarks: string[]): string | null {
  const days = findAll(root, 'PaymentMeans', 'Payment', 'Details', 'PaymentDueDate')
    .map(({ text }) => optionalDay(text, 'due date', remarks))
    .filter(day => day !== null)
  return days.sort()[0] ?? null
}

function checkType(type: string): void {
  if (Object.hasOwn(importedTypes, type)) return
  const detail = `Document type ${cut(type, 10) || '(none)'} is not imported; types 1, 3 and 7 are.`
  throw new Unreadable('unsupported_document_type', detail)
}

/** Without a foreign currency the local one is that of the document. */
function currenciesOf(root: XmlElement): Currencies {
  const local = textAt(root, 'LocalCurrencyCode').toUpperCase()
  const foreign = textAt(root, 'ForeignCurrencyCode').toUpperCase()
  if (foreign === '' || foreign === local) return { currency: local, local, rate: null, isForeign: false }
  const rate = amountOf(textAt(root, 'CurrRate'), 'The exchange rate (CurrRate)')
  const per = amountOf(textAt(root, 'RefCurrRate'), 'The quantity of the rate (RefCurrRate)') ?? decimal(1)
  if (rate?.lte(0) || per.lte(0)) throw new Unreadable('invalid_xml', 'The exchange rate is not above zero.')
  return { currency: foreign, local, rate: rate?.div(per) ?? null, isForeign: true }
}

function exchangeRateOf({ isForeign, rate }: Currencies, remarks: string[]): string | null {
  if (!isForeign) return null
  const text = rate === null ? null : rateText(rate, remarks)
  if (text === null) remarks.push('The document is in a foreign currency without a usable exchange rate.')
  return text
}

/** The first payment by bank; symbols of a payment in cash say nothing of the invoice. */
function paymentOf(root: XmlElement, country: string | null, remarks: string[]): ReadPayment {
  const byBank = findAll(root, 'PaymentMeans', 'Payment').find(payment =>
    ['42', '31'].includes(textAt(payment, 'PaymentMeansCode')),
  )
  const details = find(byBank, 'Details')
  const kept = (name: string, what: string, most: number) => shortened(textAt(details, name), most, { what, remarks })
  const account = kept('ID', 'account number', 40)
  const bankCode = kept('BankCode', 'bank code', 20)
  const written = textAt(details, 'IBAN')
  const iban = ibanText(written)
  if (written !== '' && iban === null) remarks.push(`The IBAN fails its check and was left out: ${cut(written, 40)}`)
  return {
    variableSymbol: kept('VariableSymbol', 'variable symbol', 40),
    constantSymbol: kept('ConstantSymbol', 'constant symbol', 40),
    account,
    bankCode,
    iban: written === '' ? ibanOfAccount(account ?? '', bankCode ?? '', country) : iban,
  }
}

/** A Slovak supplier has two numbers: that of VAT is the one others know it by. */
function dicAt(party: XmlElement | undefined): string {
  const schemes = childrenOf(party, 'PartyTaxScheme').filter(scheme => textAt(scheme, 'CompanyID') !== '')
  const ofVat = schemes.find(scheme => textAt(scheme, 'TaxScheme').toUpperCase() === 'VAT')
  return textAt(ofVat ?? schemes[0], 'CompanyID')
}

function readParty(party: XmlElement | undefined) {
  const address = find(party, 'PostalAddress')
  return partyOf({
    name: textAt(party, 'PartyName', 'Name'),
    ico: textAt(party, 'PartyIdentification', 'ID'),
    dic: dicAt(party),
    street: textAt(address, 'StreetName'),
    building: textAt(address, 'BuildingNumber'),
    city: textAt(address, 'CityName'),
    zip: textAt(address, 'PostalZone'),
    country: textAt(address, 'Country', 'IdentificationCode'),
    email: textAt(party, 'Contact', 'ElectronicMail'),
    phone: textAt(party, 'Contact', 'Telephone'),
  })
}

/** Never the SellerSupplierParty: that is a shop of the supplier, not who is paid. */
function supplierOf(root: XmlElement): ReadSupplier {
  const party = readParty(find(root, 'AccountingSupplierParty', 'Party'))
  return { ...party, name: requireText(party.name ?? '', 'The name of the supplier') }
}

function recipientOf(root: XmlElement) {
  const { name, ico, dic } = readParty(find(root, 'AccountingCustomerParty', 'Party'))
  return { name, ico, dic }
}

function notesOf(root: XmlElement): string[] {
  const orders = findAll(root, 'OrderReferences', 'OrderReference')
    .flatMap(order => textAt(order, 'ExternalOrderID') || textAt(order, 'SalesOrderID') || [])
    .slice(0, 20)
  const system = oneLine(textAt(root, 'IssuingSystem'), 200)
  return [
    ...childrenOf(root, 'Note').flatMap(({ text }) => cut(text, 2000) || []),
    ...(system === null ? [] : [`Issuing system: ${system}`]),
    ...orders.map(order => `Order: ${cut(order, 100)}`),
  ]
}
