/** What receipts say, in Czech and English. */
import type { Language } from '../../../printing/words.ts'
import type { ReceiptKind } from './schema.ts'

interface Words {
  titles: Record<ReceiptKind, string>
  corrective: Record<ReceiptKind, string>
  original: string
  reference: string
  shop: string
  customer: string
  ico: string
  dic: string
  discount: string
  deposit: string
  returned: string
  base: string
  vat: string
  rounding: string
  total: string
  toReturn: string
  methods: Record<'cash' | 'card', string>
  tendered: string
  change: string
  cashier: string
  notPayer: string
  cancelled: string
  sandbox: string
}

const cs: Words = {
  titles: {
    simplified_tax_document: 'Zjednodušený daňový doklad',
    tax_document: 'Daňový doklad',
    receipt: 'Účtenka',
  },
  corrective: {
    simplified_tax_document: 'Opravný zjednodušený daňový doklad',
    tax_document: 'Opravný daňový doklad',
    receipt: 'Opravná účtenka',
  },
  original: 'K dokladu',
  reference: 'Číslo pokladny',
  shop: 'Prodejna',
  customer: 'Odběratel',
  ico: 'IČO',
  dic: 'DIČ',
  discount: 'Sleva',
  deposit: 'Záloha na obal',
  returned: 'Vrácený obal',
  base: 'základ',
  vat: 'DPH',
  rounding: 'Zaokrouhlení',
  total: 'Celkem',
  toReturn: 'K vrácení',
  methods: { cash: 'Hotově', card: 'Kartou' },
  tendered: 'Přijato',
  change: 'Vráceno',
  cashier: 'Obsluha',
  notPayer: 'Nejsme plátci DPH.',
  cancelled: 'STORNO',
  sandbox: 'Zkušební doklad ze sandboxu',
}

const en: Words = {
  titles: {
    simplified_tax_document: 'Simplified tax document',
    tax_document: 'Tax document',
    receipt: 'Receipt',
  },
  corrective: {
    simplified_tax_document: 'Corrective simplified tax document',
    tax_document: 'Corrective tax document',
    receipt: 'Corrective receipt',
  },
  original: 'Corrects',
  reference: 'Till number',
  shop: 'Shop',
  customer: 'Customer',
  ico: 'Company ID',
  dic: 'VAT ID',
  discount: 'Discount',
  deposit: 'Deposit on packaging',
  returned: 'Packaging returned',
  base: 'base',
  vat: 'VAT',
  rounding: 'Rounding',
  total: 'Total',
  toReturn: 'To be returned',
  methods: { cash: 'Cash', card: 'Card' },
  tendered: 'Tendered',
  change: 'Change',
  cashier: 'Served by',
  notPayer: 'We are not registered for VAT.',
  cancelled: 'CANCELLED',
  sandbox: 'Trial document of a sandbox',
}

export const wordsOf = (language: Language): Words => (language === 'cs' ? cs : en)
