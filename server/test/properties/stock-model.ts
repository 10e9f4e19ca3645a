/**
 * Stock as the rules describe it, written again from them and from nothing else, without a database. Every change
 * answers with the events it causes, or is refused.
 */
import {
  type Doc,
  divided,
  type Hold,
  holdsOf,
  layersOf,
  least,
  levelOf,
  most,
  pairOf,
  priced,
  type Repack,
  refuse,
  type Status,
  type Taken,
  total,
  unitPrice,
  type World,
} from './stock-world.ts'

/** R8: what is free is given out in the order of the queue; what is gone is given up by the last. */
function settle(world: World, item: string, place: string): void {
  const queue = holdsOf(world, item, place)
  const { quantity, reserved } = levelOf(world, item, place)
  let free = most(quantity - reserved, 0n)
  for (const hold of queue) {
    const given = least(free, most(hold.wanted - hold.issued - hold.reserved, 0n))
    hold.reserved += given
    free -= given
  }
  giveUp(queue, most(reserved - quantity, 0n))
}

function giveUp(queue: Hold[], excess: bigint): void {
  let left = excess
  for (const hold of queue.toReversed()) {
    const taken = least(left, hold.reserved)
    hold.reserved -= taken
    left -= taken
  }
}

const isCounted = (world: World, place: string): boolean =>
  world.counts.some(count => count.place === place && count.status === 'running')

/** Own values, then the additional cost by value or else by quantity, odd cents to those that lost most. */
function receiptValues({ lines, extra }: Doc): bigint[] {
  const own = lines.map(({ quantity, price, given }) => given ?? priced(quantity, price ?? 0n))
  const weights = total(own) > 0n ? own : lines.map(({ quantity }) => quantity)
  const whole = total(weights)
  if (whole === 0n) return own
  const parts = weights.map(weight => (extra * weight) / whole)
  const odd = Number(extra - total(parts))
  const losses = weights.map((weight, index) => ({ place: index, loss: (extra * weight) % whole }))
  losses.sort((one, other) => Number(other.loss - one.loss) || one.place - other.place)
  for (const { place } of losses.slice(0, odd)) parts[place]! += 1n
  return own.map((value, index) => value + parts[index]!)
}

const draftCost = (doc: Doc): bigint => (doc.kind === 'goods_receipt' ? total(receiptValues(doc)) : 0n)

const levelEvents = (pairs: Iterable<string>): string[] =>
  [...new Set(pairs)].map(pair => `stock_level.changed ${pair}`)
const pairsOf = ({ lines, place }: Doc): string[] => lines.map(({ item }) => pairOf(item, place))

export function addDoc(world: World, wanted: Pick<Doc, 'kind' | 'day' | 'place' | 'lines'> & Partial<Doc>): Doc {
  for (const { lot, item } of wanted.lines) {
    const fits =
      lot === null ||
      world.layers.some(({ line, doc }) => line === lot && line.item === item && doc.place === wanted.place)
    if (!fits) refuse('validation_failed')
  }
  const empty = { id: '', status: 'draft' as const, target: null, order: null, extra: 0n, cost: 0n, source: null }
  const doc: Doc = { ...empty, isHalf: false, taken: [], ...wanted }
  doc.cost = draftCost(doc)
  world.docs.push(doc)
  return doc
}

function postReceipt(world: World, doc: Doc): void {
  world.turn += 1
  for (const [index, value] of receiptValues(doc).entries()) {
    const line = doc.lines[index]!
    const isOwn = line.given === null && priced(line.quantity, line.price ?? 0n) === value
    const price = isOwn ? (line.price ?? 0n) : unitPrice(value, line.quantity)
    world.layers.push({ line, doc, turn: world.turn, left: line.quantity, received: line.quantity, value, price })
    world.known.add(pairOf(line.item, doc.place))
  }
  for (const { item } of doc.lines) settle(world, item, doc.place)
  Object.assign(doc, { status: 'confirmed', cost: draftCost(doc) })
}

