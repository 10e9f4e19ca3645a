import type { words as en } from '../en/keyboard.ts'

export const words: typeof en = {
  anywhere: 'Kdekoli',
  inLists: 'V seznamech',
  inRecords: 'V záznamech',
  search: 'Hledání a příkazy',
  find: 'Hledat v seznamu',
  map: 'Tento přehled',
  go: 'Přejít na přehled, objednávky, faktury, partnery, položky, sklad, příjemky, výdejky, klíče, webhooky, události, požadavky',
  rows: 'Další a předchozí řádek',
  open: 'Otevřít řádek',
  mark: 'Označit řádek',
  create: 'Nový záznam',
  edit: 'Upravit',
  act: 'První akce',
  confirm: 'Potvrdit dialog',
  save: 'Uložit',
  close: 'Zavřít',
}
