/** Documents, repacks and orders: each step is done to the model and to the service, and both must say the same. */
import fc from 'fast-check'
import { expect } from 'vitest'
import {
  at,
  drawnLine,
  early,
  item,
  late,
  lineOf,
  lotFor,
  maybe,
  often,
  place,
  plenty,
  quantity,
  sent,
  shown,
  step,
  which,
} from './stock-draws.ts'
import {
  addDoc,
  cancelRepack,
  changeWanted,
  confirm,
  confirmRepack,
  release,
  reserve,
  takeBack,
} from './stock-model.ts'
import {
  answersAs,
  compare,
  compareAllocations,
  foretold,
  items,
  named,
  places,
  quantityText,
  type Real,
} from './stock-real.ts'
import type { Doc, Repack, World } from './stock-world.ts'

const pathOf = ({ kind, id }: Doc) => `/${kind === 'goods_receipt' ? 'goods-receipts' : 'stock-issues'}/${id}`

/** Confirm, cancel or revert a document, whatever it says to that. */
async function act(world: World, real: Real, doc: Doc, action: 'confirm' | 'cancel' | 'revert_to_draft') {
  const { result, code } = foretold(() =>
    action === 'confirm' ? confirm(world, doc) : takeBack(world, doc, action === 'cancel' ? 'cancelled' : 'draft'),
  )
  const reply = await real.api.post(`${pathOf(doc)}/actions/${action}`)
  if (answersAs(reply, code)) named(doc, reply.body)
  await compare(world, real, result)
  if (doc.kind === 'stock_issue' && result) await compareAllocations(real, doc)
}

async function create(
  world: World,
  real: Real,
  wanted: Parameters<typeof addDoc>[1],
  head: object,
): Promise<Doc | undefined> {
  const { result: doc, code } = foretold(() => addDoc(world, wanted))
  const path = wanted.kind === 'goods_receipt' ? '/goods-receipts' : '/stock-issues'
  const reply = await real.api.post(path, {
    warehouse_id: real.id(wanted.place),
    date: wanted.day,
    lines: wanted.lines.map(line => sent(real, line)),
    ...head,
  })
  if (answersAs(reply, code)) named(doc!, reply.body)
  await compare(world, real, doc && [`${wanted.kind}.created`])
  return doc
}

/** Every history begins with something in each warehouse; else most of it would be refusals. */
export async function stocked(world: World, real: Real): Promise<{ model: World; real: Real }> {
  for (const where of places) {
    const lines = items.map(what => lineOf({ item: what, quantity: 30_000n, price: 7_333_333n, lot: null }))
    const doc = await create(world, real, { kind: 'goods_receipt', day: '2026-03-02', place: where, lines }, {})
    await act(world, real, doc!, 'confirm')
  }
  return { model: world, real }
}

const receipts = fc
  .tuple(
    place,
    early,
    fc.array(drawnLine, { minLength: 1, maxLength: 3 }),
    fc.bigInt({ min: 0n, max: 999n }),
    often(50),
  )
  .map(([where, date, lines, extra, isCostly]) =>
    step(`receipt into ${where} on ${date}: ${shown(lines)}`, async (world, real) => {
      const cost = isCostly ? extra : 0n
      const doc = await create(
        world,
        real,
        { kind: 'goods_receipt', day: date, place: where, lines: lines.map(line => lineOf(plenty(line))), extra: cost },
        { additional_cost: `${cost / 100n}.${String(cost % 100n).padStart(2, '0')}` },
      )
      await act(world, real, doc!, 'confirm')
    }),
  )

/** Some for an order, some to the other warehouse, few without a line. */
const issues = fc
  .record({
    where: place,
    date: late,
    lines: fc.array(drawnLine, { minLength: 1, maxLength: 3 }),
    isEmpty: often(3),
    order: maybe(50, which),
    target: maybe(25, place),
    isConfirmed: often(80),
  })
  .map(({ where, date, lines, isEmpty, order, target, isConfirmed }) =>
    step(`issue from ${where} on ${date} to ${target}, order ${order}: ${shown(lines)}`, async (world, real) => {
      const orderId = order === null ? null : (at(world.holds, order)?.order ?? null)
      const wanted = isEmpty ? [] : lines.map(line => lineOf(line, lotFor(world, line, where)))
      const head = {
        order_id: orderId,
        ...(target && { movement_purpose: 'transfer', target_warehouse_id: real.id(target) }),
      }
      const kind = 'stock_issue' as const
      const doc = await create(
        world,
        real,
        { kind, day: date, place: where, target, order: orderId, lines: wanted },
        head,
      )
      if (doc && isConfirmed) await act(world, real, doc, 'confirm')
    }),
  )

const actions = fc
  .tuple(which, fc.constantFrom('confirm' as const, 'cancel' as const, 'revert_to_draft' as const), often(80))
  .map(([index, action, isAllowed]) =>
    step(
      `${action} document ${index}`,
      async (world, real) => {
        const from = action === 'confirm' ? 'draft' : 'confirmed'
        const fitting = world.docs.filter(({ status }) => status === from)
        await act(world, real, at(isAllowed && fitting.length > 0 ? fitting : world.docs, index)!, action)
      },
      world => world.docs.length > 0,
    ),
  )