/** R2, R3, R5: named layers first, then the queue; `isShort` when a line gets less than it asks for. */
function plan(world: World, doc: Doc): { taken: Taken[]; isShort: boolean; isHeld: boolean } {
  const state = new Map(world.layers.map(layer => [layer, { left: layer.left, value: layer.value }]))
  const taken: Taken[] = []
  let isShort = false
  const inTurn = [...doc.lines.filter(({ lot }) => lot), ...doc.lines.filter(({ lot }) => !lot)]
  for (const line of inTurn) {
    let needed = line.quantity
    for (const layer of layersOf(world, line.item, doc.place)) {
      const now = state.get(layer)!
      if ((line.lot && layer.line !== line.lot) || layer.doc.day > doc.day || now.left === 0n || needed === 0n) continue
      const quantity = least(needed, now.left)
      const value = quantity === now.left ? now.value : divided(now.value * quantity, now.left)
      taken.push({ line, layer, quantity, value })
      state.set(layer, { left: now.left - quantity, value: now.value - value })
      needed -= quantity
    }
    if (needed > 0n) isShort = true
  }
  return { taken, isShort, isHeld: isHeld(world, doc) }
}

/** An order may use its own holds and what is free; everybody else only what is free. */
function isHeld(world: World, { lines, place, order }: Doc): boolean {
  return [...new Set(lines.map(({ item }) => item))].some(item => {
    const { quantity, reserved } = levelOf(world, item, place)
    const own = holdsOf(world, item, place).filter(hold => hold.order === order)
    const free = quantity - reserved + total(own.map(hold => hold.reserved))
    return total(lines.filter(line => line.item === item).map(line => line.quantity)) > free
  })
}

function postIssue(world: World, doc: Doc, taken: Taken[]): void {
  for (const { layer, quantity, value } of taken) {
    layer.left -= quantity
    layer.value -= value
  }
  for (const item of new Set(doc.lines.map(line => line.item))) {
    const own = holdsOf(world, item, doc.place).filter(({ order }) => order === doc.order)
    let issued = total(doc.lines.filter(line => line.item === item).map(line => line.quantity))
    for (const [at, hold] of own.entries()) {
      const part = at === own.length - 1 ? issued : least(issued, most(hold.wanted - hold.issued, 0n))
      hold.issued += part
      hold.reserved -= least(hold.reserved, part)
      issued -= part
    }
    const { quantity, reserved } = levelOf(world, item, doc.place)
    giveUp(own, most(reserved - quantity, 0n))
    settle(world, item, doc.place)
  }
  Object.assign(doc, { status: 'confirmed', taken, cost: total(taken.map(({ value }) => value)) })
}

export function confirm(world: World, doc: Doc): string[] {
  if (doc.status !== 'draft') refuse('invalid_transition')
  if (doc.isHalf) refuse('conflict')
  if (doc.lines.length === 0) refuse('no_lines')
  if (isCounted(world, doc.place)) refuse('inventory_locked')
  return post(world, doc, { isFound: false })
}

/** `isFound`: a count found it so, whoever holds the stock. */
export function post(world: World, doc: Doc, { isFound }: { isFound: boolean }): string[] {
  if (doc.kind === 'goods_receipt') {
    postReceipt(world, doc)
    return ['goods_receipt.confirmed', ...levelEvents(pairsOf(doc))]
  }
  const { taken, isShort, isHeld } = plan(world, doc)
  const isBlocked = doc.target === doc.place || (doc.target !== null && isCounted(world, doc.target))
  if (doc.target !== null && (isBlocked || isShort || isHeld)) refuse('transfer_blocked')
  if (isShort) refuse('conflict')
  if (isHeld && !isFound) refuse('reserved_by_other')
  postIssue(world, doc, taken)
  if (doc.target !== null) arriving(world, doc, doc.target)
  const created = doc.target === null ? [] : ['goods_receipt.created']
  return ['stock_issue.confirmed', ...created, ...levelEvents(pairsOf(doc))]
}

/** R7: one line for each layer that was taken from, with its exact value. */
function arriving(world: World, issue: Doc, place: string): void {
  const lines = issue.lines.flatMap(line =>
    issue.taken
      .filter(part => part.line === line)
      .map(({ quantity, value }) => ({
        id: '',
        item: line.item,
        quantity,
        price: unitPrice(value, quantity),
        given: value,
        lot: null,
      })),
  )
  addDoc(world, { kind: 'goods_receipt', day: issue.day, place, lines, source: issue })
}

const isTouched = (world: World, doc: Doc): boolean =>
  world.layers.some(layer => layer.doc === doc && layer.left !== layer.received)

