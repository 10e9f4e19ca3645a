/** What the steps of the model test are drawn from. */
import fc from 'fast-check'
import { items, places, priceText, quantityText, type Real } from './stock-real.ts'
import type { Line, World } from './stock-world.ts'

export type Step = fc.AsyncCommand<World, Real>

export const step = (
  text: string,
  run: (world: World, real: Real) => Promise<void>,
  check = (_: World) => true,
): Step => ({
  check: world => check(world),
  run,
  toString: () => text,
})

export const item = fc.constantFrom(...items)
export const place = fc.constantFrom(...places)
export const early = fc.constantFrom('2026-03-02', '2026-03-03', '2026-03-04', '2026-04-01')
export const late = fc.constantFrom('2026-03-02', '2026-03-03', '2026-03-04', '2026-04-01', '2026-04-01')
/** Whole kilograms mostly, so that layers run out exactly; grams too, so that cents must be rounded. */
export const quantity = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt({ min: 1n, max: 9n }).map(whole => whole * 1_000n) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 9_999n }) },
)
export const which = fc.nat(1_000)
/** How many of a hundred. */
export const often = (likely: number) => fc.noBias(fc.integer({ min: 1, max: 100 })).map(chance => chance <= likely)
export const maybe = <T>(likely: number, drawn: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.tuple(often(likely), drawn).map(([isThere, value]) => (isThere ? value : null))

export const at = <T>(rows: readonly T[], index: number): T | undefined => rows[index % rows.length]

export const sent = (real: Real, line: Line) => ({
  item_id: real.id(line.item),
  quantity: quantityText(line.quantity),
  unit: { unit_code: 'kg' },
  ...(line.price !== null && { unit_price: priceText(line.price) }),
  ...(line.lot && { lot_id: line.lot.id }),
})

/** Lines as they are drawn; `lot` names any receipt line there ever was. */
export interface Drawn {
  item: string
  quantity: bigint
  price: bigint | null
  lot: number | null
}

export const drawnLine = fc.record<Drawn>({
  item,
  quantity,
  price: maybe(80, fc.bigInt({ min: 0n, max: 30_000_000n })),
  lot: maybe(35, which),
})

/** Most lots that are named fit the line; some are of elsewhere or gone. */
export function lotFor(world: World, drawn: { item: string; lot: number | null }, at_: string): Line | null {
  if (drawn.lot === null) return null
  const fitting = world.layers.filter(({ line, doc }) => line.item === drawn.item && doc.place === at_)
  const all = world.docs.filter(({ kind }) => kind === 'goods_receipt').flatMap(({ lines }) => lines)
  return at(drawn.lot % 5 > 0 && fitting.length > 0 ? fitting.map(({ line }) => line) : all, drawn.lot) ?? null
}

export const lineOf = (drawn: Drawn, lot: Line | null = null): Line => ({
  id: '',
  item: drawn.item,
  quantity: drawn.quantity,
  price: lot === null ? drawn.price : null,
  given: null,
  lot,
})

/** More comes than goes at once. */
export const plenty = (line: Drawn): Drawn => ({ ...line, quantity: line.quantity * 4n })

export const shown = (lines: readonly Drawn[]): string =>
  lines
    .map(line => `${quantityText(line.quantity)} ${line.item}${line.lot === null ? '' : ` lot ${line.lot}`}`)
    .join(', ')
