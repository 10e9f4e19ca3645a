/** The pure rules of stock, held against whole numbers: money in hundredths, quantities in thousandths. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allocate,
  type Demand,
  type Layer,
  receivedValues,
  repackValues,
} from '../../src/domains/stock/posting/rules.ts'
import {
  fulfil,
  type Reservation,
  releaseExcess,
  reserveFree,
  unfulfil,
  usableBy,
} from '../../src/domains/stock/reservations/rules.ts'
import { type Decimal, decimal, plain } from '../../src/lib/decimal.ts'
import { spread } from '../../src/lib/spread.ts'

const runs = { numRuns: 500 }

const money = (cents: bigint): Decimal => decimal(`${cents}e-2`)
const amount = (thousandths: bigint): Decimal => decimal(`${thousandths}e-3`)
const price = (millionths: bigint): Decimal => decimal(`${millionths}e-6`)
const cents = (value: Decimal): bigint => BigInt(plain(value.times(100)))
const thousandths = (value: Decimal): bigint => BigInt(plain(value.times(1000)))

const total = (parts: readonly bigint[]): bigint => parts.reduce((sum, part) => sum + part, 0n)
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)
/** Half up; nothing here is negative. */
const divided = (whole: bigint, by: bigint): bigint => (2n * whole + by) / (2n * by)

const upTo = (max: bigint, min = 0n) => fc.bigInt({ min, max })
const items = fc.constantFrom('malt', 'hops')

describe('allocate', () => {
  const layers = fc
    .array(fc.record({ itemId: items, quantity: upTo(6_000n), value: upTo(99_999n) }), { maxLength: 6 })
    .map(rows =>
      rows.map(
        ({ itemId, quantity, value }, index): Layer => ({
          id: `layer ${index}`,
          itemId,
          receivedOn: '2026-11-01',
          lotNumber: null,
          remainingQuantity: amount(quantity),
          remainingValue: money(quantity === 0n ? 0n : value),
        }),
      ),
    )
  const named = fc.option(
    fc.nat(6).map(index => `layer ${index}`),
    { nil: null },
  )
  const demands = fc
    .array(fc.record({ itemId: items, quantity: upTo(7_000n, 1n), lotId: named }), { minLength: 1, maxLength: 5 })
    .map(rows =>
      rows.map(
        ({ quantity, ...row }, index): Demand => ({ ...row, lineId: `line ${index}`, quantity: amount(quantity) }),
      ),
    )

  const holds = (story: (asked: Demand[], queue: Layer[], taken: ReturnType<typeof allocate>) => void) =>
    fc.assert(
      fc.property(demands, layers, (asked, queue) => story(asked, queue, allocate(asked, queue))),
      runs,
    )
  const afterOf = (queue: Layer[], { layers: changed }: ReturnType<typeof allocate>) =>
    queue.map(layer => changed.find(({ id }) => id === layer.id) ?? layer)

  test('what leaves the layers is what the lines get, in quantity and in value', () =>
    holds((_, queue, taken) => {
      for (const [index, after] of afterOf(queue, taken).entries()) {
        const before = queue[index]!
        const own = taken.allocations.filter(({ lotId }) => lotId === before.id)
        expect(thousandths(before.remainingQuantity)).toBe(
          thousandths(after.remainingQuantity) + total(own.map(({ quantity }) => thousandths(quantity))),
        )
        expect(cents(before.remainingValue)).toBe(
          cents(after.remainingValue) + total(own.map(({ value }) => cents(value))),
        )
        expect(after.remainingQuantity.gte(0) && after.remainingValue.gte(0)).toBe(true)
        expect(taken.layers.some(({ id }) => id === before.id)).toBe(own.length > 0)
      }
    }))

  test('each part costs its share half up, the last of a layer all that is left of it', () =>
    holds((_, queue, { allocations }) => {
      const state = new Map(
        queue.map(layer => [
          layer.id,
          { left: thousandths(layer.remainingQuantity), value: cents(layer.remainingValue) },
        ]),
      )
      for (const { lotId, quantity, value } of allocations) {
        const layer = state.get(lotId)!
        const part = thousandths(quantity)
        expect(part).toBeGreaterThan(0n)
        expect(cents(value)).toBe(part === layer.left ? layer.value : divided(layer.value * part, layer.left))
        layer.left -= part
        layer.value -= cents(value)
        if (layer.left === 0n) expect(layer.value).toBe(0n)
      }
    }))

  test('a line gets what it asks for, or is named short by exactly what is missing', () =>
    holds((asked, queue, taken) => {
      const after = afterOf(queue, taken)
      for (const { lineId, itemId, quantity, lotId } of asked) {
        const got = total(
          taken.allocations.filter(part => part.lineId === lineId).map(part => thousandths(part.quantity)),
        )
        const short = taken.shortages.filter(shortage => shortage.lineId === lineId)
        if (got === thousandths(quantity)) {
          expect(short).toEqual([])
          continue
        }
        expect(short).toEqual([{ lineId, itemId, requested: quantity, available: amount(got) }])
        const own = after.filter(layer => layer.itemId === itemId && (lotId === null || layer.id === lotId))
        expect(own.every(layer => layer.remainingQuantity.eq(0))).toBe(true)
      }
    }))

  test('a line that names a layer takes from it alone and before the others; they take the oldest first', () =>
    holds((asked, queue, taken) => {
      const after = afterOf(queue, taken)
      const places = new Map(queue.map(({ id }, index) => [id, index]))
      for (const { lineId, itemId, lotId } of asked) {
        const own = taken.allocations.filter(part => part.lineId === lineId)
        expect(own.every(part => queue[places.get(part.lotId)!]!.itemId === itemId)).toBe(true)
        if (lotId !== null) {
          expect(own.every(part => part.lotId === lotId)).toBe(true)
          continue
        }
        const order = own.map(part => places.get(part.lotId)!)
        expect(order).toEqual(order.toSorted((one, other) => one - other))
        const older = after.slice(0, order.at(-1) ?? 0).filter(layer => layer.itemId === itemId)
        expect(older.every(layer => layer.remainingQuantity.eq(0))).toBe(true)
      }
      const lines = taken.allocations.map(({ lineId }) => asked.find(demand => demand.lineId === lineId)!)
      const firstFree = lines.findIndex(({ lotId }) => lotId === null)
      if (firstFree >= 0) expect(lines.slice(firstFree).every(({ lotId }) => lotId === null)).toBe(true)
    }))
})

