import type { words as en } from '../en/attachments.ts'

export const words: typeof en = {
  title: 'Soubory',
  none: 'Žádný soubor není připojen.',
  add: 'Připojit soubory',
  added: name => `${name} je připojen`,
  limit: 'Každý nejvýše 25 MB.',
  tooLarge: 'Je větší než 25 MB.',
  sending: name => `Odesílá se ${name}`,
  refused: name => `${name} připojen není:`,
  name: 'Soubor',
  size: 'Velikost',
  came: 'Přišel',
  save: 'Stáhnout',
  leaving: {
    title: 'Soubory se ještě posílají',
    text: 'Posílat se budou dál, ale neuvidíte, zda je některý odmítnut.',
    leave: 'Přesto odejít',
  },
}
