/** Inventory counts as the rules describe them, on the model of stock. */
import { addDoc, post } from './stock-model.ts'
import {
  type Count,
  type CountLine,
  type Line,
  layersOf,
  refuse,
  type Taken,
  total,
  type World,
} from './stock-world.ts'

const isOpen = ({ status }: Count): boolean => status === 'draft' || status === 'running'

const layerOf = (world: World, lot: Line) => world.layers.find(({ line }) => line === lot)

/** At the end of the day of the count, by all documents known now. */
function expectedOf(world: World, { place, day }: Count, { item, lot }: Pick<CountLine, 'item' | 'lot'>): bigint {
  const posted = world.docs.filter(doc => doc.status === 'confirmed' && doc.day <= day)
  const taken = (isMeant: (part: Taken) => boolean) =>
    total(posted.flatMap(doc => doc.taken.filter(isMeant).map(({ quantity }) => quantity)))
  const layer = lot && layerOf(world, lot)
  if (lot !== null) return layer && layer.doc.day <= day ? layer.received - taken(part => part.layer === layer) : 0n
  const come = world.layers.filter(({ line, doc }) => line.item === item && doc.place === place && doc.day <= day)
  const isHere = ({ layer: from }: Taken) => from.line.item === item && from.doc.place === place
  return total(come.map(({ received }) => received)) - taken(isHere)
}

/** An item is counted as a whole or layer by layer. */
function refuseMixed(count: Count, { item, lot }: Pick<CountLine, 'item' | 'lot'>): void {
  const rival = count.lines.some(
    line => line.item === item && (line.lot === null) !== (lot === null) && line.counted !== null,
  )
  if (rival) refuse('validation_failed')
}

export function addCountLine(
  world: World,
  count: Count,
  wanted: Pick<CountLine, 'item' | 'lot' | 'counted'>,
): CountLine {
  if (!isOpen(count)) refuse('invalid_transition')
  const known = count.lines.find(({ item, lot }) => item === wanted.item && lot === wanted.lot)
  if (known && known.counted !== null) refuse('conflict')
  refuseMixed(count, wanted)
  const layer = wanted.lot && layerOf(world, wanted.lot)
  const isThere = layer && layer.doc.place === count.place && layer.doc.day <= count.day
  if (wanted.lot && !(isThere && layer.line.item === wanted.item)) {
    refuse('validation_failed')
  }
  const line = known ?? { id: '', expected: null, ...wanted }
  line.counted = wanted.counted
  if (!known) count.lines.push(line)
  if (count.status === 'running') line.expected ??= expectedOf(world, count, line)
  return line
}

export function recount(count: Count, line: CountLine, counted: bigint | null): void {
  if (!isOpen(count)) refuse('invalid_transition')
  if (counted !== null && counted !== line.counted) refuseMixed(count, line)
  line.counted = counted
}

/** Answers with the lines it adds: everything that is there and was not named yet. */
export function startCount(world: World, count: Count): CountLine[] {
  if (count.status !== 'draft') refuse('invalid_transition')
  if (world.counts.some(({ place, status }) => place === count.place && status === 'running')) refuse('conflict')
  for (const line of count.lines) line.expected = expectedOf(world, count, line)
  const items = Object.keys(world.volumes).filter(item =>
    count.items === null ? expectedOf(world, count, { item, lot: null }) > 0n : count.items.includes(item),
  )
  const fresh = items
    .filter(item => !count.lines.some(line => line.item === item))
    .map(item => ({ id: '', item, lot: null, expected: expectedOf(world, count, { item, lot: null }), counted: null }))
  count.lines.push(...fresh)
  count.status = 'running'
  return fresh
}

export function cancelCount(count: Count): void {
  if (count.status !== 'running') refuse('invalid_transition')
  count.status = 'cancelled'
}

/** What is missing goes, whoever holds it; what is found costs what its layer, or the newest one, costs. */
export function finishCount(world: World, count: Count): string[] {
  if (count.status !== 'running') refuse('invalid_transition')
  const differing = count.lines.flatMap(({ item, lot, expected, counted }) =>
    counted === null || counted === expected ? [] : [{ item, lot, more: counted - expected! }],
  )
  const missing = differing.filter(({ more }) => more < 0n)
  const found = differing.filter(({ more }) => more > 0n)
  const { place, day } = count
  const events: string[] = []
  const book = (kind: 'stock_issue' | 'goods_receipt', lines: Line[]) => {
    const doc = addDoc(world, { kind, day, place, lines })
    try {
      events.push(`${kind}.created`, ...post(world, doc, { isFound: true }))
    } catch (refusal) {
      world.docs.pop()
      throw refusal
    }
  }
  const lines = missing.map(({ item, lot, more }) => ({ id: '', item, quantity: -more, price: null, given: null, lot }))
  if (missing.length > 0) book('stock_issue', lines)
  const surplus = found.map(({ item, lot, more }) => {
    const layers = layersOf(world, item, place)
    const newest = layers.findLast(({ doc }) => doc.day <= day) ?? layers.at(-1)
    const price = (lot && layerOf(world, lot)?.price) ?? newest?.price ?? 0n
    return { id: '', item, quantity: more, price, given: null, lot: null }
  })
  if (found.length > 0) book('goods_receipt', surplus)
  count.status = 'closed'
  return [...new Set(events)]
}
