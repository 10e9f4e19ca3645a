/** The words of papers in Czech and English, and how both write numbers and days. */
import { OneOf } from '../../../contract/schema.ts'
import type { Day } from '../../../lib/days.ts'
import { type Decimal, decimal, money, plain, rounded, scaleOf } from '../../../lib/decimal.ts'
import type { PartyCountry } from '../../core/company/parties.ts'
import type { VatExemption } from '../../core/vat-rates/exemptions.ts'
import type { PaymentMethod } from '../../finance/accounts/store.ts'

export const languages = ['cs', 'en'] as const
export type Language = (typeof languages)[number]
export const LanguageName = OneOf(languages)

const czech = {
  taxInvoice: 'Faktura – daňový doklad',
  invoice: 'Faktura',
  taxCreditNote: 'Opravný daňový doklad',
  creditNote: 'Dobropis',
  correctedInvoice: 'k faktuře č.',
  deliveryNote: 'Dodací list',
  draft: 'KONCEPT',
  cancelled: 'STORNO',
  sandbox: 'Zkušební doklad ze sandboxu',
  supplier: 'Dodavatel',
  customer: 'Odběratel',
  targetWarehouse: 'Cílový sklad',
  ico: 'IČO',
  dic: 'DIČ',
  issueDate: 'Datum vystavení',
  dueDate: 'Datum splatnosti',
  taxPointDate: 'Datum zdan. plnění',
  deliveryDate: 'Datum vydání',
  warehouse: 'Sklad',
  paymentMethod: 'Způsob platby',
  refundMethod: 'Způsob vrácení',
  variableSymbol: 'Variabilní symbol',
  order: 'Objednávka',
  customerOrder: 'Vaše objednávka',
  accountNumber: 'Číslo účtu',
  exchangeRate: 'Kurz',
  description: 'Popis',
  quantity: 'Množství',
  unitPrice: 'Cena/j.',
  discount: 'Sleva',
  vatRate: 'DPH %',
  base: 'Základ',
  vat: 'DPH',
  total: 'Celkem',
  recapitulation: 'Rekapitulace DPH',
  rate: 'Sazba',
  totalBase: 'Základ daně',
  totalVat: 'DPH celkem',
  grandTotal: 'Celkem',
  paid: 'Uhrazeno',
  remaining: 'Zbývá uhradit',
  toRefund: 'Zbývá vrátit',
  payable: 'Celkem k úhradě',
  refundable: 'Celkem k vrácení',
  rounding: 'Zaokrouhlení',
  setOff: 'Započteno dobropisem',
  setOffHere: 'Započteno proti faktuře',
  deposits: 'Vratné obaly',
  outsideVat: 'mimo základ daně',
  packaging: 'Obal',
  pieces: 'Počet kusů',
  depositEach: 'Záloha za kus',
  depositsTotal: 'Zálohy za vratné obaly celkem',
  depositTotal: 'Zálohy za vratné obaly',
  reason: 'Důvod opravy',
  deliveryAddress: 'Dodací adresa',
  notVatPayer: 'Nejsme plátci DPH.',
  payByCode: 'QR platba',
  item: 'Položka',
  code: 'Kód',
  lot: 'Šarže',
  expiry: 'Spotřebujte do',
  madeOutBy: 'Vystavil',
  issuedBy: 'Vydal',
  receivedBy: 'Převzal',
  page: (page: number, pages: number) => `Strana ${page} z ${pages}`,
}

export type Words = typeof czech

