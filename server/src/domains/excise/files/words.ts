/** The words of an excise report in Czech and English. */
import type { Language } from '../../../printing/words.ts'

const czech = {
  title: 'Měsíční evidence a daň z piva',
  draft: 'NÁVRH',
  sandbox: 'Zkušební doklad ze sandboxu',
  company: 'Plátce daně',
  ico: 'IČO',
  dic: 'DIČ',
  period: 'Období',
  dueDate: 'Splatnost',
  filedAt: 'Podáno',
  category: 'Kategorie',
  limit: 'do',
  rate: 'Sazba za hl a % EPM',
  producedYtd: 'Vyrobeno od ledna',
  openDocuments: 'Nepotvrzené doklady',
  plato: '% EPM',
  opening: 'Počátek',
  produced: 'Vyrobeno',
  received: 'Přijato',
  released: 'Vydáno',
  losses: 'Ztráty',
  closing: 'Konec',
  tax: 'Daň (Kč)',
  total: 'Celkem',
  inProduction: 'Nedokončená výroba na konci měsíce (nezdaňuje se)',
  batches: 'Várek',
  volume: 'Objem (hl)',
  taxTotal: 'Daň',
  payable: 'K úhradě',
  hectolitres: 'Množství jsou v hektolitrech.',
  signature: 'Datum a podpis',
}
type Words = typeof czech

const english: Words = {
  title: 'Monthly record and beer duty',
  draft: 'DRAFT',
  sandbox: 'Trial document from the sandbox',
  company: 'Payer',
  ico: 'Company no.',
  dic: 'Tax no.',
  period: 'Period',
  dueDate: 'Due',
  filedAt: 'Filed',
  category: 'Category',
  limit: 'up to',
  rate: 'Rate per hl and °P',
  producedYtd: 'Produced this year',
  openDocuments: 'Unconfirmed documents',
  plato: '°P',
  opening: 'Opening',
  produced: 'Produced',
  received: 'Received',
  released: 'Released',
  losses: 'Losses',
  closing: 'Closing',
  tax: 'Duty (CZK)',
  total: 'Total',
  inProduction: 'In process at the end of the month (not taxed)',
  batches: 'Batches',
  volume: 'Volume (hl)',
  taxTotal: 'Duty',
  payable: 'To pay',
  hectolitres: 'Quantities are in hectolitres.',
  signature: 'Date and signature',
}

export const wordsOf = (language: Language): Words => (language === 'cs' ? czech : english)

/** `9/2026`. */
export const periodText = (period: string): string => `${Number(period.slice(5))}/${period.slice(0, 4)}`
