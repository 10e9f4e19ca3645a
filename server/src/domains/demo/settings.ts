/** How the demo brewery is set up. References go by the names of `items.ts` and by business ids. */
import type { Settings } from '../../kernel/settings.ts'

export const demoPriceList = 'HOSPODY'

/** Before there are items. */
export const demoSetup: Settings = {
  version: 1,
  // Called by hand: nothing of the demo runs into a deadline.
  workflow_definitions: [
    {
      code: 'LAB',
      name: 'Rozbor před stáčením',
      on: { document: 'batch', action: 'advance_phase', to: 'lagering' },
      steps: [
        {
          key: 'lab',
          title: 'Rozbor v laboratoři',
          kind: 'external',
          call: 'manual',
          timeout_seconds: 172_800,
          blocks: ['advance_phase'],
          params: { sample_l: '1' },
        },
        {
          key: 'sign_off',
          title: 'Souhlas sládka',
          kind: 'person',
          role: 'admin',
          after: ['lab'],
          blocks: ['advance_phase'],
        },
      ],
    },
    {
      code: 'TASTE',
      name: 'Senzorická zkouška',
      on: { document: 'batch', action: 'advance_phase', to: 'packaging' },
      steps: [{ key: 'tasting', title: 'Ochutnat před stáčením', kind: 'person', role: 'brewer' }],
    },
  ],
  company: {
    name: 'Pivovar U Zlaté lípy s.r.o.',
    ico: '27074358',
    dic: 'CZ27074358',
    street: 'Pivovarská 1',
    city: 'Litomyšl',
    zip: '570 01',
    country: 'CZ',
    register_note: 'Zapsáno v obchodním rejstříku vedeném Krajským soudem v Hradci Králové, oddíl C, vložka 12345.',
    email: 'pivovar@zlatalipa.example',
    phone: '+420 461 000 111',
    web: 'www.zlatalipa.example',
  },
  finance_accounts: [
    {
      code: 'BANK',
      type: 'bank',
      name: 'Běžný účet',
      account_number: '19-2000145399/0800',
      iban: 'CZ6508000000192000145399',
      bic: 'GIBACZPX',
    },
  ],
  warehouses: [
    { code: 'SECOND', name: 'Sklad hotových výrobků', is_excise_relevant: true },
    {
      code: 'SHOP',
      name: 'Podniková prodejna',
      type: 'retail',
      categories: ['product', 'goods', 'packaging'],
    },
  ],
  units: [
    {
      code: 'prepr',
      symbol: 'přepr.',
      name_cs: 'přepravka (20 lahví)',
      name_en: 'crate of 20 bottles',
      dimension: 'count',
      base_unit_code: 'pcs',
      to_base_factor: '20',
      decimals: 0,
    },
  ],
  categories: [
    { kind: 'category', code: 'PIVO', name: 'Prodej piva' },
    { kind: 'category', code: 'ZBOZI', name: 'Prodej zboží' },
    { kind: 'category', code: 'SUROVINY', name: 'Nákup surovin' },
    { kind: 'category', code: 'OBALY', name: 'Obaly' },
    { kind: 'event', code: 'SLAVNOSTI', name: 'Pivní slavnosti' },
    { kind: 'event', code: 'TRHY', name: 'Farmářské trhy' },
    { kind: 'activity', code: 'VYROBA', name: 'Výroba' },
    { kind: 'activity', code: 'PRODEJ', name: 'Prodej' },
  ],
  // A small brewery: half the rate.
  excise_categories: [{ valid_from: '2024-01-01', category: 'small_10k' }],
  price_lists: [{ code: demoPriceList, name: 'Hospody a restaurace' }],
  vessels: [
    { code: 'VARNA', name: 'Varna', kind: 'kettle', capacity_l: '2200', requires_cleaning: true, sort_order: 1 },
    { code: 'CKT1', name: 'Cylindrokónický tank 1', capacity_l: '2400', sort_order: 2 },
    { code: 'LT1', name: 'Ležácký tank 1', kind: 'lager_tank', capacity_l: '2200', sort_order: 3 },
    {
      code: 'PT1',
      name: 'Přetlačný tank 1',
      kind: 'bright_tank',
      capacity_l: '2200',
      requires_cleaning: true,
      sort_order: 4,
    },
  ],
}

const listed = (item: string, ...steps: [from: string, price: string][]) =>
  steps.map(([min_quantity, unit_price]) => ({ item, min_quantity, unit_price }))

/** Once the items and partners are there. */
export const demoPrices: Settings = {
  version: 1,
  price_lists: [
    {
      code: demoPriceList,
      name: 'Hospody a restaurace',
      entries: [
        ...listed('lager-keg50', ['0', '2150'], ['5', '2090'], ['10', '2020']),
        ...listed('lager-keg30', ['0', '1350'], ['5', '1310']),
        ...listed('pale-keg50', ['0', '1790'], ['5', '1740'], ['10', '1690']),
        ...listed('dark-keg30', ['0', '1460']),
        ...listed('ipa-keg30', ['0', '2050']),
        ...listed('lager-bottle', ['0', '23.14'], ['100', '21.90']),
      ],
    },
  ],
  partner_prices: [
    { partner: '61577341', item: 'lager-keg50', unit_price: '1990' },
    { partner: '61577341', item: 'lager-keg50', min_quantity: '8', unit_price: '1950' },
  ],
  discounts: [
    { code: 'ESHOP', name: 'E-shop Pivo domů', partner: 'eshop:C-1001', discount_pct: '12' },
    {
      code: 'LAHVE100',
      name: 'Množstevní sleva na lahve',
      item: 'lager-bottle',
      min_quantity: '100',
      discount_pct: '8',
    },
  ],
  deposits: [
    { code: 'KEG50', name: 'Záloha na sud 50 l', packaging_item: 'keg50', amount: '1500' },
    { code: 'KEG30', name: 'Záloha na sud 30 l', packaging_item: 'keg30', amount: '1200' },
    { code: 'LAHEV', name: 'Záloha na láhev', packaging_item: 'bottle', amount: '3' },
    { code: 'PREPRAVKA', name: 'Záloha na přepravku', packaging_item: 'crate', amount: '100' },
  ],
  packaging_bills: [
    { packaging_type: 'keg_50', material: 'keg50', quantity: '1' },
    { packaging_type: 'keg_30', material: 'keg30', quantity: '1' },
    { packaging_type: 'bottle_05', material: 'bottle', quantity: '1' },
    { packaging_type: 'bottle_05', material: 'crown', quantity: '1' },
    { product: 'lager-bottle', material: 'label', quantity: '1' },
  ],
}
