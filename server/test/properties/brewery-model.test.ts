/**
 * Random histories of a cellar, done on paper and by the service: after every step both must agree, no value is ever
 * lost, and undoing everything leads back to the start. MODEL_RUNS=100 tries longer.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import type { Reply } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { Cellar, type Operation } from './brewery-model.ts'

const service = useService()
const runs = Number(process.env.MODEL_RUNS ?? 2)
const longestMs = process.env.MODEL_RUNS ? 3_600_000 : 6_000

const steps = [
  'brew',
  'advance',
  'material',
  'loss',
  'split',
  'blend',
  'receipt',
  'run',
  'run from stock',
  'end',
  'undo',
  'take back',
] as const

interface Step {
  what: (typeof steps)[number]
  /** Which batch, which other one, how much of a thousand, and whether or not. */
  pick: number
  other: number
  part: number
  flag: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...steps),
  pick: fc.nat({ max: 7 }),
  other: fc.nat({ max: 7 }),
  part: fc.integer({ min: 1, max: 1_040 }),
  flag: fc.boolean(),
})

const litres = (millilitres: bigint) => (Number(millilitres) / 1000).toFixed(3)
const crowns = (hellers: bigint) => (Number(hellers) / 100).toFixed(2)

/** The paper and the service, side by side. */
interface Both {
  book: Brewhouse
  malt: string
  /** A millilitre of the beer is one piece of it. */
  bottle: string
  crown: string
  cellar: Cellar
  /** Of each batch. */
  ids: string[]
  documents: Map<Operation, string>
  /** What packaging each run used. */
  packed: Map<Operation, bigint>
}

const pcs = { unit_code: 'pcs' }

/** One kilogram of malt costs one haléř, so that any cost can be issued; a crown cap costs three. */
async function newBoth(): Promise<Both> {
  const book = await brewhouse(service)
  const malt = await book.item()
  const filling = { item_type: 'base_product', base_item_id: book.beer, base_item_quantity: '0.001' }
  const bottle = await book.item({ name: 'Lahvička', unit: pcs, ...filling })
  const crown = await book.item({ name: 'Korunka', unit: pcs, item_type: 'packaging' })
  await book.received(malt, '1000000', '0.01', { date: '2026-01-01' })
  await book.received(crown, '1000000', '0.03', { unit: 'pcs', date: '2026-01-01' })
  const papers = { cellar: new Cellar(), ids: [], documents: new Map(), packed: new Map() }
  const both: Both = { book, malt, bottle, crown, ...papers }
  for (const [batch, brewed] of [2_080_000n, 990_500n].entries()) {
    await brew(both, brewed)
    await issue(both, batch, 124_217n)
    if (both.cellar.canGive(batch)) await receive(both, batch, { volume: 100_003n, flag: false })
  }
  // More than a layer, so that every history has one of them.
  await fillFromStock(both, { volume: 130_000n, flag: false, lost: true })
  return both
}

async function brew(both: Both, volume: bigint): Promise<void> {
  const { body } = await both.book.batch({ brew_date: '2026-01-02' })
  both.ids.push(body.id)
  await advance(both, both.cellar.add(), volume)
}

const at = ({ ids }: Both, batch: number) => `/batches/${ids[batch]}`

async function act(both: Both, batch: number, [key, body]: [string, object]): Promise<Reply> {
  return both.book.act(at(both, batch), key, body)
}

const worked = ({ status, text }: Reply) => expect(status, text).toBe(200)

const refused = ({ status, text, body }: Reply, ...codes: string[]) => {
  expect([409, 422], text).toContain(status)
  expect(codes, text).toContain(body.code)
}

