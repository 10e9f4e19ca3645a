/** The service beside the model: how a step is sent, and what must be the same after it. */
import { expect } from 'vitest'
import { changeTenant } from '../../src/domains/accounts/actions.ts'
import type { Client, Reply } from '../support/client.ts'
import { type OrderBook, orderBook } from '../support/reservations.ts'
import type { Service } from '../support/service.ts'
import { stockBook } from '../support/stock.ts'
import { type Doc, levelOf, pairOf, Refusal, unitPrice, type World } from './stock-world.ts'

export interface Real {
  api: Client
  orders: OrderBook
  /** The service's id of an item or a warehouse. */
  id(name: string): string
  name(id: string): string
  /** The last event that was looked at. */
  sequence: number
}

export const items = ['malt', 'hops'] as const
export const places = ['main', 'second'] as const

export const newWorld = (): World => ({
  volumes: { malt: 2_500n, hops: 400n },
  docs: [],
  layers: [],
  holds: [],
  repacks: [],
  counts: [],
  known: new Set(),
  turn: 0,
})

export async function newReal(service: Service): Promise<Real> {
  const tenant = await service.tenant()
  await changeTenant(service.database, service.clock, { slug: tenant.slug, rate_per_min: 1_000_000 })
  const book = await stockBook(await tenant.key())
  const ids = new Map([
    ['malt', await book.item({ name: 'Slad', volume_l: '2.5' })],
    ['hops', await book.item({ name: 'Chmel', volume_l: '0.4' })],
    ['main', book.main],
    ['second', book.second],
  ])
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  const orders = await orderBook(service, tenant.slug)
  const reply = await book.api.get('/warehouses?limit=1')
  return {
    api: book.api,
    orders,
    id: name => ids.get(name)!,
    name: id => names.get(id) ?? id,
    sequence: Number(reply.headers['x-service-latest-sequence']),
  }
}

const plain = (value: bigint, places: number): string => {
  const digits = String(value).padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return `${digits.slice(0, -places)}${fraction && `.${fraction}`}`
}
export const quantityText = (value: bigint): string => plain(value, 3)
export const priceText = (value: bigint): string => plain(value, 6)
export const moneyText = (value: bigint): string =>
  `${String(value).padStart(3, '0').slice(0, -2)}.${String(value).padStart(3, '0').slice(-2)}`

/** What the model says: the events, or the code of the refusal. */
export function foretold<T>(change: () => T): { result?: T; code?: string } {
  try {
    return { result: change() }
  } catch (refusal) {
    if (refusal instanceof Refusal) return { code: refusal.message }
    throw refusal
  }
}

/** Holds the answer against what the model said; true when it was no refusal. */
export function answersAs(reply: Reply, code: string | undefined): boolean {
  expect(reply.body.code, reply.text.slice(0, 600)).toBe(code)
  return code === undefined
}

const pagesOf = async ({ api }: Real, path: string) => {
  const { body } = await api.get(`${path}${path.includes('?') ? '&' : '?'}limit=200`)
  expect(body.has_more).toBe(false)
  return body.data
}

const sorted = <T>(rows: T[]): T[] =>
  rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

/** Documents the service made by itself get their ids, and their lines must be what the model made. */
async function adopt(world: World, real: Real, listed: { id: string; object: string }[]): Promise<void> {
  const known = new Set(world.docs.map(({ id }) => id))
  for (const doc of world.docs.filter(({ id }) => id === '')) {
    const { id } = listed.find(each => each.object === doc.kind && !known.has(each.id))!
    named(doc, (await real.api.get(`/${doc.kind === 'goods_receipt' ? 'goods-receipts' : 'stock-issues'}/${id}`)).body)
    known.add(id)
  }
}

interface ShownLine {
  id: string
  item: { id: string }
  quantity: string
  unit_price: string | null
}

export function named(doc: Doc, shown: { id: string; lines: ShownLine[] }): void {
  expect(shown.lines.map(({ quantity, unit_price }) => ({ quantity, unit_price }))).toEqual(
    doc.lines.map(line => ({ quantity: quantityText(line.quantity), unit_price: shownPrice(doc, line) })),
  )
  doc.id = shown.id
  for (const [index, line] of doc.lines.entries()) line.id = shown.lines[index]!.id
}

