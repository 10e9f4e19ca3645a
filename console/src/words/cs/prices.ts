import type { words as en } from '../en/prices.ts'

export const words: typeof en = {
  prices: {
    label: 'Cena',
    ask: 'Která cena dnes platí',
    hint: 'Platí první, která existuje: cena dohodnutá s partnerem, jeho ceník, nejlepší sleva, základní cena.',
    partner: 'Partner',
    item: 'Položka',
    quantity: 'Množství',
    unitPrice: 'Cena za jednotku bez DPH',
    source: 'Původ ceny',
    base: 'Základní cena',
    discount: 'Sleva',
    sources: {
      partner_price: 'cena dohodnutá s partnerem',
      price_list: 'ceník',
      discount: 'sleva ze základní ceny',
      base: 'základní cena',
      none: 'cena není stanovena',
    },
  },
}