async function advance(both: Both, batch: number, volume: bigint): Promise<void> {
  const { cellar } = both
  const { phase } = cellar.of(batch)
  const next = phase === 'planned' && volume % 3n === 0n ? 'brewing' : 'packaging'
  const states = next === 'packaging'
  const body = { phase: next, ...(states && { volume_l: litres(volume) }) }
  const reply = await act(both, batch, ['advance_phase', body])
  if (phase !== 'planned' && phase !== 'brewing') return refused(reply, 'invalid_transition')
  worked(reply)
  cellar.advance(batch, next, states ? volume : null)
}

async function issue(both: Both, batch: number, cost: bigint): Promise<void> {
  const { book, malt, cellar, ids } = both
  const head = { movement_purpose: 'production_out', batch_id: ids[batch] }
  const draft = await book.issue([{ item: malt, quantity: cost.toString() }], head)
  if (!cellar.isOpen(batch)) return refused(draft, 'validation_failed')
  const reply = await book.act(`/stock-issues/${draft.body.id}`, 'confirm')
  if (cellar.of(batch).volume === 0n) return refused(reply, 'conflict')
  worked(reply)
  both.documents.set(cellar.material(batch, cost), `/stock-issues/${draft.body.id}`)
}

async function lose(both: Both, batch: number, { volume, flag }: { volume: bigint; flag: boolean }): Promise<void> {
  const { cellar } = both
  const reply = await act(both, batch, ['record_loss', { volume_l: litres(volume), is_abnormal: flag }])
  if (!cellar.canGive(batch)) return refused(reply, 'invalid_transition')
  if (volume > cellar.of(batch).volume!) return refused(reply, 'conflict')
  worked(reply)
  cellar.loss(batch, volume, flag)
}

async function split(both: Both, batch: number, volume: bigint): Promise<void> {
  const { cellar } = both
  const reply = await act(both, batch, ['split', { volume_l: litres(volume) }])
  if (!cellar.canGive(batch)) return refused(reply, 'invalid_transition')
  if (volume >= cellar.of(batch).volume!) return refused(reply, 'conflict', 'validation_failed')
  worked(reply)
  both.ids.push(reply.body.created.id)
  cellar.split(batch, volume)
}

async function blend(both: Both, batch: number, from: { batch: number; volume: bigint }): Promise<void> {
  const { cellar, ids } = both
  const source = cellar.of(from.batch)
  const body = { from: [{ batch_id: ids[from.batch], volume_l: litres(from.volume) }] }
  const reply = await act(both, batch, ['blend', body])
  if (cellar.of(batch).phase !== 'packaging') return refused(reply, 'invalid_transition')
  const isUsable = from.batch !== batch && cellar.isOpen(from.batch) && source.phase !== 'planned'
  if (!isUsable) return refused(reply, 'validation_failed')
  if (source.volume !== null && from.volume > source.volume) return refused(reply, 'conflict')
  worked(reply)
  cellar.blend(batch, [from])
}

async function receive(both: Both, batch: number, { volume, flag }: { volume: bigint; flag: boolean }): Promise<void> {
  const { cellar } = both
  const body = { quantity: litres(volume), unit: { unit_code: 'l' }, is_final: flag }
  const reply = await act(both, batch, ['receive_production', body])
  if (!cellar.canGive(batch)) return refused(reply, 'invalid_transition')
  if (volume > cellar.of(batch).volume!) return refused(reply, 'conflict')
  worked(reply)
  both.documents.set(cellar.receipt(batch, volume, flag), `/goods-receipts/${reply.body.created.id}`)
}

interface Filling {
  volume: bigint
  flag: boolean
  lost: boolean
}

/** A draft of a run, and the crown caps it needs; of some runs a tenth of the beer is lost. */
async function draftRun({ book, crown, bottle }: Both, { volume, lost }: Filling, head: object) {
  const pieces = (lost ? (volume * 9n) / 10n : volume) || 1n
  const crowns = (pieces % 1000n) + 1n
  const materials = [{ item_id: crown, quantity: crowns.toString(), unit: pcs }]
  const draft = await book.api.post('/packaging-runs', {
    warehouse_id: book.main,
    released_quantity: litres(volume),
    unit: { unit_code: 'l' },
    outputs: [{ item_id: bottle, quantity: pieces.toString(), unit: pcs, materials }],
    ...head,
  })
  return { draft, path: `/packaging-runs/${draft.body.id}`, packaging: crowns * 3n }
}

