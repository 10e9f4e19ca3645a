/**
 * Volume and value in process. A batch is one layer: V litres worth W crowns. Each rule says how an operation moves
 * the two; nothing that left a batch is ever revalued.
 */
import { type Decimal, round, zero } from '../../../lib/decimal.ts'
import type { EntryKind } from './schema.ts'

export interface Layer {
  /** Null until first stated. */
  volume: Decimal | null
  value: Decimal
}

/** What one entry of the ledger changes, signed. */
export interface Movement {
  kind: EntryKind
  volume: Decimal
  value: Decimal
}

const movement = (kind: EntryKind, volume: Decimal, value: Decimal = zero): Movement => ({ kind, volume, value })

const litresOf = ({ volume }: Layer): Decimal => volume ?? zero

/** B4: what x litres are worth; the last litre takes the rest, so nothing is lost to rounding. */
export const shareOf = (layer: Layer, litres: Decimal): Decimal =>
  litres.eq(litresOf(layer)) ? layer.value : round(layer.value.times(litres).div(litresOf(layer)), 2)

/** The layer after the movements. A volume that was never stated stays so while nothing states it. */
export const layerAfter = (layer: Layer, movements: readonly Movement[]): Layer =>
  movements.reduce<Layer>(
    ({ volume, value }, change) => ({
      volume: volume === null && change.volume.eq(0) ? null : (volume ?? zero).plus(change.volume),
      value: value.plus(change.value),
    }),
    layer,
  )

/**
 * The batch goes on, in another phase or vessel, with these litres if they are said. B1, B3: the first figure is what
 * was brewed; a later one is a loss or a gain of litres, not of value.
 */
export function wentOn(kind: 'phase' | 'move', layer: Layer, litres: Decimal | undefined): Movement[] {
  if (litres === undefined) return [markOf(kind)]
  if (layer.volume === null) return [movement(kind, litres)]
  const change = litres.minus(layer.volume)
  if (change.eq(0)) return [markOf(kind)]
  return [markOf(kind), movement(change.lt(0) ? 'loss' : 'gain', change)]
}

/** B2, B8: materials join what is there. */
export const withMaterial = (cost: Decimal): Movement => movement('material', zero, cost)

/** B3, B5: a normal loss leaves its value with the rest, an abnormal one takes its share along. */
export const lossOf = (layer: Layer, litres: Decimal, isAbnormal: boolean): Movement =>
  movement('loss', zero.minus(litres), isAbnormal ? zero.minus(shareOf(layer, litres)) : zero)

/** B6: litres leave for stock with their share; the final receipt takes all the value, and the litres left are lost. */
export function receiptOf(layer: Layer, litres: Decimal, isFinal: boolean): Movement[] {
  const value = isFinal ? layer.value : shareOf(layer, litres)
  const received = movement('received', zero.minus(litres), zero.minus(value))
  const left = litresOf(layer).minus(litres)
  return isFinal && left.gt(0) ? [received, movement('loss', zero.minus(left))] : [received]
}

/** What is sold beside the beer, such as spent grain, leaves at its own price. */
export const byProductOf = (value: Decimal): Movement => movement('by_product', zero, zero.minus(value))

/** B7: litres go over with their share, out of one batch and into the other. */
export function transferOf(
  layer: Layer,
  litres: Decimal,
  kinds: { out: EntryKind; in: EntryKind },
): { out: Movement; in: Movement } {
  const value = shareOf(layer, litres)
  return {
    out: movement(kinds.out, zero.minus(litres), zero.minus(value)),
    in: movement(kinds.in, litres, value),
  }
}

/** The end of a batch: litres left are lost, value left is written off. */
export const endOf = (layer: Layer): Movement[] => [
  ...(litresOf(layer).gt(0) ? [movement('loss', zero.minus(litresOf(layer)))] : []),
  ...(layer.value.gt(0) ? [movement('write_off', zero, zero.minus(layer.value))] : []),
]

/** A mark in the ledger that moves neither litres nor value. */
export const markOf = (kind: EntryKind): Movement => movement(kind, zero)

/** Takes a movement back. */
export const reverseOf = ({ kind, volume, value }: Movement): Movement =>
  movement(kind, zero.minus(volume), zero.minus(value))
