import type { words as en } from '../en/sums.ts'
import { czech } from '../plural.ts'

export const words: typeof en = {
  label: 'Součty filtru',
  issued: 'Vystaveno',
  days: (from, to) => `${from} – ${to}`,
  count: 'Dokladů',
  excl_vat: 'Bez DPH',
  vat: 'DPH',
  incl_vat: 'S DPH',
  deposit: 'Zálohy',
  remaining: 'Zbývá zaplatit',
  leftOut: 'Nezapočteno',
  drafts: count => `${count} ${czech(count, { one: 'rozpracovaná', few: 'rozpracované', many: 'rozpracovaných' })}`,
  cancelled: count => `${count} ${czech(count, { one: 'stornovaná', few: 'stornované', many: 'stornovaných' })}`,
  tooLong: 'Součty jsou nejvýš za tři roky: zvolte kratší dobu vystavení.',
}
