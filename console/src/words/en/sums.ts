import { english } from '../plural.ts'

export const words = {
  label: 'Sums of the filter',
  issued: 'Issued',
  days: (from: string, to: string) => `${from} – ${to}`,
  count: 'Documents',
  excl_vat: 'Without VAT',
  vat: 'VAT',
  incl_vat: 'With VAT',
  deposit: 'Deposits',
  remaining: 'To be paid',
  leftOut: 'Not counted',
  drafts: (count: number) => `${count} ${english(count, 'draft', 'drafts')}`,
  cancelled: (count: number) => `${count} cancelled`,
  tooLong: 'Sums are of at most three years: choose a shorter time of issue.',
}
