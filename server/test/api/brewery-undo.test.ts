/** What ends a batch, and how everything is taken back. */
import { describe, expect, test } from 'vitest'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import type { Reply } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf } from '../support/stock.ts'

const service = useService()
const theBook = shared(service, () => brewhouse(service))

const done = async (reply: Promise<Reply>) => {
  const { status, text, body } = await reply
  expect(status, text).toBe(200)
  return body
}

/** A record without what every write changes. */
const lasting = ({ updated_at: _, ...rest }: Record<string, unknown>) => rest

const vesselOf = async (book: Brewhouse, id: string) => (await book.api.get(`/vessels/${id}`)).body

describe('undo_last', () => {
  test('200: step by step back to the start, each step as it was', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const path = `/batches/${id}`
    const [kettle, tank] = [await book.vessel('5000', { requires_cleaning: true }), await book.vessel()]
    const before: object[] = []
    for (const [key, body] of [
      ['advance_phase', { phase: 'brewing', vessel_id: kettle }],
      ['advance_phase', { phase: 'fermentation', vessel_id: tank, volume_l: '1000' }],
      ['record_loss', { volume_l: '10', is_abnormal: true }],
      ['move', { vessel_id: await book.vessel(), volume_l: '985' }],
      ['advance_phase', { phase: 'packaging', volume_l: '990' }],
      ['advance_phase', { phase: 'completed' }],
    ] as const) {
      before.push(lasting((await book.api.get(path)).body))
      await done(book.act(path, key, body))
    }
    for (const expected of before.toReversed()) {
      const back = await done(book.act(path, 'undo_last', { note: 'omyl' }))
      expect(lasting(back)).toEqual(expected)
      expect((await book.api.get(path)).body).toEqual(back)
    }
    expect(faultsOf(await book.act(path, 'undo_last'))).toEqual(['invalid_transition'])
    expect([(await vesselOf(book, kettle)).status, (await vesselOf(book, tank)).status]).toEqual(['free', 'free'])
    const ledger = await book.ledger(id)
    expect(ledger).toHaveLength(18)
    expect(ledger.slice(9).every(({ is_undone }) => is_undone)).toBe(true)
    expect(ledger.slice(0, 9).every(({ is_undone }) => !is_undone)).toBe(true)
    expect(ledger[0]).toMatchObject({ kind: 'phase', volume_after_l: null, note: 'omyl' })
    expect((await book.api.get(`/vessels/${tank}/history`)).body.data).toEqual([])
  })

  test('200: a vessel in cleaning is entered again; 409 equipment_occupied when another batch is in it', async () => {
    const book = await theBook()
    const dirty = await book.vessel('5000', { requires_cleaning: true })
    const { id } = (await book.batch()).body
    const path = `/batches/${id}`
    await done(book.act(path, 'advance_phase', { phase: 'fermentation', vessel_id: dirty, volume_l: '10' }))
    await done(book.act(path, 'move', { vessel_id: await book.vessel() }))
    expect((await vesselOf(book, dirty)).status).toBe('cleaning')
    expect(await done(book.act(path, 'undo_last'))).toMatchObject({ vessel: { id: dirty } })
    expect(await vesselOf(book, dirty)).toMatchObject({ status: 'occupied', batch: { id }, contents_l: '10' })
    await done(book.act(path, 'advance_phase', { phase: 'completed' }))
    await done(book.act(`/vessels/${dirty}`, 'finish_cleaning'))
    const other = (await book.batch()).body
    const body = { phase: 'fermentation', vessel_id: dirty, volume_l: '10' }
    await done(book.act(`/batches/${other.id}`, 'advance_phase', body))
    const refused = await book.act(path, 'undo_last')
    expect(refused.body).toMatchObject({ code: 'equipment_occupied', blockers: [{ id: other.id }] })
    expect((await book.api.get(path)).body.phase).toBe('completed')
  })

  test('200: a split child with nothing newer is given up; 409 otherwise', async () => {
    const book = await theBook()
    const { id, path } = await book.fermenting('1000')
    const before = lasting((await book.api.get(path)).body)
    const split = async () =>
      (await done(book.act(path, 'split', { volume_l: '400', vessel_id: await book.vessel() }))).created.id
    const first = await split()
    await done(book.act(`/batches/${first}`, 'record_loss', { volume_l: '1' }))
    const refused = await book.act(path, 'undo_last')
    expect(refused.body).toMatchObject({ code: 'conflict', blockers: [{ object: 'batch', id: first }] })
    await done(book.act(`/batches/${first}`, 'undo_last'))
    expect(lasting(await done(book.act(path, 'undo_last')))).toEqual(before)
    const child = (await book.api.get(`/batches/${first}`)).body
    expect(child).toMatchObject({ phase: 'cancelled', previous_phase: 'fermentation', vessel: null, phases: [] })
    expect(child.allowed_actions).toEqual([])
    const second = await split()
    expect((await book.api.get(`/batches/${second}`)).body.number).toMatch(/-2$/)
    expect(await done(book.act(`/batches/${second}`, 'undo_last'))).toMatchObject({ id: second, phase: 'cancelled' })
    expect((await book.api.get(`/batches/${id}`)).body.volume_l).toBe('1000')
  })

  test('409: a blend has to be the newest in every batch of it', async () => {
    const book = await theBook()
    const target = await book.fermenting('100')
    const source = await book.fermenting('100')
    await done(book.act(target.path, 'blend', { from: [{ batch_id: source.id, volume_l: '10' }] }))
    await done(book.act(target.path, 'record_loss', { volume_l: '1' }))
    const refused = await book.act(source.path, 'undo_last')
    expect(refused.body).toMatchObject({ code: 'conflict', blockers: [{ object: 'batch', id: target.id }] })
    await done(book.act(target.path, 'undo_last'))
    expect(await done(book.act(source.path, 'undo_last'))).toMatchObject({ volume_l: '100' })
    expect((await book.api.get(target.path)).body.volume_l).toBe('100')
  })

  test('200: an open batch again shows the names of now', async () => {
    const book = await theBook()
    const { path } = await book.fermenting('100')
    await done(book.act(path, 'advance_phase', { phase: 'completed' }))
    await book.api.patch(`/items/${book.beer}`, { name: 'Jedenáctka' })
    expect((await book.api.get(path)).body.item.name).toBe('Ležák 12°')
    expect(await done(book.act(path, 'undo_last'))).toMatchObject({ item: { name: 'Jedenáctka' } })
  })
})

