/** What the demo brewery brews, buys and sells. Each item has a name in this file, by which the others refer to it. */
import type { ItemCreate } from '../core/index.ts'

export type DemoItem = Omit<ItemCreate, 'base_item_id'> & { key: string; baseItem?: string }

const kg = { unit_code: 'kg' }
const litre = { unit_code: 'l' }
const piece = { unit_code: 'pcs' }

const malt = (key: string, name: string): DemoItem => ({
  key,
  name,
  item_type: 'brew_material',
  material_type: 'malt',
  unit: kg,
})

const hops = (key: string, name: string): DemoItem => ({
  key,
  name,
  item_type: 'brew_material',
  material_type: 'hops',
  unit: kg,
  recipe_unit: { unit_code: 'g' },
})

const beer = (key: string, name: string, { plato, abv }: { plato: string; abv: string }): DemoItem => ({
  key,
  name,
  item_type: 'production_item',
  unit: litre,
  plato,
  abv,
})

const packaging = (key: string, name: string, packagingType: string): DemoItem => ({
  key,
  name,
  item_type: 'packaging',
  packaging_type: packagingType,
  unit: piece,
})

interface Filling {
  beer: string
  litres: string
  packagingType?: string
  price: string
  plato: string
  abv: string
}

/** A beer in its packaging, or drawn from a tap. */
const filled = (key: string, name: string, of: Filling): DemoItem => ({
  key,
  name,
  item_type: 'base_product',
  brand: 'Zlatá lípa',
  unit: piece,
  baseItem: of.beer,
  base_item_quantity: of.litres,
  volume_l: of.litres,
  plato: of.plato,
  abv: of.abv,
  sale_price: of.price,
  ...(of.packagingType && { packaging_type: of.packagingType }),
})

const lager = { beer: 'lager', plato: '12', abv: '5' }
const pale = { beer: 'pale', plato: '10', abv: '4.2' }
const dark = { beer: 'dark', plato: '13', abv: '5.4' }
const ipa = { beer: 'ipa', plato: '15', abv: '6.3' }
const onWeb = { web_available: true, pos_available: true }

/** Bought, and sold at the counter. */
const snack = (key: string, name: string, price: string): DemoItem => ({
  key,
  name,
  item_type: 'purchased_sale_item',
  unit: piece,
  sale_price: price,
  pos_available: true,
})

export const demoItems: DemoItem[] = [
  malt('pilsner-malt', 'Slad plzeňský'),
  malt('munich-malt', 'Slad mnichovský'),
  malt('caramel-malt', 'Slad karamelový'),
  malt('roasted-malt', 'Slad barevný'),
  hops('saaz', 'Chmel Žatecký poloraný červeňák'),
  hops('premiant', 'Chmel Premiant'),
  hops('sladek', 'Chmel Sládek'),
  hops('citra', 'Chmel Citra'),
  {
    key: 'yeast',
    name: 'Kvasnice spodní W-34/70',
    item_type: 'brew_material',
    material_type: 'yeast',
    unit: kg,
    recipe_unit: { unit_code: 'g' },
  },
  beer('lager', 'Světlý ležák 12°', { plato: '12', abv: '5' }),
  beer('pale', 'Světlé výčepní 10°', { plato: '10', abv: '4.2' }),
  beer('dark', 'Tmavý speciál 13°', { plato: '13', abv: '5.4' }),
  beer('ipa', 'IPA 15°', { plato: '15', abv: '6.3' }),
  packaging('keg50', 'Sud KEG 50 l', 'keg_50'),
  packaging('keg30', 'Sud KEG 30 l', 'keg_30'),
  packaging('bottle', 'Láhev NRW 0,5 l', 'bottle_05'),
  packaging('crate', 'Přepravka na 20 lahví', 'crate_20'),
  packaging('crown', 'Korunkový uzávěr', 'crown'),
  packaging('label', 'Etiketa Zlatá lípa 12°', 'label'),
  filled('lager-keg50', 'Zlatá lípa 12° KEG 50 l', { ...lager, litres: '50', packagingType: 'keg_50', price: '2350' }),
  filled('lager-keg30', 'Zlatá lípa 12° KEG 30 l', { ...lager, litres: '30', packagingType: 'keg_30', price: '1470' }),
  filled('pale-keg50', 'Zlatá lípa 10° KEG 50 l', { ...pale, litres: '50', packagingType: 'keg_50', price: '1980' }),
  filled('dark-keg30', 'Zlatá lípa 13° tmavá KEG 30 l', {
    ...dark,
    litres: '30',
    packagingType: 'keg_30',
    price: '1590',
  }),
  filled('ipa-keg30', 'Zlatá lípa IPA KEG 30 l', { ...ipa, litres: '30', packagingType: 'keg_30', price: '2190' }),
  {
    ...filled('lager-bottle', 'Zlatá lípa 12° láhev 0,5 l', {
      ...lager,
      litres: '0.5',
      packagingType: 'bottle_05',
      price: '26.45',
    }),
    ...onWeb,
    ean: '8594001230012',
    barcode: '8594001230012',
    external_ref: { system: 'eshop', id: 'ZL12-05' },
  },
  {
    ...filled('dark-bottle', 'Zlatá lípa 13° tmavá láhev 0,5 l', {
      ...dark,
      litres: '0.5',
      packagingType: 'bottle_05',
      price: '28.92562',
    }),
    ...onWeb,
    ean: '8594001230029',
    barcode: '8594001230029',
    external_ref: { system: 'eshop', id: 'ZL13-05' },
  },
  {
    ...filled('ipa-bottle', 'Zlatá lípa IPA láhev 0,5 l', {
      ...ipa,
      litres: '0.5',
      packagingType: 'bottle_05',
      price: '38.02',
    }),
    ...onWeb,
    ean: '8594001230036',
    barcode: '8594001230036',
    external_ref: { system: 'eshop', id: 'ZLIPA-05' },
  },
  // With VAT they come to whole crowns.
  {
    ...filled('lager-draft', 'Zlatá lípa 12° čepovaná 0,5 l', { ...lager, litres: '0.5', price: '45.454545' }),
    pos_available: true,
  },
  {
    ...filled('dark-draft', 'Zlatá lípa 13° tmavá čepovaná 0,3 l', { ...dark, litres: '0.3', price: '33.057851' }),
    pos_available: true,
  },
  {
    key: 'glass',
    name: 'Sklenice Zlatá lípa 0,5 l',
    item_type: 'purchased_sale_item',
    unit: piece,
    sale_price: '148.76',
    ...onWeb,
  },
  {
    key: 'pretzel',
    name: 'Preclík k pivu',
    item_type: 'purchased_sale_item',
    unit: piece,
    sale_price: '22.31405',
    pos_available: true,
  },
  { key: 'delivery', name: 'Rozvoz piva', item_type: 'service', unit: piece, sale_price: '250' },
  {
    key: 'tap-rental',
    name: 'Pronájem výčepního zařízení (den)',
    item_type: 'service',
    unit: piece,
    sale_price: '600',
  },
  {
    ...filled('pale-draft', 'Zlatá lípa 10° čepovaná 0,5 l', { ...pale, litres: '0.5', price: '37.190083' }),
    pos_available: true,
  },
  {
    ...filled('lager-small', 'Zlatá lípa 12° čepovaná 0,3 l', { ...lager, litres: '0.3', price: '30.578512' }),
    pos_available: true,
  },
  snack('lemonade', 'Limonáda malinová 0,33 l', '28.92562'),
  snack('nuts', 'Pražené arašídy 60 g', '24.793388'),
  snack('sausage', 'Utopenec s cibulí', '57.024793'),
]
