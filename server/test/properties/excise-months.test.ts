/**
 * Random months of a brewery: whatever happened, a month closes with what the next one opens with, and with what lies in
 * excise on its last day or is on the way inside it. MODEL_RUNS=50 tries longer.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, plain, zero } from '../../src/lib/decimal.ts'
import { type ExciseHall, exciseHall, reportPath } from '../support/excise.ts'
import { litre, pcs } from '../support/packaging.ts'
import { useService } from '../support/service.ts'

const service = useService()
const runs = Number(process.env.MODEL_RUNS ?? 1)

const months = ['2026-02', '2026-03', '2026-04']
const days = ['2026-02-01', '2026-02-28', '2026-03-01', '2026-03-15', '2026-03-31', '2026-04-01', '2026-04-30']
const steps = ['come', 'go', 'transfer', 'arrive', 'count', 'repack', 'run', 'brew', 'cancel'] as const
const purposes = ['sale', 'waste', 'other', 'production_out', 'inventory_shortage', 'packaging_dispatch']

interface Step {
  what: (typeof steps)[number]
  pick: number
  other: number
  quantity: number
  day: string
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...steps),
  pick: fc.nat({ max: 11 }),
  other: fc.nat({ max: 11 }),
  quantity: fc.integer({ min: 1, max: 40 }),
  day: fc.constantFrom(...days),
})

interface Brewery extends ExciseHall {
  third: string
  /** The path of the batch beer comes from. */
  brew: string
  /** What can be cancelled. */
  done: string[]
  transfers: { issue: string; receipt: string }[]
}

async function newBrewery(): Promise<Brewery> {
  const hall = await exciseHall(service)
  await hall.apply({ warehouses: [{ code: 'THIRD', name: 'Expedice', is_excise_relevant: true }] })
  const { data } = (await hall.api.get('/warehouses')).body
  const third = data.find(({ code }: { code: string }) => code === 'THIRD').id
  const { path } = await hall.fermenting('5000', { brew_date: '2026-01-05' })
  const brewery = { ...hall, third, brew: path, done: [], transfers: [] }
  for (const item of [hall.bottle, hall.keg, hall.bottle15]) await hall.came(item, '100', '2026-02-01')
  return brewery
}

const pieces = (item_id: string, quantity: number) => ({ item_id, quantity: String(quantity), unit: pcs })

/** Whatever is refused changed nothing. */
async function take(brewery: Brewery, { what, pick, other, quantity, day }: Step): Promise<void> {
  const { api, main, second, third } = brewery
  const items = [brewery.bottle, brewery.keg, brewery.keg10, brewery.bottle15, brewery.glass]
  const [item, another] = [items[pick % items.length]!, items[other % items.length]!]
  const places = [main, third, second]
  const [here, there] = [places[pick % 3]!, places[other % 3]!]
  const made = async (path: string, body: object, key = 'confirm') => {
    const { body: draft } = await api.post(path, body)
    if (draft.id === undefined) return undefined
    const address = `${path}/${draft.id}`
    const { status } = await brewery.act(address, key)
    if (status === 200) brewery.done.push(address)
    return status === 200 ? address : undefined
  }
  const head = { warehouse_id: here, date: day, lines: [pieces(item, quantity)] }
  if (what === 'come') await made('/goods-receipts', head)
  if (what === 'go') await made('/stock-issues', { ...head, movement_purpose: purposes[other % purposes.length] })
  if (what === 'transfer') {
    const issue = await made('/stock-issues', { ...head, movement_purpose: 'transfer', target_warehouse_id: there })
    const { data } = (await api.get('/goods-receipts?status=draft&limit=200')).body
    const receipt = data.find((each: { source_issue_id: string }) => issue?.endsWith(each.source_issue_id))
    if (issue && receipt) brewery.transfers.push({ issue, receipt: `/goods-receipts/${receipt.id}` })
  }
  if (what === 'arrive' && brewery.transfers.length > 0) {
    const { receipt } = brewery.transfers[pick % brewery.transfers.length]!
    await api.patch(receipt, { date: day })
    if ((await brewery.act(receipt, 'confirm')).status === 200) brewery.done.push(receipt)
  }
  if (what === 'repack') {
    await made('/repacks', {
      warehouse_id: here,
      date: day,
      from: [pieces(item, quantity)],
      to: [pieces(another, quantity + pick)],
    })
  }
  if (what === 'run') {
    const from = other % 2 ? { source: 'batch', batch_id: brewery.brew.split('/').at(-1) } : {}
    const outputs = [brewery.output(brewery.bottle, String(quantity), { materials: [] })]
    const released = { released_quantity: String(quantity + pick), unit: litre }
    await made('/packaging-runs', {
      warehouse_id: here,
      target_warehouse_id: there,
      date: day,
      outputs,
      ...released,
      ...from,
    })
  }
  if (what === 'brew') {
    await brewery.act(brewery.brew, 'receive_production', {
      quantity: String(quantity),
      unit: litre,
      date: day,
      warehouse_id: here,
    })
  }
  if (what === 'cancel' && brewery.done.length > 0) {
    await brewery.act(brewery.done[pick % brewery.done.length]!, other % 2 ? 'cancel' : 'revert_to_draft')
  }
  if (what === 'count') await count(brewery, { item, quantity, day, here })
}