describe('cancel', () => {
  test('200: ends a batch in any working phase, and is taken back', async () => {
    const book = await theBook()
    const planned = `/batches/${(await book.batch()).body.id}`
    expect(await done(book.act(planned, 'cancel', { reason: 'Chybí slad' }))).toMatchObject({
      phase: 'cancelled',
      previous_phase: 'planned',
      volume_l: null,
      allowed_actions: ['undo_last'],
    })
    expect(faultsOf(await book.api.patch(planned, { name: 'x' }))).toEqual(['invalid_transition'])
    expect(await done(book.act(planned, 'undo_last'))).toMatchObject({ phase: 'planned', previous_phase: null })
    const { id, path, vessel } = await book.fermenting('100')
    expect(await done(book.act(path, 'cancel', { reason: 'Infekce' }))).toMatchObject({ volume_l: '0', vessel: null })
    expect(await book.ledger(id)).toMatchObject([
      { kind: 'loss', volume_l: '-100' },
      { kind: 'cancel', reason: 'Infekce' },
      { kind: 'phase' },
    ])
    expect((await vesselOf(book, vessel)).status).toBe('free')
  })

  test('409: beer that was split off or blended away stands in the way', async () => {
    const book = await theBook()
    const { path } = await book.fermenting('100')
    const target = await book.fermenting('100')
    const { created } = await done(book.act(path, 'split', { volume_l: '10', vessel_id: await book.vessel() }))
    const { batch_id } = { batch_id: path.split('/').at(-1)! }
    await done(book.act(target.path, 'blend', { from: [{ batch_id, volume_l: '10' }] }))
    const refused = await book.act(path, 'cancel', { write_off: true })
    expect(refused.body).toMatchObject({
      code: 'conflict',
      blockers: [
        { object: 'batch', id: created.id, phase: 'fermentation' },
        { object: 'batch', id: target.id },
      ],
    })
    await done(book.act(path, 'undo_last'))
    await done(book.act(path, 'undo_last'))
    expect(await done(book.act(path, 'cancel'))).toMatchObject({ phase: 'cancelled' })
  })
})
