/** What the model of stock is made of. Whole numbers: thousandths of a unit, hundredths of money, millionths of a price. */

export type Status = 'draft' | 'confirmed' | 'cancelled'

export interface Line {
  id: string
  item: string
  quantity: bigint
  price: bigint | null
  /** A value carried over exactly. */
  given: bigint | null
  /** The receipt line whose layer it takes from. */
  lot: Line | null
}

export interface Taken {
  line: Line
  layer: Layer
  quantity: bigint
  value: bigint
}

export interface Doc {
  id: string
  kind: 'goods_receipt' | 'stock_issue'
  status: Status
  day: string
  place: string
  target: string | null
  order: string | null
  lines: Line[]
  extra: bigint
  cost: bigint
  taken: Taken[]
  /** The issue of the transfer it receives. */
  source: Doc | null
  isHalf: boolean
}

export interface Layer {
  line: Line
  doc: Doc
  /** Of the posting. */
  turn: number
  left: bigint
  received: bigint
  value: bigint
  price: bigint
}

export interface Hold {
  id: string
  order: string
  item: string
  place: string
  wanted: bigint
  issued: bigint
  reserved: bigint
  due: string | null
  turn: number
}

export interface Repack {
  id: string
  status: Status
  issue: Doc
  receipt: Doc
}

export interface CountLine {
  id: string
  item: string
  lot: Line | null
  expected: bigint | null
  counted: bigint | null
}

export interface Count {
  id: string
  status: 'draft' | 'running' | 'closed' | 'cancelled'
  place: string
  day: string
  items: string[] | null
  lines: CountLine[]
}

export interface World {
  /** Litres of each item in thousandths, in the order of their codes. */
  volumes: Record<string, bigint>
  docs: Doc[]
  layers: Layer[]
  holds: Hold[]
  repacks: Repack[]
  counts: Count[]
  /** Pairs that ever had stock. */
  known: Set<string>
  turn: number
}

export class Refusal extends Error {}

export function refuse(code: string): never {
  throw new Refusal(code)
}

export const total = (parts: readonly bigint[]): bigint => parts.reduce((sum, part) => sum + part, 0n)
export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
export const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)
/** Half up; nothing here is negative. */
export const divided = (whole: bigint, by: bigint): bigint => (2n * whole + by) / (2n * by)

export const unitPrice = (value: bigint, quantity: bigint): bigint => divided(value * 10_000_000n, quantity)
export const priced = (quantity: bigint, price: bigint): bigint => divided(quantity * price, 10_000_000n)

export const pairOf = (item: string, place: string): string => `${item}@${place}`

const byQueue = (one: Layer, other: Layer): number =>
  one.doc.day.localeCompare(other.doc.day) ||
  one.turn - other.turn ||
  one.doc.lines.indexOf(one.line) - other.doc.lines.indexOf(other.line)

export const layersOf = (world: World, item: string, place: string): Layer[] =>
  world.layers.filter(({ line, doc }) => line.item === item && doc.place === place).toSorted(byQueue)

export const holdsOf = (world: World, item: string, place: string): Hold[] =>
  world.holds
    .filter(hold => hold.item === item && hold.place === place)
    .toSorted((one, other) => (one.due ?? '9').localeCompare(other.due ?? '9') || one.turn - other.turn)

export function levelOf(world: World, item: string, place: string) {
  const layers = layersOf(world, item, place)
  return {
    quantity: total(layers.map(({ left }) => left)),
    value: total(layers.map(({ value }) => value)),
    reserved: total(holdsOf(world, item, place).map(({ reserved }) => reserved)),
  }
}