const english: Words = {
  taxInvoice: 'Invoice - tax document',
  invoice: 'Invoice',
  taxCreditNote: 'Credit note - tax document',
  creditNote: 'Credit note',
  correctedInvoice: 'to invoice',
  deliveryNote: 'Delivery note',
  draft: 'DRAFT',
  cancelled: 'CANCELLED',
  sandbox: 'Trial document of a sandbox',
  supplier: 'Supplier',
  customer: 'Customer',
  targetWarehouse: 'Target warehouse',
  ico: 'Company ID',
  dic: 'VAT ID',
  issueDate: 'Date of issue',
  dueDate: 'Due date',
  taxPointDate: 'Tax point date',
  deliveryDate: 'Date of dispatch',
  warehouse: 'Warehouse',
  paymentMethod: 'Payment method',
  refundMethod: 'Refund method',
  variableSymbol: 'Payment reference',
  order: 'Order',
  customerOrder: 'Your order',
  accountNumber: 'Account number',
  exchangeRate: 'Exchange rate',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  discount: 'Discount',
  vatRate: 'VAT %',
  base: 'Net',
  vat: 'VAT',
  total: 'Total',
  recapitulation: 'VAT summary',
  rate: 'Rate',
  totalBase: 'Total net',
  totalVat: 'Total VAT',
  grandTotal: 'Total',
  paid: 'Paid',
  remaining: 'Amount due',
  toRefund: 'To be refunded',
  payable: 'Total to pay',
  refundable: 'Total to refund',
  rounding: 'Rounding',
  setOff: 'Set off by credit notes',
  setOffHere: 'Set off against the invoice',
  deposits: 'Returnable packaging',
  outsideVat: 'outside the VAT base',
  packaging: 'Packaging',
  pieces: 'Pieces',
  depositEach: 'Deposit each',
  depositsTotal: 'Total deposits for returnable packaging',
  depositTotal: 'Packaging deposits',
  reason: 'Reason',
  deliveryAddress: 'Delivery address',
  notVatPayer: 'We are not registered for VAT.',
  payByCode: 'QR payment',
  item: 'Item',
  code: 'Code',
  lot: 'Lot',
  expiry: 'Best before',
  madeOutBy: 'Issued by',
  issuedBy: 'Issued by',
  receivedBy: 'Received by',
  page: (page, pages) => `Page ${page} of ${pages}`,
}

export const wordsOf = (language: Language): Words => (language === 'cs' ? czech : english)

/** A space that no line breaks at. */
const space = '\u00a0'

const methods: Record<Language, Record<PaymentMethod, string>> = {
  cs: { bank_transfer: 'převodem', cash: 'hotově', card: 'kartou' },
  en: { bank_transfer: 'bank transfer', cash: 'cash', card: 'card' },
}

export const methodText = (method: PaymentMethod, language: Language): string => methods[language][method]

const exemptions: Record<Language, Record<VatExemption, string>> = {
  cs: {
    exempt: 'Osvobozeno od daně.',
    intra_eu: 'Dodání do jiného členského státu EU (§ 64 ZDPH).',
    export: 'Vývoz (§ 66 ZDPH).',
    reverse_charge: 'Daň odvede zákazník.',
  },
  en: {
    exempt: 'Exempt from VAT.',
    intra_eu: 'Supply to another EU member state, exempt from VAT (section 64 of the Czech VAT Act).',
    export: 'Export, exempt from VAT (section 66 of the Czech VAT Act).',
    reverse_charge: 'Reverse charge: VAT is to be paid by the customer.',
  },
}

export const exemptionText = (exemption: VatExemption, language: Language): string =>
  exemptions[language][exemption].replace(/§ /, `§${space}`)

export const countryText = (country: PartyCountry, language: Language): string =>
  language === 'cs' ? country.name_cs : country.name_en

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export function dayText(day: Day, language: Language): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return language === 'cs'
    ? `${date}.${space}${month}.${space}${year}`
    : `${date}${space}${months[month - 1]}${space}${year}`
}

/** `1234.5` as `1 234,5` or `1,234.5`; the digits stay as they are. */
export function numberText(text: string, language: Language): string {
  const [whole, fraction] = text.replace('-', '').split('.') as [string, string?]
  const [group, point] = language === 'cs' ? [space, ','] : [',', '.']
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return `${text.startsWith('-') ? '-' : ''}${grouped}${fraction === undefined ? '' : point + fraction}`
}

export const moneyText = (amount: Decimal, language: Language): string => numberText(money(amount), language)

/** Two places at least, six at most. */
export const priceText = (text: string, language: Language): string =>
  numberText(scaleOf(text) > 2 ? plain(rounded(decimal(text), 6)) : money(decimal(text)), language)
