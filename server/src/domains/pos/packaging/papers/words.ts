/** The words of packaging papers in Czech and English. */

import { decimal } from '../../../../lib/decimal.ts'
import { type Language, moneyText, space } from '../../../../printing/words.ts'
import type { PaymentMethod } from '../../../finance/index.ts'
import type { MovementKind } from '../movements/schema.ts'

const czech = {
  packagingReturn: 'Vratka obalů',
  statement: 'Výpis vratných obalů',
  cancelled: 'STORNO',
  sandbox: 'Zkušební doklad ze sandboxu',
  supplier: 'Dodavatel',
  customer: 'Odběratel',
  receivedFrom: 'Vrátil',
  date: 'Datum vrácení',
  period: 'Období',
  warehouse: 'Sklad',
  cashDesk: 'Pokladna',
  paidOut: 'Vyplaceno',
  code: 'Kód',
  packaging: 'Obal',
  pieces: 'Kusů',
  depositEach: 'Záloha za kus',
  total: 'Celkem',
  depositTotal: 'Zálohy celkem',
  rounding: 'Zaokrouhlení',
  toPay: 'Vyplaceno celkem',
  notPaid: 'Zálohy nebyly vyplaceny, snížil se stav obalů u odběratele.',
  opening: 'Počátek',
  dispatched: 'Vydáno',
  returned: 'Vráceno',
  adjusted: 'Úpravy',
  closing: 'Konec',
  movements: 'Pohyby',
  day: 'Datum',
  document: 'Doklad',
  kind: 'Pohyb',
  openingTotal: 'Zálohy na počátku',
  closingTotal: 'Zálohy na konci',
  handedOver: 'Předal',
  takenOver: 'Převzal',
  forSupplier: 'Za dodavatele, datum a podpis',
  forCustomer: 'Za odběratele, datum a podpis',
  kinds: {
    dispatch: 'Výdej',
    sale: 'Prodej',
    return: 'Vrácení',
    refund: 'Vratka prodeje',
    adjustment: 'Úprava',
    reversal: 'Storno',
  } satisfies Record<MovementKind, string>,
  methods: { cash: 'Hotově', bank_transfer: 'Převodem', card: 'Kartou' } satisfies Record<PaymentMethod, string>,
}
export type Words = typeof czech

const english: Words = {
  packagingReturn: 'Packaging return',
  statement: 'Statement of returnable packaging',
  cancelled: 'CANCELLED',
  sandbox: 'Trial document from the sandbox',
  supplier: 'Supplier',
  customer: 'Customer',
  receivedFrom: 'Returned by',
  date: 'Date',
  period: 'Period',
  warehouse: 'Warehouse',
  cashDesk: 'Cash desk',
  paidOut: 'Paid out',
  code: 'Code',
  packaging: 'Packaging',
  pieces: 'Pieces',
  depositEach: 'Deposit each',
  total: 'Total',
  depositTotal: 'Deposits',
  rounding: 'Rounding',
  toPay: 'Paid out in total',
  notPaid: 'No deposit was paid out; the balance of the customer is lower.',
  opening: 'Opening',
  dispatched: 'Sent',
  returned: 'Returned',
  adjusted: 'Adjusted',
  closing: 'Closing',
  movements: 'Movements',
  day: 'Date',
  document: 'Document',
  kind: 'Movement',
  openingTotal: 'Deposits at the beginning',
  closingTotal: 'Deposits at the end',
  handedOver: 'Handed over by',
  takenOver: 'Received by',
  forSupplier: 'For the supplier, date and signature',
  forCustomer: 'For the customer, date and signature',
  kinds: {
    dispatch: 'Dispatch',
    sale: 'Sale',
    return: 'Return',
    refund: 'Refunded sale',
    adjustment: 'Adjustment',
    reversal: 'Reversal',
  },
  methods: { cash: 'In cash', bank_transfer: 'By transfer', card: 'By card' },
}

export const wordsOf = (language: Language): Words => (language === 'cs' ? czech : english)

/** `1 500,00 Kč`. */
export const amountText = (amount: string, currency: string, language: Language): string =>
  `${moneyText(decimal(amount), language)}${space}${language === 'cs' && currency === 'CZK' ? 'Kč' : currency}`
