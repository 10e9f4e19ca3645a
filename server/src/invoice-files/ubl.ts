/** UBL 2.1 (Peppol BIS Billing 3, EN 16931) to what we keep of an invoice. */
import { v5 } from 'uuid'
import { ibanOfAccount } from '../lib/bank-accounts.ts'
import { decimal } from '../lib/decimal.ts'
import { isUuid } from '../lib/ids.ts'
import { checkCurrency, checkLineCount } from './lines.ts'
import { type ReadInvoice, type ReadPayment, type ReadSupplier, Unreadable } from './model.ts'
import { partyOf } from './parties.ts'
import { settle } from './totals.ts'
import { readUblMoney } from './ubl-money.ts'
import {
  amountOf,
  cut,
  ibanText,
  icoOf,
  oneLine,
  optionalDay,
  rateText,
  requireDay,
  requireText,
  shortened,
} from './values.ts'
import { childrenOf, find, findAll, textAt, type XmlElement } from './xml-tree.ts'

/** Codes of UNTDID 1001 that ask for a payment and are no prepayment, proforma, self-billing or credit note. */
const importedTypes: ReadonlySet<string> = new Set([
  ...['71', '80', '82', '84', '102', '218', '219', '326', '331', '380', '382', '383', '384', '388', '393', '395'],
  ...['553', '575', '623', '751', '780', '817', '870', '875', '876', '877'],
])

export function readUbl(root: XmlElement): ReadInvoice {
  if (root.name !== 'ubl:Invoice')
    throw new Unreadable('unsupported_document_type', 'The document is a credit note, which is not imported.')
  const lines = childrenOf(root, 'cac:InvoiceLine')
  checkLineCount(lines.length + childrenOf(root, 'cac:AllowanceCharge').length)
  const remarks: string[] = []
  const supplier = supplierOf(root)
  const header = headerOf(root, supplier, remarks)
  const currency = textAt(root, 'cbc:DocumentCurrencyCode').toUpperCase()
  const stated = readUblMoney(root, currency)
  const exchangeRate = exchangeRateOf(root, currency, remarks)
  checkType(textAt(root, 'cbc:InvoiceTypeCode'), remarks)
  if (lines.length === 0) throw new Unreadable('no_lines', 'The invoice has no lines.', header.uuid)
  checkCurrency(currency, header.uuid)
  const { remarks: differences, ...money } = settle(stated)
  return {
    format: 'ubl',
    ...header,
    currency,
    localCurrency: textAt(root, 'cbc:TaxCurrencyCode').toUpperCase() || currency,
    exchangeRate,
    ...paymentOf(root, supplier.countryCode, remarks),
    supplier,
    recipient: recipientOf(root),
    ...money,
    notes: notesOf(root),
    remarks: [...remarks, ...differences],
  }
}

function headerOf(root: XmlElement, supplier: ReadSupplier, remarks: string[]) {
  const number = requireText(textAt(root, 'cbc:ID').replace(/\s+/g, ' '), 'The number of the invoice (cbc:ID)')
  if (number.length > 100) remarks.push('The number of the invoice is longer than 100 characters and was cut.')
  const issueDate = requireDay(textAt(root, 'cbc:IssueDate'), 'The issue date (cbc:IssueDate)')
  return {
    number: cut(number, 100),
    ...uuidsOf(textAt(root, 'cbc:UUID'), supplier, [number, issueDate]),
    issueDate,
    taxPointDate: optionalDay(textAt(root, 'cbc:TaxPointDate'), 'tax point date', remarks),
    dueDate: dueDateOf(root, remarks),
  }
}

/** Few UBL documents carry one; the same invoice must have the same, or it could be imported twice. */
function uuidsOf(text: string, { ico, dic, name, countryCode }: ReadSupplier, words: readonly string[]) {
  const uuid = text.toLowerCase()
  if (isUuid(uuid) && !/^[0-]+$/.test(uuid)) return { uuid, formerUuid: null }
  const makeUuid = (...identity: readonly string[]) => v5(JSON.stringify(['ubl', ...identity, ...words]), v5.URL)
  // Without a country a number was padded as a Czech one.
  const former = countryCode === null && dic === null && ico !== null ? icoOf(ico, 'CZ') : ico
  return {
    uuid: makeUuid(countryCode ?? '', ico ?? dic ?? name),
    formerUuid: makeUuid(former ?? dic ?? name),
  }
}

function dueDateOf(root: XmlElement, remarks: string[]): string | null {
  const written = [
    textAt(root, 'cbc:DueDate'),
    ...findAll(root, 'cac:PaymentMeans', 'cbc:PaymentDueDate').map(({ text }) => text),
  ]
  return written.flatMap(text => optionalDay(text, 'due date', remarks) ?? []).sort()[0] ?? null
}

