import type { words as en } from '../en/tally.ts'
import { czech } from '../plural.ts'

export const words: typeof en = {
  of: (done, all) => `${done} z ${all}`,
  less: 'O jednu méně',
  more: 'O jednu víc',
  save: 'Uložit a další',
  skip: 'Přeskočit',
  search: 'Načíst kód nebo hledat',
  found: 'Nalezeno',
  unknown: code => `Na ${code} tu nic neodpovídá.`,
  camera: 'Použít fotoaparát',
  noCamera: 'Fotoaparát nelze použít. Povolte ho v prohlížeči, nebo kód napište.',
  waiting: count =>
    `Bez spojení: ${count} ${czech(count, { one: 'zápis čeká', few: 'zápisy čekají', many: 'zápisů čeká' })}, v pořadí.`,
  again: about => `Znovu: ${about}`,
}
