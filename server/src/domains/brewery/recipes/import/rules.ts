/** How an amount of a file becomes a quantity of an item, and when two names are one. Pure. */
import { decimal, plain, round } from '../../../../lib/decimal.ts'
import { decimalsOf, type Item, type UnitRow } from '../../../core/index.ts'
import type { ReadIngredient } from './model.ts'

/** The item an ingredient is; `many` where more than one has its name, `told` where its mapping is at fault. */
export type Found = Item | 'many' | 'told'

/** Case and spaces do not matter. */
export const nameKey = (name: string): string => name.normalize('NFC').replace(/\s+/g, '').toLowerCase()

/** More digits before the point a quantity does not have. */
const beyond = decimal(10).pow(18)

/** Into the unit, rounded half up to its decimals. */
export function convert(
  { quantity, dimension }: Pick<ReadIngredient, 'quantity' | 'dimension'>,
  unit: UnitRow,
): { quantity: string } | { fault: string } {
  if (dimension !== unit.dimension) return { fault: `is told as ${words[dimension]}, its item is in ${unit.symbol}.` }
  if (!isConverted(unit)) return { fault: `cannot be told in ${unit.symbol}: the unit converts to no other.` }
  const converted = round(decimal(quantity).div(unit.to_base_factor), decimalsOf(unit))
  if (converted.eq(0)) return { fault: `is less than the smallest quantity in ${unit.symbol}.` }
  if (converted.gte(beyond)) return { fault: 'is more than a quantity of 18 digits.' }
  return { quantity: plain(converted) }
}

const words = { weight: 'a weight', volume: 'a volume', count: 'a count' }
const bases = ['kg', 'l', 'pcs']

/** Pieces of one kind are counted as pieces of another: a pack of yeast is one package. */
const isConverted = ({ code, dimension, base_unit_code }: UnitRow): boolean =>
  base_unit_code !== null || bases.includes(code) || dimension === 'count'
