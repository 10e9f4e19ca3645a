/** What leaves a batch for stock, and what a recipe asks of it. Pure. */
import { type Decimal, decimal, round, sum, zero } from '../../../lib/decimal.ts'
import { byProductOf, type Layer, layerAfter, type Movement, markOf, receiptOf } from '../batches/rules.ts'

/** A line of a production receipt. */
export interface ProducedLine {
  id: string
  item_id: string
  /** What is posted. */
  quantity: Decimal
  unit_price: string | null
}

/** The beer of a batch: the item it makes. */
export interface Beer {
  item_id: string
  litres_per_unit: Decimal
}

const isOf =
  ({ item_id }: Beer) =>
  (line: ProducedLine) =>
    line.item_id === item_id && line.quantity.gt(0)

const worthOf = ({ quantity, unit_price }: ProducedLine): Decimal => round(quantity.times(unit_price ?? zero), 2)

const byProducts = (lines: readonly ProducedLine[], beer: Beer): Decimal[] =>
  lines.filter(({ item_id, quantity }) => item_id !== beer.item_id && quantity.gt(0)).map(worthOf)

/** What a receipt asks of the batch: litres of the beer, and the value of everything else. */
export const askedBy = (lines: readonly ProducedLine[], beer: Beer): { litres: Decimal; value: Decimal } => ({
  litres: sum(lines.filter(isOf(beer)).map(({ quantity }) => quantity.times(beer.litres_per_unit))),
  value: sum(byProducts(lines, beer)),
})

/** By-products leave first, at their own price; then the beer line by line, each with its share (B6). */
export function produce(
  layer: Layer,
  lines: readonly ProducedLine[],
  beer: Beer,
): { values: Map<string, Decimal>; movements: Movement[] } {
  const movements = byProducts(lines, beer).map(byProductOf)
  const values = new Map<string, Decimal>()
  for (const { id, quantity } of lines.filter(isOf(beer))) {
    const received = receiptOf(layerAfter(layer, movements), quantity.times(beer.litres_per_unit), false)
    values.set(id, zero.minus(received[0]!.value))
    movements.push(...received)
  }
  // A receipt of nothing leaves its mark all the same.
  return { values, movements: movements.length > 0 ? movements : [markOf('received')] }
}

/** An ingredient with its factors: of the unit it is written in, and of the unit its item is kept in. */
export interface Measured {
  quantity: string
  factor: string
  item_factor: string
  item_decimals: number | null
}

/** For so many litres, in the item's unit: half up to its places, and never nothing. */
export function scaleIngredient(
  { quantity, factor, item_factor, item_decimals }: Measured,
  litres: { planned: string; recipe: string },
): Decimal {
  const places = item_decimals ?? 3
  const exact = decimal(quantity).times(litres.planned).times(factor).div(decimal(litres.recipe).times(item_factor))
  const rounded = round(exact, places)
  return rounded.gt(0) ? rounded : decimal(10).pow(-places)
}

/** One row of what a batch needs and has got. */
export interface Need {
  item_id: string
  phase: string | null
  planned: Decimal
  drafted: Decimal
  issued: Decimal
}

/** What issues of a batch took or are to take of an item; without a phase when nobody said what for. */
export interface Taken {
  item_id: string
  phase: string | null
  drafted: Decimal
  issued: Decimal
}

/** Issues go to the row of their phase. What was issued by hand fills the rows of its item, and is beside them at last. */
export function meetNeeds(planned: readonly Pick<Need, 'item_id' | 'phase' | 'planned'>[], taken: readonly Taken[]) {
  const needs: Need[] = planned.map(row => ({ ...row, drafted: zero, issued: zero }))
  const ofPhase = ({ item_id, phase }: Taken) =>
    needs.find(need => need.item_id === item_id && need.phase === phase && phase !== null)
  const byHand: Taken[] = []
  for (const each of taken) {
    const need = ofPhase(each)
    if (need) add(need, each)
    else byHand.push(each)
  }
  for (const each of byHand) {
    const own = needs.filter(({ item_id }) => item_id === each.item_id)
    const last = own.at(-1)
    if (last) spreadOver(own, last, each)
    else needs.push({ ...each, planned: zero })
  }
  return needs
}

function add(need: Need, { drafted, issued }: Pick<Taken, 'drafted' | 'issued'>): void {
  need.drafted = need.drafted.plus(drafted)
  need.issued = need.issued.plus(issued)
}

function spreadOver(needs: Need[], last: Need, { drafted, issued }: Taken): void {
  let left = issued
  for (const need of needs) {
    const open = need.planned.minus(need.issued)
    const part = left.lt(open) ? left : open.gt(0) ? open : zero
    add(need, { drafted: zero, issued: part })
    left = left.minus(part)
  }
  add(last, { drafted, issued: left })
}
