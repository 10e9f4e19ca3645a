/** Numbers and units of recipe files, made exact. Nothing here passes through a float. */
import type { UnitRef } from '../../../../contract/schema.ts'
import { type Decimal, decimal, plain, round } from '../../../../lib/decimal.ts'

const numeral =
  /^[+-]?(?:\d{1,18}(?:[.,]\d{0,30})?|[.,]\d{1,30})(?:[eE][+-]?\d{1,2})?(?=\s|%|°|[a-zA-Z]|$)(?![eE][+-]?\d)/

/** The number a text begins with: `1.048`, `1,048`, `4.5e-2`, `5.2 %`. Undefined where there is none: `1e999` is not 1. */
export function numberIn(text: string | undefined): Decimal | undefined {
  const found = text === undefined ? undefined : numeral.exec(text)?.[0]
  return found === undefined ? undefined : decimal(found.replace(',', '.').replace('+', ''))
}

interface Measure {
  dimension: UnitRef['dimension']
  /** How many kilograms, litres or pieces one is. Exact by definition of the units. */
  factor: string
}

const weight = (factor: string): Measure => ({ dimension: 'weight', factor })
const volume = (factor: string): Measure => ({ dimension: 'volume', factor })
const piece: Measure = { dimension: 'count', factor: '1' }

/** The first name is that of BeerJSON; people write the others. */
const measures: [Measure, ...string[]][] = [
  [weight('0.000001'), 'mg', 'milligram', 'milligrams'],
  [weight('0.001'), 'g', 'gram', 'grams', 'gr'],
  [weight('1'), 'kg', 'kilogram', 'kilograms', 'kilo'],
  [weight('0.45359237'), 'lb', 'lbs', 'pound', 'pounds'],
  [weight('0.028349523125'), 'oz', 'ounce', 'ounces'],
  [volume('0.001'), 'ml', 'milliliter', 'milliliters', 'millilitre', 'millilitres'],
  [volume('1'), 'l', 'liter', 'liters', 'litre', 'litres'],
  [volume('100'), 'hl', 'hectoliter', 'hectoliters', 'hectolitre', 'hectolitres'],
  [volume('0.00492892159375'), 'tsp', 'teaspoon', 'teaspoons'],
  [volume('0.01478676478125'), 'tbsp', 'tablespoon', 'tablespoons'],
  [volume('0.0295735295625'), 'floz', 'fl oz', 'fl_oz'],
  [volume('0.2365882365'), 'cup', 'cups'],
  [volume('0.473176473'), 'pt', 'pint', 'pints'],
  [volume('0.946352946'), 'qt', 'quart', 'quarts'],
  [volume('3.785411784'), 'gal', 'gallon', 'gallons'],
  [volume('117.347765304'), 'bbl', 'barrel', 'barrels'],
  [volume('0.0284130625'), 'ifloz'],
  [volume('0.56826125'), 'ipt'],
  [volume('1.1365225'), 'iqt'],
  [volume('4.54609'), 'igal'],
  [volume('163.65924'), 'ibbl'],
  [piece, 'each', '1', 'unit', 'units', 'dimensionless', 'pkg', 'package', 'packages', 'pcs', 'pack', 'packs'],
]

const byName = new Map(measures.flatMap(([measure, ...names]) => names.map(name => [name, measure] as const)))

export interface Amount {
  dimension: UnitRef['dimension']
  quantity: string
}

/** In the base unit of its dimension; undefined where the unit or the number is none, or there is nothing of it. */
export function amountOf(value: string | undefined, unit: string | undefined): Amount | undefined {
  const number = numberIn(value)
  const measure = byName.get(unit?.toLowerCase() ?? '')
  if (number === undefined || measure === undefined || number.lte(0)) return undefined
  return { dimension: measure.dimension, quantity: plain(number.times(measure.factor)) }
}

/** Degrees Plato of a specific gravity. */
export const platoOf = (gravity: Decimal): Decimal =>
  decimal('-616.868')
    .plus(gravity.times('1111.14'))
    .minus(gravity.pow(2).times('630.272'))
    .plus(gravity.pow(3).times('135.997'))

const srmToEbc = '1.97'

/** EBC of a colour, by the name of its scale. */
export function ebcOf(value: Decimal, scale: string): Decimal | undefined {
  if (scale === 'ebc') return value
  if (scale === 'srm') return value.times(srmToEbc)
  return /^lovi/.test(scale) ? value.times('1.3546').minus('0.76').times(srmToEbc) : undefined
}

const secondsOf = new Map<string, string>([
  ['sec', '1'],
  ['min', '60'],
  ['hr', '3600'],
  ['day', '86400'],
  ['week', '604800'],
])

/** Whole minutes of a time, its unit told by how it begins: `min`, `minutes`, `hr`, `hours`. */
export function wholeMinutes(value: string | undefined, unit = 'min'): Decimal | undefined {
  const number = numberIn(value)
  const name = unit.toLowerCase().replace(/^h(ours?)?$/, 'hr')
  const seconds = [...secondsOf].find(([begin]) => name.startsWith(begin))?.[1]
  return number && seconds ? round(number.times(seconds).div(60), 0) : undefined
}

export const celsiusOf = (value: Decimal, unit: string): Decimal =>
  /^f/i.test(unit) ? value.minus(32).times(5).div(9) : value

/** Rounded to so many places, when it is within the range. */
export function within(
  value: Decimal | undefined,
  { least, most, places }: { least: string; most: string; places: number },
): string | null {
  if (value === undefined) return null
  const rounded = round(value, places)
  return rounded.lt(least) || rounded.gt(most) ? null : plain(rounded)
}