function checkType(type: string, remarks: string[]): void {
  if (type !== '' && !importedTypes.has(type))
    throw new Unreadable('unsupported_document_type', `Invoice type code ${cut(type, 10)} is not imported.`)
  if (type === '384') remarks.push('The document corrects an earlier invoice: look whether that one was imported too.')
}

/** Only where the supplier states it; the VAT in two currencies would give a rounded one. */
function exchangeRateOf(root: XmlElement, currency: string, remarks: string[]): string | null {
  const exchange = find(root, 'cac:TaxExchangeRate')
  const rate = amountOf(textAt(exchange, 'cbc:CalculationRate'), 'The exchange rate (TaxExchangeRate)')
  if (rate === undefined || rate.lte(0) || textAt(exchange, 'cbc:SourceCurrencyCode').toUpperCase() !== currency)
    return null
  const isDivisor = textAt(exchange, 'cbc:MathematicOperatorCode').toLowerCase() === 'divide'
  return rateText(isDivisor ? decimal(1).div(rate) : rate, remarks)
}

/** 30, 31 and 42 are transfers, 58 is the one of SEPA. An account may be an IBAN or `19-2000145399/0800`. */
function paymentOf(root: XmlElement, country: string | null, remarks: string[]): ReadPayment {
  const byBank = childrenOf(root, 'cac:PaymentMeans').find(means =>
    ['30', '31', '42', '58'].includes(textAt(means, 'cbc:PaymentMeansCode')),
  )
  const written = textAt(byBank, 'cac:PayeeFinancialAccount', 'cbc:ID')
  const iban = ibanText(written)
  const [account = '', bankCode = ''] = iban === null ? written.split('/').map(part => part.trim()) : []
  const derived = ibanOfAccount(account, bankCode, country)
  if (/^[A-Z]{2}\d{2}/i.test(account)) remarks.push(`The IBAN fails its check and was left out: ${cut(account, 40)}`)
  return {
    variableSymbol: shortened(textAt(byBank, 'cbc:PaymentID'), 40, { what: 'variable symbol', remarks }),
    constantSymbol: null,
    account: shortened(account, 40, { what: 'account number', remarks }),
    bankCode: oneLine(bankCode, 20),
    iban: iban ?? derived,
  }
}

/** The scheme of a network address: 0154 is the Czech ICO, 9929 the Czech VAT number. */
const endpointOf = (party: XmlElement | undefined, scheme: string): string => {
  const endpoint = find(party, 'cbc:EndpointID')
  return endpoint?.attributes.schemeID === scheme ? endpoint.text : ''
}

function dicAt(party: XmlElement | undefined): string {
  const schemes = childrenOf(party, 'cac:PartyTaxScheme')
  const ofVat = schemes.find(scheme => textAt(scheme, 'cac:TaxScheme', 'cbc:ID').toUpperCase() === 'VAT')
  return textAt(ofVat, 'cbc:CompanyID') || endpointOf(party, '9929')
}

/** The registered name is who is paid; the trading name stands in where that is missing. */
function readParty(party: XmlElement | undefined) {
  const address = find(party, 'cac:PostalAddress')
  const legal = find(party, 'cac:PartyLegalEntity')
  return partyOf({
    name: textAt(legal, 'cbc:RegistrationName') || textAt(party, 'cac:PartyName', 'cbc:Name'),
    ico:
      textAt(legal, 'cbc:CompanyID') || endpointOf(party, '0154') || textAt(party, 'cac:PartyIdentification', 'cbc:ID'),
    dic: dicAt(party),
    street: [textAt(address, 'cbc:StreetName'), textAt(address, 'cbc:AdditionalStreetName')].join(' '),
    building: textAt(address, 'cbc:BuildingNumber'),
    city: textAt(address, 'cbc:CityName'),
    zip: textAt(address, 'cbc:PostalZone'),
    country: textAt(address, 'cac:Country', 'cbc:IdentificationCode'),
    email: textAt(party, 'cac:Contact', 'cbc:ElectronicMail'),
    phone: textAt(party, 'cac:Contact', 'cbc:Telephone'),
  })
}

function supplierOf(root: XmlElement): ReadSupplier {
  const party = readParty(find(root, 'cac:AccountingSupplierParty', 'cac:Party'))
  return { ...party, name: requireText(party.name ?? '', 'The name of the supplier') }
}

function recipientOf(root: XmlElement) {
  const { name, ico, dic } = readParty(find(root, 'cac:AccountingCustomerParty', 'cac:Party'))
  return { name, ico, dic }
}

function notesOf(root: XmlElement): string[] {
  const order = textAt(root, 'cac:OrderReference', 'cbc:ID')
  const buyer = textAt(root, 'cbc:BuyerReference')
  return [
    ...childrenOf(root, 'cbc:Note').flatMap(({ text }) => cut(text, 2000) || []),
    ...(order === '' ? [] : [`Order: ${cut(order, 100)}`]),
    ...(buyer === '' ? [] : [`Buyer reference: ${cut(buyer, 100)}`]),
  ]
}
