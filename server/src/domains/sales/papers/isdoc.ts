/** An issued invoice as ISDOC 6.0.2, the Czech standard of electronic invoices. Pure. */

import { homeCurrency } from '../../../lib/currencies.ts'
import { type Element, element, xmlDocument } from '../../../lib/xml.ts'
import type { Party } from '../../core/index.ts'
import type { PaymentMethod } from '../../finance/index.ts'
import { type InvoiceFacts, isCredit, isForeign, payAccountOf } from './facts.ts'
import { type Twin, type TwinAmounts, twinDeposits, twinPayable, twinRates, twinTotal } from './isdoc-amounts.ts'
import { leaf, linesOf, pair } from './isdoc-lines.ts'
import { wordsOf } from './words.ts'

export function isdocOf(facts: InvoiceFacts): string {
  const { invoice, supplier, customer, isVatPayer } = facts
  return xmlDocument(
    element(
      'Invoice',
      [
        leaf('DocumentType', isCredit(invoice) ? '2' : '1'),
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
        linesOf(facts),
        taxTotal(facts),
        monetaryTotal(facts),
        isCredit(invoice) ? undefined : paymentOf(facts),
      ],
      { xmlns: 'http://isdoc.cz/namespace/2013', version: '6.0.2' },
    ),
  )
}

/** The format knows no cancelled invoice, nor why another is corrected: the note has to say it. */
const noteOf = ({ invoice }: InvoiceFacts): string | null => {
  const reason = invoice.reason ? `${wordsOf('cs').reason}: ${invoice.reason}` : null
  return [invoice.status === 'cancelled' ? 'STORNO' : null, reason, invoice.notes].filter(Boolean).join('\n') || null
}

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

const nothing = (twin: Twin): Twin => ({ home: '0.00', foreign: twin.foreign === undefined ? undefined : '0.00' })

function taxTotal(facts: InvoiceFacts): Element {
  const deposits = twinDeposits(facts)
  const applies = String(facts.isVatPayer)
  return element('TaxTotal', [
    ...twinRates(facts).map(rate =>
      subTotal(rate, [
        leaf('Percent', rate.ratePct),
        leaf('TaxScheme', 'VAT'),
        leaf('VATApplicable', applies),
        leaf('LocalReverseChargeFlag', rate.exemption === 'reverse_charge' ? 'true' : null),
      ]),
    ),
    deposits && subTotal(deposits, [leaf('Percent', '0'), leaf('TaxScheme', 'VAT'), leaf('VATApplicable', 'false')]),
    ...pair('TaxAmount', twinTotal(facts).vat, 'foreign first'),
  ])
}

function subTotal({ base, vat, total }: TwinAmounts, category: (Element | undefined)[]): Element {
  const parts: [string, Twin][] = [
    ['TaxableAmount', base],
    ['TaxAmount', vat],
    ['TaxInclusiveAmount', total],
  ]
  return element('TaxSubTotal', [
    ...parts.flatMap(([name, twin]) => pair(name, twin, 'foreign first')),
    ...parts.flatMap(([name, twin]) => pair(`AlreadyClaimed${name}`, nothing(twin), 'foreign first')),
    ...parts.flatMap(([name, twin]) => pair(`Difference${name}`, twin, 'foreign first')),
    element('TaxCategory', category),
  ])
}

function monetaryTotal(facts: InvoiceFacts): Element {
  const { base, total } = twinTotal(facts)
  const { payable, rounding } = twinPayable(facts)
  const both = (name: string, twin: Twin) => pair(name, twin, 'home first')
  return element('LegalMonetaryTotal', [
    ...both('TaxExclusiveAmount', base),
    ...both('TaxInclusiveAmount', total),
    ...both('AlreadyClaimedTaxExclusiveAmount', nothing(base)),
    ...both('AlreadyClaimedTaxInclusiveAmount', nothing(total)),
    ...both('DifferenceTaxExclusiveAmount', base),
    ...both('DifferenceTaxInclusiveAmount', total),
    leaf('PayableRoundingAmount', rounding),
    ...both('PaidDepositsAmount', nothing(total)),
    ...both('PayableAmount', payable),
  ])
}

const meansCodes: Record<PaymentMethod, string> = { cash: '10', bank_transfer: '42', card: '48' }

/** Only a transfer has details: they name an account, every member of it, even empty. */
function paymentOf(facts: InvoiceFacts): Element {
  const { payable } = twinPayable(facts)
  return element('PaymentMeans', [
    element('Payment', [
      // Without a twin of its own: in crowns, as every amount that has none.
      leaf('PaidAmount', payable.home),
      leaf('PaymentMeansCode', meansCodes[facts.invoice.payment_method]),
      facts.invoice.payment_method === 'bank_transfer' ? transferOf(facts) : undefined,
    ]),
  ])
}

/** The name of the bank is not kept. */
function transferOf(facts: InvoiceFacts): Element {
  const { invoice } = facts
  const account = payAccountOf(facts)
  const [number = '', bankCode = ''] = (account?.account_number ?? '').split('/')
  return element('Details', [
    leaf('PaymentDueDate', invoice.due_date),
    leaf('ID', number.trim()),
    leaf('BankCode', bankCode.trim()),
    leaf('Name', ''),
    leaf('IBAN', account?.iban ?? ''),
    leaf('BIC', account?.bic ?? ''),
    leaf('VariableSymbol', invoice.variable_symbol || null),
  ])
}