function shownPrice({ kind, taken }: Doc, line: Doc['lines'][number]): string | null {
  const parts = taken.filter(part => part.line === line)
  if (kind === 'stock_issue' && parts.length > 0) {
    const value = parts.reduce((sum, part) => sum + part.value, 0n)
    return priceText(unitPrice(value, line.quantity))
  }
  return line.price === null ? null : priceText(line.price)
}

const open = { draft: ['confirm'], confirmed: ['cancel', 'revert_to_draft'], cancelled: [] }

/** Layers, levels, holds, every document and the new events are those of the model; undefined after a refusal. */
export async function compare(world: World, real: Real, events: string[] | undefined): Promise<void> {
  if (events === undefined) {
    // What a refusal left behind in the books would be found by the next comparison.
    const reply = await real.api.get('/warehouses?limit=1')
    expect(Number(reply.headers['x-service-latest-sequence'])).toBe(real.sequence)
    return
  }
  const [levels, lots, holds, receipts, issues, log] = await Promise.all([
    pagesOf(real, '/stock-levels'),
    pagesOf(real, '/stock-levels/lots?include_empty=true'),
    pagesOf(real, '/stock-levels/reservations'),
    pagesOf(real, '/goods-receipts'),
    pagesOf(real, '/stock-issues'),
    pagesOf(real, `/events?since_sequence=${real.sequence}`),
  ])
  await adopt(world, real, [...receipts, ...issues])
  real.sequence += log.length
  expect(sorted(log.map((event: LoggedEvent) => eventText(real, event)))).toEqual(sorted(events))
  expect(sorted(levels.map((row: ShownLevel) => levelText(real, row)))).toEqual(sorted(expectedLevels(world)))
  expect(sorted(lots.map((row: ShownLot) => [row.id, row.quantity, row.received_quantity, row.unit_price]))).toEqual(
    sorted(
      world.layers.map(({ line, left, received, price }) => [
        line.id,
        quantityText(left),
        quantityText(received),
        priceText(price),
      ]),
    ),
  )
  expect(
    sorted(holds.map((row: ShownHold) => [row.id, row.wanted_quantity, row.issued_quantity, row.reserved_quantity])),
  ).toEqual(
    sorted(
      world.holds.map(({ id, wanted, issued, reserved }) => [id, ...[wanted, issued, reserved].map(quantityText)]),
    ),
  )
  expect(
    sorted(
      [...receipts, ...issues].map(({ id, object, status, totals, allowed_actions }) => [
        id,
        object,
        status,
        totals.total_cost,
        allowed_actions,
      ]),
    ),
  ).toEqual(sorted(world.docs.map(({ id, kind, status, cost }) => [id, kind, status, moneyText(cost), open[status]])))
}

/** What a confirmed issue took, layer by layer. */
export async function compareAllocations(real: Real, doc: Doc): Promise<void> {
  const { data } = (await real.api.get(`/stock-issues/${doc.id}/allocations`)).body
  expect(sorted(data.map((row: ShownPart) => [row.line_id, row.lot_id, row.quantity, row.value]))).toEqual(
    sorted(
      doc.taken.map(({ line, layer, quantity, value }) => [
        line.id,
        layer.line.id,
        quantityText(quantity),
        moneyText(value),
      ]),
    ),
  )
}

type Named = { item: { id: string }; warehouse: { id: string } }
type ShownLevel = Named & { quantity: string; reserved_quantity: string; available_quantity: string; value: string }
type ShownLot = { id: string; quantity: string; received_quantity: string; unit_price: string }
type ShownHold = { id: string; wanted_quantity: string; issued_quantity: string; reserved_quantity: string }
type ShownPart = { line_id: string; lot_id: string; quantity: string; value: string }
type LoggedEvent = { type: string; data: { object: Named } }

const pairText = (real: Real, { item, warehouse }: Named) => pairOf(real.name(item.id), real.name(warehouse.id))

const eventText = (real: Real, { type, data }: LoggedEvent): string =>
  type === 'stock_level.changed' ? `${type} ${pairText(real, data.object)}` : type

const levelText = (real: Real, row: ShownLevel) => [
  pairText(real, row),
  row.quantity,
  row.reserved_quantity,
  row.available_quantity,
  row.value,
]

const expectedLevels = (world: World) =>
  [...world.known].map(pair => {
    const [item, place] = pair.split('@') as [string, string]
    const { quantity, reserved, value } = levelOf(world, item, place)
    return [pair, ...[quantity, reserved, quantity - reserved].map(quantityText), moneyText(value)]
  })
