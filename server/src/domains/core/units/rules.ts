/** The units every account starts with. Factors are exact by definition of the units. */
import type { UnitSystem } from '../../../kernel/account.ts'

export type Dimension = 'weight' | 'volume' | 'count'

export interface UnitFacts {
  code: string
  symbol: string
  name_cs: string
  name_en: string
  dimension: Dimension
  /** Null for a base unit and for one that converts to no other. */
  base_unit_code: string | null
  to_base_factor: string
  decimals: number | null
  systems: UnitSystem[]
  offered_for_materials: string[]
}

const everywhere: UnitSystem[] = ['metric', 'uk', 'us']
const metricAndUk: UnitSystem[] = ['metric', 'uk']
const bulk = ['malt', 'adjunct', 'sugar', 'fruit', 'other']
const fine = ['hops', 'yeast', 'spice', 'chemical', 'other']
const liquid = ['yeast', 'fruit', 'chemical', 'water', 'other']

type Row = [
  code: string,
  symbol: string,
  nameCs: string,
  nameEn: string,
  factor: string,
  decimals: number | null,
  systems: UnitSystem[],
  materials?: string[],
]

const rows = (dimension: Dimension, base: string, list: Row[]): UnitFacts[] =>
  list.map(([code, symbol, nameCs, nameEn, factor, decimals, systems, materials = []]) => ({
    code,
    symbol,
    name_cs: nameCs,
    name_en: nameEn,
    dimension,
    base_unit_code: code === base || factor === '1' ? null : base,
    to_base_factor: factor,
    decimals,
    systems,
    offered_for_materials: materials,
  }))

export const systemUnits: readonly UnitFacts[] = [
  ...rows('weight', 'kg', [
    ['kg', 'kg', 'kilogram', 'kilogram', '1', 3, everywhere, bulk],
    ['g', 'g', 'gram', 'gram', '0.001', 3, everywhere, fine],
    ['dkg', 'dkg', 'dekagram', 'decagram', '0.01', 3, ['metric']],
    ['t', 't', 'tuna', 'tonne', '1000', 6, metricAndUk, ['malt', 'adjunct']],
    ['oz', 'oz', 'unce', 'ounce', '0.028349523125', 3, ['uk', 'us'], fine],
    ['lb', 'lb', 'libra', 'pound', '0.45359237', 3, ['uk', 'us'], bulk],
  ]),
  ...rows('volume', 'l', [
    ['l', 'l', 'litr', 'litre', '1', 3, everywhere, liquid],
    ['ml', 'ml', 'mililitr', 'millilitre', '0.001', 3, everywhere, liquid],
    ['cl', 'cl', 'centilitr', 'centilitre', '0.01', 3, metricAndUk],
    ['dl', 'dl', 'decilitr', 'decilitre', '0.1', 3, ['metric']],
    ['hl', 'hl', 'hektolitr', 'hectolitre', '100', 5, metricAndUk, ['water']],
    ['fl_oz_uk', 'fl oz', 'britská tekutá unce', 'imperial fluid ounce', '0.0284130625', 3, ['uk']],
    ['pt_uk', 'pt', 'britská pinta', 'imperial pint', '0.56826125', 3, ['uk']],
    ['gal_uk', 'gal', 'britský galon', 'imperial gallon', '4.54609', 3, ['uk'], ['water']],
    ['bbl_uk', 'bbl', 'britský barel', 'UK beer barrel', '163.65924', 5, ['uk'], ['water']],
    ['fl_oz_us', 'fl oz', 'americká tekutá unce', 'US fluid ounce', '0.0295735295625', 3, ['us']],
    ['pt_us', 'pt', 'americká pinta', 'US pint', '0.473176473', 3, ['us']],
    ['qt_us', 'qt', 'americký kvart', 'US quart', '0.946352946', 3, ['us']],
    ['gal_us', 'gal', 'americký galon', 'US gallon', '3.785411784', 3, ['us'], ['water']],
    ['bbl_us', 'bbl', 'americký barel', 'US beer barrel', '117.347765304', 5, ['us'], ['water']],
  ]),
  ...rows('count', 'pcs', [
    ['pcs', 'ks', 'kus', 'piece', '1', 0, everywhere, ['yeast', 'other']],
    ['pair', 'pár', 'pár', 'pair', '2', 0, everywhere],
    ['dozen', 'tct', 'tucet', 'dozen', '12', 0, everywhere],
    ['pack', 'bal', 'balení', 'pack', '1', 0, everywhere, ['yeast']],
    ['pallet', 'pal', 'paleta', 'pallet', '1', 0, everywhere],
  ]),
]