async function count(
  brewery: Brewery,
  { item, quantity, day, here }: { item: string; quantity: number; day: string; here: string },
) {
  const { body } = await brewery.api.post('/inventory-counts', {
    warehouse_id: here,
    date: day,
    scope: 'listed',
    item_ids: [item],
  })
  const path = `/inventory-counts/${body.id}`
  await brewery.act(path, 'start')
  await brewery.api.post(`${path}/lines`, { item_id: item, counted_quantity: String(quantity), unit: pcs })
  if ((await brewery.act(path, 'finish')).status !== 200) await brewery.act(path, 'cancel')
}

/** Hectolitres by whole °Plato at the end of a day, from levels and documents alone. */
async function stockOn(brewery: Brewery, day: string): Promise<Record<string, string>> {
  const { bottle, keg, keg10, bottle15, beer, main, third } = brewery
  const beers: Record<string, [plato: string, litres: string]> = {
    [bottle]: ['12', '0.5'],
    [keg]: ['12', '50'],
    [beer]: ['12', '1'],
    [keg10]: ['10', '50'],
    [bottle15]: ['15', '0.33'],
  }
  const held = new Map<string, typeof zero>()
  const add = (item: string, quantity: string) => {
    const [plato, litres] = beers[item] ?? ['0', '0']
    held.set(
      plato,
      decimal(quantity)
        .times(litres)
        .div(100)
        .plus(held.get(plato) ?? zero),
    )
  }
  const { data } = (await brewery.api.get(`/stock-levels?as_of=${day}&limit=200`)).body
  for (const { item, warehouse, quantity } of data) if ([main, third].includes(warehouse.id)) add(item.id, quantity)
  for (const { issue, receipt } of brewery.transfers) {
    const [sent, got] = [(await brewery.api.get(issue)).body, (await brewery.api.get(receipt)).body]
    const isInside = [main, third].includes(sent.warehouse.id) && [main, third].includes(sent.target_warehouse.id)
    const isOnTheWay =
      sent.status === 'confirmed' && sent.date <= day && !(got.status === 'confirmed' && got.date <= day)
    if (isInside && isOnTheWay) for (const line of sent.lines) add(line.item.id, line.issued_quantity ?? line.quantity)
  }
  const shown = [...held].map(([plato, hl]) => [plato, plain(hl)] as const)
  return Object.fromEntries(shown.filter(([, hl]) => hl !== '0').sort())
}

const figure = (report: { lines: Record<string, string>[] }, name: string): Record<string, string> =>
  Object.fromEntries(
    report.lines
      .map(line => [line.plato!, line[name]!] as const)
      .filter(([, hl]) => hl !== '0')
      .sort(),
  )

/** The report calculated anew; as a draft it was stale exactly when that gave other lines. */
async function renewed(brewery: Brewery, draft: { id: string; lines: unknown }) {
  const { is_stale, lines } = (await brewery.api.get(reportPath(draft))).body
  expect(lines).toEqual(draft.lines)
  const { body } = await brewery.act(reportPath(draft), 'recalculate')
  expect(is_stale).toBe(!isDeepStrictEqual(body.lines, lines))
  return body
}

test(
  'a month closes as the next opens, with the stock of its last day; filed, all of it stands',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async drawn => {
        const brewery = await newBrewery()
        const half = Math.floor(drawn.length / 2)
        for (const each of drawn.slice(0, half)) await take(brewery, each)
        const drafts = []
        for (const month of months) drafts.push((await brewery.report(month)).body)
        for (const each of drawn.slice(half)) await take(brewery, each)
        const reports = []
        for (const draft of drafts) reports.push(await renewed(brewery, draft))
        for (const [place, report] of reports.entries()) {
          const lastDay = ['2026-02-28', '2026-03-31', '2026-04-30'][place]!
          expect(figure(report, 'closing_hl')).toEqual(await stockOn(brewery, lastDay))
          if (place > 0) expect(figure(report, 'opening_hl')).toEqual(figure(reports[place - 1], 'closing_hl'))
          const { data } = (await brewery.api.get(`${reportPath(report)}/days`)).body
          const last = new Map(data.map((day: Record<string, string>) => [day.plato, day.closing_hl]))
          for (const [plato, hl] of last) expect(figure(report, 'closing_hl')[plato as string] ?? '0').toBe(hl)
        }
        for (const report of reports) expect((await brewery.act(reportPath(report), 'file')).status).toBe(200)
      }),
      { numRuns: runs, endOnFailure: true },
    )
  },
  runs * 120_000,
)