/** Each cut down, the cents that are left to those that lost most, the earlier first. */
function shares(whole: bigint, weights: readonly bigint[]): bigint[] {
  const sum = total(weights)
  if (sum === 0n) return weights.map(() => 0n)
  const parts = weights.map(weight => (whole * weight) / sum)
  const losses = weights.map((weight, index) => ({ place: index, loss: (whole * weight) % sum }))
  losses.sort((one, other) => (one.loss === other.loss ? one.place - other.place : one.loss < other.loss ? 1 : -1))
  for (const { place } of losses.slice(0, Number(whole - total(parts)))) parts[place]! += 1n
  return parts
}

describe('values', () => {
  test('spread: the parts are the whole, each within a cent of its share, none for no weight', () =>
    fc.assert(
      fc.property(upTo(10_000_000n), fc.array(upTo(1_000_000n), { minLength: 1, maxLength: 8 }), (whole, weights) => {
        const parts = spread(money(whole), weights.map(amount), 2).map(cents)
        expect(parts).toEqual(shares(whole, weights))
        const sum = total(weights)
        if (sum === 0n) return
        expect(total(parts)).toBe(whole)
        for (const [index, part] of parts.entries()) {
          const off = part * sum - whole * weights[index]!
          expect(off < sum && off > -sum).toBe(true)
          if (weights[index] === 0n) expect(part).toBe(0n)
        }
      }),
      runs,
    ))

  const line = fc.record({
    quantity: upTo(5_000n),
    unitPrice: fc.option(upTo(900_000_000n), { nil: null }),
    givenValue: fc.option(upTo(500_000n), { nil: null }),
  })

  test('receivedValues: the lines carry their own value and the whole additional cost, by value or by quantity', () =>
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), upTo(100_000n), (lines, extra) => {
        const values = receivedValues(
          lines.map(({ quantity, unitPrice, givenValue }) => ({
            quantity: amount(quantity),
            unitPrice: unitPrice === null ? null : price(unitPrice),
            givenValue: givenValue === null ? null : money(givenValue),
          })),
          money(extra),
        ).map(cents)
        const own = lines.map(({ quantity, unitPrice, givenValue }) =>
          quantity === 0n ? 0n : (givenValue ?? divided(quantity * (unitPrice ?? 0n), 10_000_000n)),
        )
        const quantities = lines.map(({ quantity }) => quantity)
        const added = shares(extra, total(own) > 0n ? own : quantities)
        expect(values).toEqual(own.map((value, index) => value + added[index]!))
        // Lines that are all skipped have nobody to carry the cost.
        expect(total(values)).toBe(total(quantities) === 0n ? 0n : total(own) + extra)
        for (const [index, value] of values.entries()) {
          expect(value >= own[index]!).toBe(true)
          if (quantities[index] === 0n) expect(value).toBe(0n)
        }
      }),
      runs,
    ))

  /** Often alike and worth little, so that rounding up would give more than there is. */
  const output = fc.record({
    quantity: fc.oneof(upTo(9_000n, 1n), fc.constant(1_000n)),
    volume: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(500n, 50_000n) }, fc.option(upTo(60_000n), { nil: null })),
  })
  const costs = fc.oneof(upTo(200_000n), upTo(20n))

  test('repackValues: the outputs cost what went in, by volume or by quantity, the rest with the last', () =>
    fc.assert(
      fc.property(costs, fc.array(output, { minLength: 1, maxLength: 9 }), (cost, outputs) => {
        const parts = repackValues(
          money(cost),
          outputs.map(({ quantity, volume }) => ({
            quantity: amount(quantity),
            volumeL: volume === null ? null : plain(amount(volume)),
          })),
        ).map(cents)
        const byVolume = outputs.every(({ volume }) => volume !== null && volume > 0n)
        const weights = outputs.map(({ quantity, volume }) => (byVolume ? quantity * volume! : quantity))
        expect(total(parts)).toBe(cost)
        let left = cost
        for (const [index, part] of parts.entries()) {
          const share = divided(cost * weights[index]!, total(weights))
          expect(part).toBe(index === parts.length - 1 ? left : least(share, left))
          expect(part >= 0n).toBe(true)
          left -= part
        }
      }),
      runs,
    ))
})

