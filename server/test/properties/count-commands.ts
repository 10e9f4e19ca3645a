/** Inventory counts, step by step, in the model and in the service. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { addCountLine, cancelCount, finishCount, recount, startCount } from './count-model.ts'
import { at, drawnLine, item, late, lotFor, maybe, often, place, quantity, shown, step, which } from './stock-draws.ts'
import { answersAs, compare, foretold, quantityText, type Real } from './stock-real.ts'
import type { Count, World } from './stock-world.ts'

const counts = fc.tuple(place, late, maybe(40, item), often(80)).map(([where, date, only, isStarted]) =>
  step(`count ${only ?? 'all'} in ${where} on ${date}`, async (world, real) => {
    const reply = await real.api.post('/inventory-counts', {
      warehouse_id: real.id(where),
      date,
      ...(only && { scope: 'listed', item_ids: [real.id(only)] }),
    })
    const { id } = reply.body
    world.counts.push({ id, status: 'draft', place: where, day: date, items: only && [only], lines: [] })
    await compare(world, real, [])
    if (isStarted) await actOnCount(world, real, world.counts.at(-1)!, 'start')
  }),
)

async function actOnCount(world: World, real: Real, count: Count, action: 'start' | 'finish' | 'cancel') {
  const { result, code } = foretold(() => {
    if (action === 'finish') return finishCount(world, count)
    if (action === 'start') startCount(world, count)
    else cancelCount(count)
    return []
  })
  const reply = await real.api.post(`/inventory-counts/${count.id}/actions/${action}`)
  if (answersAs(reply, code)) {
    const open = { draft: ['start'], running: ['finish', 'cancel'], closed: [], cancelled: [] }
    expect(reply.body).toMatchObject({ status: count.status, allowed_actions: open[count.status] })
    for (const [index, line] of count.lines.entries()) line.id = reply.body.lines[index].id
    compareCount(count, reply.body.lines)
  }
  await compare(world, real, result)
}

type ShownCountLine = { lot_id: string | null; expected_quantity: string | null; counted_quantity: string | null }

function compareCount(count: Count, lines: ShownCountLine[]): void {
  const text = (value: bigint | null) => (value === null ? null : quantityText(value))
  expect(lines.map(line => [line.lot_id, line.expected_quantity, line.counted_quantity])).toEqual(
    count.lines.map(({ lot, expected, counted }) => [lot?.id ?? null, text(expected), text(counted)]),
  )
}

/** Most actions fit the state of the count. */
const countActions = fc
  .tuple(which, fc.constantFrom(...(['finish', 'finish', 'finish', 'cancel', 'start'] as const)), often(85))
  .map(([index, action, isAllowed]) =>
    step(
      `${action} count ${index}`,
      async (world, real) => {
        const from = action === 'start' ? 'draft' : 'running'
        const fitting = world.counts.filter(({ status }) => status === from)
        await actOnCount(world, real, at(isAllowed && fitting.length > 0 ? fitting : world.counts, index)!, action)
      },
      world => world.counts.length > 0,
    ),
  )

const countOf = (world: World, index: number): Count => {
  const open = world.counts.filter(({ status }) => status === 'running' || status === 'draft')
  return at(index % 10 > 0 && open.length > 0 ? open : world.counts, index)!
}

const countLines = fc.tuple(which, drawnLine, fc.nat(3)).map(([index, drawn, zero]) =>
  step(
    `count line of count ${index}: ${shown([drawn])}`,
    async (world, real) => {
      const count = countOf(world, index)
      const counted = zero === 0 ? 0n : drawn.quantity
      const lot = lotFor(world, drawn, count.place)
      const { result: line, code } = foretold(() => addCountLine(world, count, { item: drawn.item, lot, counted }))
      const reply = await real.api.post(`/inventory-counts/${count.id}/lines`, {
        item_id: real.id(drawn.item),
        counted_quantity: quantityText(counted),
        unit: { unit_code: 'kg' },
        ...(lot && { lot_id: lot.id }),
      })
      if (answersAs(reply, code)) line!.id = reply.body.id
      await compare(world, real, [])
    },
    world => world.counts.length > 0,
  ),
)

const recounts = fc.tuple(which, which, maybe(70, quantity)).map(([index, lineIndex, counted]) =>
  step(
    `recount line ${lineIndex} of count ${index}: ${counted === null ? 'nothing' : quantityText(counted)}`,
    async (world, real) => {
      const count = countOf(world, index)
      const line = at(count.lines, lineIndex)!
      const { code } = foretold(() => recount(count, line, counted))
      const reply = await real.api.patch(`/inventory-counts/${count.id}/lines/${line.id}`, {
        counted_quantity: counted === null ? null : quantityText(counted),
        ...(counted !== null && { unit: { unit_code: 'kg' } }),
      })
      answersAs(reply, code)
      await compare(world, real, [])
    },
    world => world.counts.length > 0 && countOf(world, index).lines.length > 0,
  ),
)

export const countSteps = [counts, countLines, recounts, countActions, countActions]
