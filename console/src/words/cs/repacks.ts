import type { words as en } from '../en/repacks.ts'

export const words: typeof en = {
  create: 'Nové přebalení',
  submit: 'Vytvořit přebalení',
  created: number => `Přebalení ${number} vytvořeno`,
  empty: { title: 'Zatím žádná přebalení', text: 'Sudy do lahví, paleta do kartonů: co vejde, předá svou cenu dál.' },
  columns: { number: 'Číslo', state: 'Stav', date: 'Datum', warehouse: 'Sklad', notes: 'Poznámka' },
  filters: { state: 'Stav', warehouse: 'Sklad' },
  head: { warehouse_id: 'Sklad', date: 'Datum', notes: 'Poznámka' },
  todayHint: 'Prázdné pole: dnes.',
  input: 'Vstup',
  output: 'Výstup',
  lines: {
    item_id: 'Položka',
    quantity: 'Množství',
    unit_id: 'Jednotka',
    lot_id: 'Šarže',
    lot_number: 'Číslo šarže',
    expiry_date: 'Spotřebovat do',
    value: 'Hodnota',
    unitCost: 'Cena za jednotku',
  },
  split: 'Hodnoty jsou ze zkoušky nanečisto: při potvrzení teď by se cena rozdělila takto.',
  document: 'Doklad',
}
