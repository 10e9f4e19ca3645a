/** An issued invoice as ISDOC 6.0.2, the Czech standard of electronic invoices. Pure. */
import { decimal, plain } from '../../../lib/decimal.ts'
import { type Element, element, xmlDocument } from '../../../lib/xml.ts'
import type { Party } from '../../core/company/parties.ts'
import { homeCurrency } from '../../core/prices/store.ts'
import type { PaymentMethod } from '../../finance/accounts/store.ts'
import type { InvoiceLineRow } from '../invoices/store.ts'
import { type InvoiceFacts, isForeign } from './facts.ts'
import { type LineAmounts, type Twin, twinLines, twinRates, twinTotal } from './isdoc-amounts.ts'

/** A leaf; nothing when there is nothing to say. */
const leaf = (name: string, value: string | null | undefined, attributes?: Record<string, string>) =>
  value === null || value === undefined ? undefined : element(name, value, attributes)

export function isdocOf(facts: InvoiceFacts): string {
  const { invoice, supplier, customer, isVatPayer } = facts
  const lines = twinLines(facts)
  const isCredit = invoice.document_type === 'credit_note'
  return xmlDocument(
    element(
      'Invoice',
      [
        leaf('DocumentType', isCredit ? '2' : '1'),
        leaf('ID', invoice.number!),
        leaf('UUID', invoice.id.toUpperCase()),
        leaf('IssuingSystem', 'Cellarbook'),
        leaf('IssueDate', invoice.issue_date),
        leaf('TaxPointDate', isVatPayer ? invoice.tax_point_date : null),
        leaf('VATApplicable', String(isVatPayer)),
        leaf('ElectronicPossibilityAgreementReference', ''),
        leaf('Note', noteOf(facts)),
        ...currencyOf(facts),
        element('AccountingSupplierParty', [partyOf(supplier)]),
        element('AccountingCustomerParty', [partyOf(customer)]),
        orderOf(facts),
        originalOf(facts),
        element(
          'InvoiceLines',
          facts.lines.map((line, place) => lineOf(facts, line, lines[place]!, place + 1)),
        ),
        taxTotal(facts),
        monetaryTotal(facts),
        isCredit ? undefined : paymentOf(facts),
      ],
      { xmlns: 'http://isdoc.cz/namespace/2013', version: '6.0.2' },
    ),
  )
}

/** The format knows no cancelled invoice: the note has to say it. */
const noteOf = ({ invoice }: InvoiceFacts): string | null =>
  [invoice.status === 'cancelled' ? 'STORNO' : null, invoice.notes].filter(Boolean).join('\n') || null

function currencyOf({ invoice }: InvoiceFacts): (Element | undefined)[] {
  return [
    leaf('LocalCurrencyCode', homeCurrency),
    leaf('ForeignCurrencyCode', isForeign(invoice) ? invoice.currency : null),
    leaf('CurrRate', isForeign(invoice) ? invoice.exchange_rate! : '1'),
    leaf('RefCurrRate', '1'),
  ]
}

/** The building number stands in the street: the standard lets its own place be empty. */
function partyOf(party: Party): Element {
  return element('Party', [
    element('PartyIdentification', [leaf('ID', party.ico ?? '')]),
    element('PartyName', [leaf('Name', party.name)]),
    element('PostalAddress', [
      leaf('StreetName', party.street ?? ''),
      leaf('BuildingNumber', ''),
      leaf('CityName', party.city ?? ''),
      leaf('PostalZone', party.zip ?? ''),
      element('Country', [
        leaf('IdentificationCode', party.country?.code ?? ''),
        leaf('Name', party.country?.name_cs ?? ''),
      ]),
    ]),
    party.dic ? element('PartyTaxScheme', [leaf('CompanyID', party.dic), leaf('TaxScheme', 'VAT')]) : undefined,
    party.registerNote ? element('RegisterIdentification', [leaf('Preformatted', party.registerNote)]) : undefined,
    party.phone || party.email
      ? element('Contact', [leaf('Telephone', party.phone), leaf('ElectronicMail', party.email)])
      : undefined,
  ])
}

function orderOf({ invoice, orderNumber }: InvoiceFacts): Element | undefined {
  if (!orderNumber && !invoice.customer_order_ref) return undefined
  const order = [leaf('SalesOrderID', orderNumber ?? ''), leaf('ExternalOrderID', invoice.customer_order_ref)]
  return element('OrderReferences', [element('OrderReference', order, { id: 'order' })])
}

function originalOf({ original }: InvoiceFacts): Element | undefined {
  if (!original) return undefined
  const reference = [
    leaf('ID', original.number!),
    leaf('IssueDate', original.issue_date),
    leaf('UUID', original.id.toUpperCase()),
  ]
  return element('OriginalDocumentReferences', [element('OriginalDocumentReference', reference, { id: 'original' })])
}

