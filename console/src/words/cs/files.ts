import type { words as en } from '../en/files.ts'

export const words: typeof en = {
  original: 'Původní doklad',
  files: 'Soubory',
  none: 'Není připojen žádný soubor.',
  open: 'Otevřít',
  save: 'Stáhnout',
  show: 'Ukázat',
  name: 'Soubor',
  size: 'Velikost',
  came: 'Přišel',
  purposes: { upload: 'nahrán', inbox: 'schránkou', isdoc_pdf: 'z ISDOC' },
  pdf: 'PDF se otevře ve vlastním okně.',
  beside: 'Otevřít vedle tohoto okna',
  other: 'Tento druh souboru tu nelze ukázat. Stáhněte ho.',
  tooLarge: 'Soubor je příliš velký, než aby tu šel ukázat. Stáhněte ho.',
  source: 'Jak přišel',
  isdoc: {
    label: 'Co doklad říká',
    number: 'Číslo',
    supplier: 'Dodavatel',
    customer: 'Odběratel',
    issued: 'Vystaveno',
    taxPoint: 'Zdanitelné plnění',
    due: 'Splatnost',
    symbol: 'Variabilní symbol',
    payable: 'K úhradě',
    lines: 'Řádky dokladu',
    description: 'Popis',
    quantity: 'Množství',
    amount: 'Bez DPH',
  },
  warnings: {
    supplier_name_differs:
      'Dodavatel je v knize pod jiným názvem. Tak vypadá podvod: než zaplatíte, zavolejte dodavateli na číslo, které už znáte, ne na to z faktury.',
    supplier_account_differs:
      'Chce zaplatit na jiný účet než dříve. Tak vypadá podvod: než zaplatíte, zavolejte dodavateli na číslo, které už znáte, ne na to z faktury.',
    due_before_issue: 'Splatnost je před dnem vystavení.',
  },
}