const arrivals = which.map(index =>
  step(
    `arrival ${index}`,
    (world, real) => act(world, real, at(waiting(world), index)!, 'confirm'),
    world => waiting(world).length > 0,
  ),
)
const waiting = (world: World) => world.docs.filter(({ source, status }) => source !== null && status === 'draft')

const drawnLines = fc.array(drawnLine, { minLength: 1, maxLength: 2 })

const repacks = fc.tuple(place, late, drawnLines, drawnLines).map(([where, date, from, to]) =>
  step(`repack in ${where} on ${date}: ${shown(from)} to ${shown(to)}`, async (world, real) => {
    const taken = from.map(line => ({ ...lineOf(line, lotFor(world, line, where)), price: null }))
    const made = to.map(line => ({ ...lineOf(line), price: null }))
    const { result, code } = foretold(() => ({
      issue: addDoc(world, { kind: 'stock_issue', day: date, place: where, lines: taken, isHalf: true }),
      receipt: addDoc(world, { kind: 'goods_receipt', day: date, place: where, lines: made, isHalf: true }),
    }))
    const reply = await real.api.post('/repacks', {
      warehouse_id: real.id(where),
      date,
      from: taken.map(line => sent(real, line)),
      to: made.map(line => sent(real, line)),
    })
    if (answersAs(reply, code)) world.repacks.push({ id: reply.body.id, status: 'draft', ...result! })
    await compare(world, real, result && ['stock_issue.created', 'goods_receipt.created'])
    if (result) await actOnRepack(world, real, world.repacks.at(-1)!, 'confirm')
  }),
)

async function actOnRepack(world: World, real: Real, repack: Repack, action: 'confirm' | 'cancel') {
  const { result, code } = foretold(() =>
    action === 'confirm' ? confirmRepack(world, repack) : cancelRepack(world, repack),
  )
  const reply = await real.api.post(`/repacks/${repack.id}/actions/${action}`)
  if (answersAs(reply, code)) {
    const open = { draft: ['confirm'], confirmed: ['cancel'], cancelled: [] }
    expect(reply.body).toMatchObject({ status: repack.status, allowed_actions: open[repack.status] })
  }
  await compare(world, real, result)
  if (result) await compareAllocations(real, repack.issue)
}

const repackActions = fc.tuple(which, fc.constantFrom('confirm' as const, 'cancel' as const)).map(([index, action]) =>
  step(
    `${action} repack ${index}`,
    (world, real) => actOnRepack(world, real, at(world.repacks, index)!, action),
    world => world.repacks.length > 0,
  ),
)

const orders = fc
  .tuple(
    fc.array(fc.record({ item, place, quantity: quantity.map(some => some * 2n) }), { minLength: 1, maxLength: 3 }),
    maybe(60, fc.constantFrom('2026-05-01', '2026-05-02')),
  )
  .map(([needs, due]) =>
    step(
      `order due ${due}: ${needs.map(need => `${quantityText(need.quantity)} ${need.item}@${need.place}`).join(', ')}`,
      async (world, real) => {
        const lines = await real.orders.reserve(
          needs.map(need => ({
            item: real.id(need.item),
            warehouse: real.id(need.place),
            quantity: quantityText(need.quantity),
          })),
          due,
        )
        const empty = { issued: 0n, reserved: 0n, turn: 0, due }
        const holds = lines.map(({ id, order }, index) => {
          const { item: what, place: where, quantity: wanted } = needs[index]!
          return { ...empty, id, order, item: what, place: where, wanted }
        })
        await compare(world, real, ['order.created', ...reserve(world, holds)])
      },
    ),
  )

const hasHolds = (world: World) => world.holds.length > 0

const releases = which.map(index =>
  step(
    `release ${index}`,
    async (world, real) => {
      const { order } = at(world.holds, index)!
      await real.orders.release(order)
      await compare(world, real, release(world, order))
    },
    hasHolds,
  ),
)

const changes = fc.tuple(which, quantity).map(([index, wanted]) =>
  step(
    `change hold ${index} to ${quantityText(wanted)}`,
    async (world, real) => {
      const hold = at(world.holds, index)!
      const { id, order } = hold
      const line = { id, order, item: real.id(hold.item), warehouse: real.id(hold.place), quantity: '' }
      await real.orders.change(line, quantityText(wanted))
      await compare(world, real, changeWanted(world, hold, wanted))
    },
    hasHolds,
  ),
)

/** fast-check draws each kind alike; what moves stock stands here more often. */
export const stockSteps = [
  ...[receipts, receipts, receipts, receipts, issues, issues, issues, issues, issues, issues],
  ...[actions, actions, actions, arrivals, repacks, repackActions],
  ...[orders, orders, orders, releases, changes, changes],
]