/** Straight out of the batch. */
async function fill(both: Both, batch: number, filling: Filling): Promise<void> {
  const { book, cellar, ids } = both
  const { volume, flag } = filling
  const head = { batch_id: ids[batch], source: 'batch', is_final: flag }
  const { draft, path, packaging } = await draftRun(both, filling, head)
  if (!cellar.isOpen(batch)) return refused(draft, 'validation_failed')
  const reply = await book.act(path, 'confirm')
  if (volume > (cellar.of(batch).volume ?? 0n)) return refused(reply, 'conflict')
  worked(reply)
  note(both, cellar.receipt(batch, volume, flag, 'run'), { path, packaging })
}

/** Of beer in stock, whatever batch it came from. */
async function fillFromStock(both: Both, filling: Filling): Promise<void> {
  const { path, packaging } = await draftRun(both, filling, {})
  const reply = await both.book.act(path, 'confirm')
  if (filling.volume > both.cellar.inStock) return refused(reply, 'conflict')
  worked(reply)
  note(both, both.cellar.fromStock(filling.volume), { path, packaging })
}

function note({ documents, packed }: Both, operation: Operation, of: { path: string; packaging: bigint }): void {
  documents.set(operation, of.path)
  packed.set(operation, of.packaging)
}

async function end(both: Both, batch: number, flag: boolean): Promise<void> {
  const { cellar } = both
  const to = flag ? 'completed' : 'cancelled'
  const body = { write_off: true }
  const reply = await act(both, batch, flag ? ['advance_phase', { phase: to, ...body }] : ['cancel', body])
  if (!cellar.isOpen(batch)) return refused(reply, 'invalid_transition')
  if (to === 'cancelled' && cellar.hasLeft(batch)) return refused(reply, 'conflict')
  worked(reply)
  cellar.end(batch, to)
}

async function undo(both: Both, batch: number): Promise<void> {
  const { cellar } = both
  const operation = cellar.newest(batch)
  const reply = await act(both, batch, ['undo_last', {}])
  if (!operation) return refused(reply, 'invalid_transition')
  if (!cellar.canUndo(operation)) return refused(reply, 'conflict')
  worked(reply)
  cellar.takeBack(operation)
}

async function takeBack({ book, cellar, documents }: Both, pick: number): Promise<void> {
  const [operation, path] = [...documents][pick % Math.max(documents.size, 1)] ?? []
  if (!operation || !path) return
  const reply = await book.act(path, 'cancel')
  if (!cellar.canTakeBack(operation)) return refused(reply, 'conflict', 'receipt_has_allocations')
  worked(reply)
  cellar.takeBack(operation)
  documents.delete(operation)
}

const doing: Record<Step['what'], (both: Both, batch: number, step: Step) => Promise<void>> = {
  brew: (both, _batch, { part }) => (both.ids.length < 6 ? brew(both, BigInt(part) * 1_111n) : Promise.resolve()),
  advance: (both, batch, { part }) => advance(both, batch, BigInt(part) * 1_111n),
  material: (both, batch, { part }) => issue(both, batch, BigInt(part) * 37n),
  loss: (both, batch, { part, flag }) => lose(both, batch, { volume: partOf(both, batch, part), flag }),
  split: (both, batch, { part }) => split(both, batch, partOf(both, batch, part)),
  blend(both, batch, { other, part }) {
    const source = other % both.ids.length
    return blend(both, batch, { batch: source, volume: partOf(both, source, part) })
  },
  receipt: (both, batch, { part, flag }) => receive(both, batch, { volume: partOf(both, batch, part), flag }),
  run: (both, batch, { part, flag, other }) =>
    fill(both, batch, { volume: partOf(both, batch, part), flag, lost: other % 2 === 1 }),
  'run from stock': (both, _batch, { part, flag, other }) =>
    fillFromStock(both, { volume: (both.cellar.inStock * BigInt(part)) / 1000n || 1n, flag, lost: other % 2 === 1 }),
  end: (both, batch, { flag }) => end(both, batch, flag),
  undo: (both, batch) => undo(both, batch),
  'take back': (both, _batch, { pick }) => takeBack(both, pick),
}