describe('reservations', () => {
  const row = fc
    .record({ wanted: upTo(9_000n, 1n), issued: upTo(10_000n), share: fc.nat(100) })
    .map(({ wanted, issued, share }) => ({
      wanted,
      issued: share % 3 === 0 ? 0n : issued,
      reserved: (most(wanted - (share % 3 === 0 ? 0n : issued), 0n) * BigInt(share)) / 100n,
    }))
  const queue = fc.array(row, { maxLength: 5 })
  const quantity = upTo(20_000n)

  const given = (rows: { wanted: bigint; issued: bigint; reserved: bigint }[]): Reservation[] =>
    rows.map(({ wanted, issued, reserved }, index) => ({
      id: `row ${index}`,
      orderId: 'order',
      itemId: 'malt',
      wanted: amount(wanted),
      issued: amount(issued),
      reserved: amount(reserved),
    }))
  const read = (rows: Reservation[]) =>
    rows.map(({ wanted, issued, reserved }) => ({
      wanted: thousandths(wanted),
      issued: thousandths(issued),
      reserved: thousandths(reserved),
    }))
  type Row = ReturnType<typeof read>[number]
  const missing = ({ wanted, issued, reserved }: Row) => most(wanted - issued - reserved, 0n)
  const sumOf = (rows: Row[], of: 'reserved' | 'issued') => total(rows.map(each => each[of]))

  const holds = (change: typeof reserveFree, story: (before: Row[], after: Row[], moved: bigint) => void) =>
    fc.assert(
      fc.property(queue, quantity, (rows, moved) => {
        const after = read(change(given(rows), amount(moved)))
        expect(after.map(({ wanted }) => wanted)).toEqual(rows.map(({ wanted }) => wanted))
        for (const { wanted, issued, reserved } of after) {
          expect(issued >= 0n && reserved >= 0n && reserved <= most(wanted - issued, 0n)).toBe(true)
        }
        story(rows, after, moved)
      }),
      runs,
    )

  test('reserveFree gives out what is free, the first in the queue first, none more than it misses', () =>
    holds(reserveFree, (before, after, free) => {
      const gain = sumOf(after, 'reserved') - sumOf(before, 'reserved')
      expect(gain).toBe(least(free, total(before.map(missing))))
      expect(sumOf(after, 'issued')).toBe(sumOf(before, 'issued'))
      const waits = after.findIndex(each => missing(each) > 0n)
      if (waits >= 0) expect(after.slice(waits + 1)).toEqual(before.slice(waits + 1))
      for (const [index, each] of after.entries()) expect(each.reserved >= before[index]!.reserved).toBe(true)
    }))

  test('reserveFree of nothing, or of less than nothing, gives nothing', () =>
    fc.assert(
      fc.property(queue, quantity, (rows, short) => {
        expect(read(reserveFree(given(rows), amount(-short)))).toEqual(rows)
      }),
      runs,
    ))

  test('releaseExcess takes the excess, the last in the queue first, none below nothing', () =>
    holds(releaseExcess, (before, after, excess) => {
      const loss = sumOf(before, 'reserved') - sumOf(after, 'reserved')
      expect(loss).toBe(least(excess, sumOf(before, 'reserved')))
      expect(sumOf(after, 'issued')).toBe(sumOf(before, 'issued'))
      const first = after.findIndex((each, index) => each.reserved !== before[index]!.reserved)
      if (first >= 0) expect(sumOf(after.slice(first + 1), 'reserved')).toBe(0n)
    }))

  test('usableBy: with all that is held there, an order has its own and what is free; with less, the first are served', () =>
    fc.assert(
      fc.property(queue, quantity, fc.nat(5), (rows, extra, index) => {
        const all = given(rows).map((each, at) => ({ ...each, orderId: `order ${at}` }))
        const usable = (orderId: string | null, present: bigint) => thousandths(usableBy(orderId, all, amount(present)))
        const held = sumOf(rows, 'reserved')
        const own = rows[index]?.reserved ?? 0n
        expect(usable(`order ${index}`, held + extra)).toBe(own + extra)
        expect(usable(null, held + extra)).toBe(extra)
        // Less is there than is held: nobody takes what those before him hold.
        const present = least(extra, held)
        const before = total(rows.slice(0, index).map(({ reserved }) => reserved))
        expect(usable(`order ${index}`, present)).toBe(least(own, most(present - before, 0n)))
        expect(usable(null, present)).toBe(0n)
      }),
      runs,
    ))

  test('fulfil serves the lines in turn and frees as much of each hold as it was served', () =>
    holds(fulfil, (before, after, issued) => {
      const parts = after.map((each, index) => each.issued - before[index]!.issued)
      expect(total(parts)).toBe(before.length === 0 ? 0n : issued)
      for (const [index, part] of parts.entries()) {
        const { wanted, reserved } = before[index]!
        expect(part >= 0n).toBe(true)
        expect(after[index]!.reserved).toBe(reserved - least(reserved, part))
        if (index < parts.length - 1) expect(after[index]!.issued <= most(wanted, before[index]!.issued)).toBe(true)
        if (part > 0n) expect(after.slice(0, index).every(each => each.issued >= each.wanted)).toBe(true)
      }
    }))

  test('unfulfil gives back what was issued, the last line first, and holds nothing by itself', () =>
    holds(unfulfil, (before, after, back) => {
      const parts = before.map((each, index) => each.issued - after[index]!.issued)
      expect(total(parts)).toBe(least(back, sumOf(before, 'issued')))
      expect(after.map(({ reserved }) => reserved)).toEqual(before.map(({ reserved }) => reserved))
      const first = parts.findIndex(part => part !== 0n)
      if (first >= 0) expect(sumOf(after.slice(first + 1), 'issued')).toBe(0n)
    }))

  test('an issue taken back leaves the order no less than it held', () =>
    fc.assert(
      fc.property(queue, quantity, (rows, moved) => {
        const after = read(reserveFree(unfulfil(fulfil(given(rows), amount(moved)), amount(moved)), amount(moved)))
        if (rows.length > 0) expect(sumOf(after, 'issued')).toBe(sumOf(rows, 'issued'))
        const fits = rows.every(({ wanted, issued }) => issued <= wanted)
        if (fits) expect(sumOf(after, 'reserved') >= sumOf(rows, 'reserved')).toBe(true)
      }),
      runs,
    ))
})
