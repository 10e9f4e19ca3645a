/** What a packaging run comes to: what is filled, what is lost, what each output costs. Pure. */
import { type Decimal, decimal, round, sum, zero } from '../../../lib/decimal.ts'
import { spreadInOrder } from '../../../lib/spread.ts'

/** How much beer the pieces hold, in the beer's unit. */
export const filledBy = (pieces: string, perPiece: string): Decimal => decimal(pieces).times(perPiece)

/** Of what was released, in percent, to two places. */
export const lossPct = (released: string, filled: string): Decimal =>
  round(decimal(released).minus(filled).times(100).div(released), 2)

/** What a bill asks for so many pieces, in the places of the material's unit. */
export const neededFor = (pieces: string, perPiece: string, decimals: number | null): Decimal =>
  round(decimal(pieces).times(perPiece), decimals ?? 3)

/** An output as its cost is worked out. */
export interface Filling {
  filled: Decimal
  materials: readonly { value: Decimal; isReturnable: boolean }[]
}

export interface FillingCost {
  liquid: Decimal
  material: Decimal
  /** Of the materials, what comes back. */
  returnable: Decimal
  additional: Decimal
  value: Decimal
}

/**
 * The beer that was released and the additional cost are shared by what is filled, so that what is lost is borne by
 * what is not. Materials are each output's own.
 */
export function costsOf(
  fillings: readonly Filling[],
  { liquid, additional }: { liquid: Decimal; additional: Decimal },
): FillingCost[] {
  const weights = fillings.map(({ filled }) => filled)
  const liquids = spreadInOrder(liquid, weights, 2)
  const additions = spreadInOrder(additional, weights, 2)
  return fillings.map(({ materials }, index) => {
    const material = sum(materials.map(({ value }) => value))
    const returnable = sum(materials.map(({ value, isReturnable }) => (isReturnable ? value : zero)))
    const parts = { liquid: liquids[index]!, material, additional: additions[index]! }
    return { ...parts, returnable, value: parts.liquid.plus(material).plus(parts.additional) }
  })
}

/** A layer with what is left of it. */
export interface OpenLayer {
  id: string
  remaining_quantity: string
}

/** The layers in their order, each as far as it goes; what they do not have is `missing`. */
export function takeFrom(
  layers: readonly OpenLayer[],
  quantity: Decimal,
): { taken: { lotId: string; quantity: Decimal }[]; missing: Decimal } {
  let missing = quantity
  const taken = layers.flatMap(({ id, remaining_quantity }) => {
    const part = missing.lt(remaining_quantity) ? missing : decimal(remaining_quantity)
    missing = missing.minus(part)
    return part.gt(0) ? [{ lotId: id, quantity: part }] : []
  })
  return { taken, missing }
}
