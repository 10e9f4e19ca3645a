/** A small Czech brewery's world. Names are made up; business ids pass the check digit. */
import type { ContactCreate, PartnerCreate } from '../core/index.ts'

export type DemoPartner = PartnerCreate & { country: string; priceList?: string; contacts: ContactCreate[] }

const customer = (name: string, ico: string, address: { street: string; city: string; zip: string }): DemoPartner => ({
  name,
  ico: ico || null,
  dic: ico ? `CZ${ico}` : null,
  address,
  payment_terms: 14,
  country: 'CZ',
  contacts: [],
})

const supplier = (...facts: Parameters<typeof customer>): DemoPartner => ({
  ...customer(...facts),
  is_customer: false,
  is_supplier: true,
  payment_terms: 30,
})

const person = (facts: { name: string; position: string; email: string; phone: string }): ContactCreate => ({
  ...facts,
  is_primary: true,
})

export const demoPartners: DemoPartner[] = [
  {
    ...supplier('Sladovna Morava s.r.o.', '27145310', { street: 'Sladařská 12', city: 'Prostějov', zip: '796 01' }),
    email: 'objednavky@sladovna-morava.example',
    contacts: [
      person({
        name: 'Ing. Petr Ječmínek',
        position: 'obchodní ředitel',
        email: 'jecminek@sladovna-morava.example',
        phone: '+420 582 100 200',
      }),
    ],
  },
  {
    ...supplier('Chmelařství Žatecko a.s.', '48622109', {
      street: 'Chmelařské náměstí 7',
      city: 'Žatec',
      zip: '438 01',
    }),
    email: 'prodej@chmel-zatecko.example',
    contacts: [
      person({
        name: 'Marie Chmelíková',
        position: 'prodej',
        email: 'chmelikova@chmel-zatecko.example',
        phone: '+420 415 300 400',
      }),
    ],
  },
  supplier('Kvasnice & Laboratoř s.r.o.', '60491787', { street: 'Kolejní 3', city: 'Brno', zip: '612 00' }),
  {
    ...supplier('Obaly pro pivovary s.r.o.', '25980432', { street: 'Skladová 41', city: 'Plzeň', zip: '326 00' }),
    notes: 'KEG sudy, lahve, etikety. Vratné obaly účtuje zvlášť.',
  },
  {
    ...supplier('Brewtech GmbH', '', { street: 'Brauhausgasse 5', city: 'Bamberg', zip: '96049' }),
    dic: 'DE811569869',
    country: 'DE',
    notes: 'Technologie a náhradní díly, fakturuje v EUR.',
  },
  {
    ...customer('Hospoda U Tří sudů', '73104221', { street: 'Náměstí Míru 4', city: 'Litomyšl', zip: '570 01' }),
    priceList: 'HOSPODY',
    payment_terms: 7,
    contacts: [
      person({ name: 'Jana Výčepní', position: 'provozní', email: 'jana@utrisudu.example', phone: '+420 777 111 222' }),
    ],
  },
  {
    ...customer('Restaurace Na Růžku s.r.o.', '45189030', { street: 'Dlouhá 18', city: 'Pardubice', zip: '530 02' }),
    priceList: 'HOSPODY',
    contacts: [
      person({
        name: 'Karel Novotný',
        position: 'jednatel',
        email: 'novotny@naruzku.example',
        phone: '+420 777 333 444',
      }),
    ],
  },
  {
    ...customer('Pivotéka Žízeň s.r.o.', '28661273', { street: 'Veverkova 9', city: 'Praha', zip: '170 00' }),
    email: 'sklad@pivoteka-zizen.example',
  },
  {
    ...customer('Hotel Zámecký dvůr a.s.', '61577341', { street: 'Zámecká 1', city: 'Litomyšl', zip: '570 01' }),
    priceList: 'HOSPODY',
    payment_terms: 30,
  },
  {
    ...customer('Slavnosti piva z.s.', '47205610', { street: 'Kostelní 2', city: 'Chrudim', zip: '537 01' }),
    notes: 'Odběr jen v sezóně, platí předem.',
    payment_terms: 0,
  },
  {
    ...customer('E-shop Pivo domů s.r.o.', '29411084', {
      street: 'Průmyslová 77',
      city: 'Hradec Králové',
      zip: '500 03',
    }),
    external_ref: { system: 'eshop', id: 'C-1001' },
  },
  {
    ...customer('Maloobchod – pultový prodej', '', { street: 'Pivovarská 1', city: 'Litomyšl', zip: '570 01' }),
    dic: null,
    payment_terms: 0,
  },
]