/** So many thousandths of what is there, at least something. */
const partOf = ({ cellar }: Both, batch: number, part: number): bigint =>
  ((cellar.of(batch).volume ?? 500_000n) * BigInt(part)) / 1000n || 1n

/** Litres and value of every batch, and all the malt that was ever issued is somewhere. */
async function agree({ book, cellar, ids, bottle, crown, packed }: Both): Promise<void> {
  for (const [batch, id] of ids.entries()) {
    const { phase, volume, value } = cellar.of(batch)
    const [newest] = (await book.api.get(`/batches/${id}/ledger?limit=1`)).body.data
    const { body } = await book.api.get(`/batches/${id}`)
    const { phase: shownPhase, volume_l } = body
    expect([shownPhase, volume_l && Number(volume_l), newest?.value_after ?? '0.00'], body.number).toEqual([
      phase,
      volume === null ? null : Number(litres(volume)),
      crowns(value),
    ])
  }
  const sum = (values: bigint[]) => values.reduce((total, each) => total + each, 0n)
  const kept = sum(cellar.batches.map(({ value }) => value))
  const issued = sum(valuesOf(cellar, 'material'))
  const received = -sum(valuesOf(cellar, 'receipt'))
  const filled = -sum(valuesOf(cellar, 'run'))
  const packaging = sum(cellar.operations.map(operation => packed.get(operation) ?? 0n))
  const taken = sum(cellar.operations.flatMap(({ takes = [] }) => takes.map(({ value }) => value)))
  expect((await book.level(book.beer)).value).toBe(crowns(received - taken))
  expect((await book.level(bottle)).value).toBe(crowns(filled + taken + packaging))
  expect((await book.level(crown)).value).toBe(crowns(3_000_000n - packaging))
  expect(kept + received + filled + sum(cellar.operations.map(({ writtenOff }) => writtenOff))).toBe(issued)
}

const valuesOf = ({ operations }: Cellar, document: Operation['document']): bigint[] =>
  operations.filter(operation => operation.document === document).map(({ parts }) => parts[0]?.value ?? 0n)

async function undoEverything(both: Both): Promise<void> {
  const { cellar, book } = both
  for (const operation of cellar.operations.toReversed()) {
    const path = both.documents.get(operation)
    worked(await (path ? book.act(path, 'cancel') : act(both, operation.parts[0]!.batch, ['undo_last', {}])))
    cellar.takeBack(operation)
  }
  await agree(both)
  expect(cellar.batches.every(({ volume, value }) => volume === null && value === 0n)).toBe(true)
  expect(await book.level(both.malt)).toMatchObject({ quantity: '1000000', value: '10000.00' })
  for (const item of [book.beer, both.bottle]) {
    expect(await book.level(item)).toMatchObject({ quantity: '0', value: '0.00' })
  }
}

test(
  'any history of a cellar leaves what the rules say, and is taken back to the last haléř',
  async () => {
    const from = performance.now()
    let done = 0
    const history = fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30, size: 'max' }), async planned => {
      if (performance.now() - from > longestMs) return
      const both = await newBoth()
      for (const each of planned) await doing[each.what](both, each.pick % both.ids.length, each)
      await agree(both)
      await undoEverything(both)
      done += planned.length
    })
    await fc.assert(history, { numRuns: runs, endOnFailure: true })
    expect(done).toBeGreaterThan(10)
  },
  longestMs + 60_000,
)