function unpost(world: World, doc: Doc, to: Status): void {
  for (const { layer, quantity, value } of doc.taken) {
    layer.left += quantity
    layer.value += value
  }
  world.layers = world.layers.filter(layer => layer.doc !== doc)
  for (const item of new Set(doc.lines.map(line => line.item))) {
    const own = holdsOf(world, item, doc.place).filter(({ order }) => order === doc.order)
    const back = total(doc.taken.filter(({ line }) => line.item === item).map(({ quantity }) => quantity))
    let left = back
    for (const hold of own.toReversed()) {
      const part = least(hold.issued, left)
      hold.issued -= part
      left -= part
    }
    let given = back
    for (const hold of own) {
      const part = least(given, most(hold.wanted - hold.issued - hold.reserved, 0n))
      hold.reserved += part
      given -= part
    }
    settle(world, item, doc.place)
  }
  Object.assign(doc, { status: to, taken: [], cost: draftCost(doc) })
}

/** R6: back to the same layers; a receipt only while nothing was taken from it. */
export function takeBack(world: World, doc: Doc, to: 'cancelled' | 'draft'): string[] {
  if (doc.status !== 'confirmed') refuse('invalid_transition')
  if (doc.isHalf) refuse('repack_pair_cancel_required')
  if (isCounted(world, doc.place)) refuse('inventory_locked')
  const arrival = world.docs.find(({ source, status }) => source === doc && status !== 'cancelled')
  if (arrival?.status === 'confirmed') refuse('conflict')
  if (isTouched(world, doc)) refuse('receipt_has_allocations')
  unpost(world, doc, to)
  if (arrival) arrival.status = 'cancelled'
  const name = `${doc.kind}.${to === 'draft' ? 'reverted_to_draft' : 'cancelled'}`
  return [name, ...(arrival ? ['goods_receipt.cancelled'] : []), ...levelEvents(pairsOf(doc))]
}

export function confirmRepack(world: World, repack: Repack): string[] {
  const { issue, receipt } = repack
  if (repack.status !== 'draft') refuse('invalid_transition')
  if (isCounted(world, issue.place)) refuse('inventory_locked')
  const { taken, isShort, isHeld } = plan(world, issue)
  if (isShort) refuse('conflict')
  if (isHeld) refuse('reserved_by_other')
  postIssue(world, issue, taken)
  const weights = receipt.lines.map(({ quantity, item }) => quantity * world.volumes[item]!)
  let left = issue.cost
  for (const [index, line] of receipt.lines.entries()) {
    const share = least(divided(issue.cost * weights[index]!, total(weights)), left)
    line.given = index === receipt.lines.length - 1 ? left : share
    line.price = unitPrice(line.given, line.quantity)
    left -= line.given
  }
  postReceipt(world, receipt)
  repack.status = 'confirmed'
  return ['stock_issue.confirmed', 'goods_receipt.confirmed', ...levelEvents([...pairsOf(issue), ...pairsOf(receipt)])]
}

export function cancelRepack(world: World, repack: Repack): string[] {
  const { issue, receipt } = repack
  if (repack.status !== 'confirmed') refuse('invalid_transition')
  if (isCounted(world, issue.place)) refuse('inventory_locked')
  if (isTouched(world, receipt)) refuse('receipt_has_allocations')
  unpost(world, receipt, 'cancelled')
  unpost(world, issue, 'cancelled')
  repack.status = 'cancelled'
  return ['stock_issue.cancelled', 'goods_receipt.cancelled', ...levelEvents([...pairsOf(issue), ...pairsOf(receipt)])]
}

/** Which levels a change of holds changes. */
function holdsChanged(world: World, pairs: { item: string; place: string }[], change: () => void): string[] {
  const reserved = () => pairs.map(({ item, place }) => levelOf(world, item, place).reserved)
  const before = reserved()
  change()
  for (const { item, place } of pairs) settle(world, item, place)
  const after = reserved()
  return levelEvents(pairs.filter((_, at) => before[at] !== after[at]).map(({ item, place }) => pairOf(item, place)))
}

export function reserve(world: World, holds: Hold[]): string[] {
  return holdsChanged(world, holds, () => {
    world.turn += 1
    for (const hold of holds) world.holds.push(Object.assign(hold, { turn: world.turn }))
  })
}

export function release(world: World, order: string): string[] {
  const gone = world.holds.filter(hold => hold.order === order)
  return holdsChanged(world, gone, () => {
    world.holds = world.holds.filter(hold => hold.order !== order)
  })
}

export function changeWanted(world: World, hold: Hold, wanted: bigint): string[] {
  return holdsChanged(world, [hold], () => {
    Object.assign(hold, { wanted, reserved: least(hold.reserved, most(wanted - hold.issued, 0n)) })
  })
}