/** An amount in crowns; in another currency too when the invoice is in one, before it or after it. */
const pair = (name: string, { home, foreign }: Twin, order: 'foreign first' | 'home first') => {
  const both = [foreign === undefined ? undefined : leaf(`${name}Curr`, foreign), leaf(name, home)]
  return order === 'foreign first' ? both : both.toReversed()
}

function lineOf(facts: InvoiceFacts, line: InvoiceLineRow, amounts: LineAmounts, place: number): Element {
  const unit = line.unit_symbol === null ? {} : { unitCode: line.unit_symbol }
  return element('InvoiceLine', [
    leaf('ID', String(place)),
    facts.original ? element('OriginalDocumentReference', [], { ref: 'original' }) : undefined,
    leaf('InvoicedQuantity', plain(decimal(line.quantity).abs()), unit),
    ...pair('LineExtensionAmount', amounts.base, 'foreign first'),
    leaf('LineExtensionAmountBeforeDiscount', amounts.beforeDiscount?.base),
    ...pair('LineExtensionAmountTaxInclusive', amounts.total, 'foreign first'),
    leaf('LineExtensionAmountTaxInclusiveBeforeDiscount', amounts.beforeDiscount?.total),
    leaf('LineExtensionTaxAmount', amounts.vat.home),
    leaf('UnitPrice', amounts.unitPrice),
    leaf('UnitPriceTaxInclusive', amounts.unitPriceInclVat),
    element('ClassifiedTaxCategory', [
      leaf('Percent', line.vat_rate_pct),
      leaf('VATCalculationMethod', '0'),
      leaf('VATApplicable', String(facts.isVatPayer)),
    ]),
    element('Item', [
      leaf('Description', line.description),
      line.item_code ? element('SellersItemIdentification', [leaf('ID', line.item_code)]) : undefined,
    ]),
  ])
}

const nothing = (twin: Twin): Twin => ({ home: '0.00', foreign: twin.foreign === undefined ? undefined : '0.00' })

function taxTotal(facts: InvoiceFacts): Element {
  const subTotals = twinRates(facts).map(({ ratePct, base, vat, total }) => {
    const parts: [string, Twin][] = [
      ['TaxableAmount', base],
      ['TaxAmount', vat],
      ['TaxInclusiveAmount', total],
    ]
    return element('TaxSubTotal', [
      ...parts.flatMap(([name, twin]) => pair(name, twin, 'foreign first')),
      ...parts.flatMap(([name, twin]) => pair(`AlreadyClaimed${name}`, nothing(twin), 'foreign first')),
      ...parts.flatMap(([name, twin]) => pair(`Difference${name}`, twin, 'foreign first')),
      element('TaxCategory', [
        leaf('Percent', ratePct),
        leaf('TaxScheme', 'VAT'),
        leaf('VATApplicable', String(facts.isVatPayer)),
      ]),
    ])
  })
  return element('TaxTotal', [...subTotals, ...pair('TaxAmount', twinTotal(facts).vat, 'foreign first')])
}

function monetaryTotal(facts: InvoiceFacts): Element {
  const { base, total } = twinTotal(facts)
  const parts: [string, Twin][] = [
    ['TaxExclusiveAmount', base],
    ['TaxInclusiveAmount', total],
    ['AlreadyClaimedTaxExclusiveAmount', nothing(base)],
    ['AlreadyClaimedTaxInclusiveAmount', nothing(total)],
    ['DifferenceTaxExclusiveAmount', base],
    ['DifferenceTaxInclusiveAmount', total],
    ['PaidDepositsAmount', nothing(total)],
    ['PayableAmount', total],
  ]
  return element(
    'LegalMonetaryTotal',
    parts.flatMap(([name, twin]) => pair(name, twin, 'home first')),
  )
}

const meansCodes: Record<PaymentMethod, string> = { cash: '10', bank_transfer: '42', card: '48' }

/** Every member of the account must be there, even empty; so the due date is told without one, too. */
function paymentOf(facts: InvoiceFacts): Element {
  const { invoice, account } = facts
  const [number = '', bankCode = ''] = (account?.account_number ?? '').split('/')
  const { total } = twinTotal(facts)
  return element('PaymentMeans', [
    element('Payment', [
      // Without a twin of its own: in crowns, as every amount that has none.
      leaf('PaidAmount', total.home),
      leaf('PaymentMeansCode', meansCodes[invoice.payment_method]),
      element('Details', [
        leaf('PaymentDueDate', invoice.due_date),
        leaf('ID', number.trim()),
        leaf('BankCode', bankCode.trim()),
        leaf('Name', account?.name ?? ''),
        leaf('IBAN', account?.iban ?? ''),
        leaf('BIC', account?.bic ?? ''),
        leaf('VariableSymbol', invoice.variable_symbol || null),
      ]),
    ]),
  ])
}
