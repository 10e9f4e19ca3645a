import type { words as en } from '../en/vessels.ts'

export const words: typeof en = {
  empty: {
    title: 'Zatím žádné nádoby',
    text: 'Varna, kvasné nádoby a tanky se zakládají v nastavení.',
    settings: 'Založit nádoby',
    vessel: 'Prázdná',
  },
  free: (free, all) => `volných ${free} z ${all}`,
  kinds: {
    kettle: 'Varna',
    fermenter: 'Spilka a CKT',
    lager_tank: 'Ležácký sklep',
    bright_tank: 'Přetlačné tanky',
    other: 'Ostatní',
  },
  unstated: capacity => `litry zatím neuvedené; pojme ${capacity}`,
  level: (contents, capacity) => `${contents} z ${capacity}`,
  since: at => `přišla ${at}`,
  cleaned: at => `Vyčištěná ${at}`,
  measure: 'Změřit',
  move: 'Přečerpat',
  facts: {
    batch: 'Uvnitř',
    code: 'Kód',
    kind: 'Druh',
    capacity: 'Objem',
    cleaning: 'Čistí se po každé várce',
    cleaned: 'Naposledy čištěná',
  },
  uses: {
    title: 'Co v ní bylo',
    empty: 'Zatím v ní nic nebylo.',
    batch: 'Várka',
    name: 'Název',
    phase: 'Fáze',
    from: 'Od',
    to: 'Do',
    cleaned: 'Čištěná před tím',
  },
}
