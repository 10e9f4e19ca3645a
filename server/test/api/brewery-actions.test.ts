/** What is done with batches: phases, vessels, losses, splits, blends, and the taking back of all of it. */
import { describe, expect, test } from 'vitest'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import type { Reply } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()
const theBook = shared(service, () => brewhouse(service))

/** The events of a piece of work, as type, number and what they say changed. */
async function eventsOf(book: Brewhouse, work: () => Promise<unknown>): Promise<string[]> {
  const since = (await book.api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
  await work()
  const { data } = (await book.api.get(`/events?since_sequence=${since}&limit=200`)).body
  return data.map((event: { type: string; data: { object: { number: string; phase: string }; changes?: string[] } }) =>
    [event.type, event.data.object.number, event.data.object.phase, ...(event.data.changes ?? [])].join(' '),
  )
}

const entriesOf = async (book: Brewhouse, id: string) =>
  (await book.ledger(id)).map(
    ({ kind, volume_l, volume_after_l, is_undone }) =>
      `${kind} ${volume_l} ${volume_after_l}${is_undone ? ' undone' : ''}`,
  )

const done = async (reply: Promise<Reply>) => {
  const { status, text, body } = await reply
  expect(status, text).toBe(200)
  return body
}

describe('advance_phase and move', () => {
  test('200: a brew through all its phases', async () => {
    const book = await theBook()
    const [kettle, tank, cellar] = [await book.vessel(), await book.vessel(), await book.vessel()]
    const { id, number } = (await book.batch()).body
    const path = `/batches/${id}`
    const events = await eventsOf(book, async () => {
      await done(book.act(path, 'advance_phase', { phase: 'brewing', vessel_id: kettle }))
      const fermenting = await done(
        book.act(path, 'advance_phase', {
          phase: 'fermentation',
          vessel_id: tank,
          volume_l: '2080',
          note: 'zakvašeno',
        }),
      )
      expect(fermenting).toMatchObject({
        phase: 'fermentation',
        previous_phase: 'brewing',
        volume_l: '2080',
        vessel: { id: tank, name: 'Tank 2' },
      })
      await done(book.act(path, 'move', { vessel_id: cellar, volume_l: '2050' }))
      await done(book.act(path, 'advance_phase', { phase: 'lagering', vessel_id: cellar, volume_l: '2060' }))
      await done(book.act(path, 'advance_phase', { phase: 'packaging' }))
    })
    expect(events).toEqual([
      `batch.phase_changed ${number} brewing phase vessel`,
      `batch.phase_changed ${number} fermentation phase vessel`,
      `batch.phase_changed ${number} fermentation vessel`,
      `batch.phase_changed ${number} lagering phase`,
      `batch.phase_changed ${number} packaging phase`,
    ])
    const packaging = (await book.api.get(path)).body
    expect(packaging.phases).toMatchObject([
      { phase: 'brewing', vessel_id: kettle, volume_l: null, loss_l: '0', note: null },
      { phase: 'fermentation', vessel_id: tank, volume_l: '2080', loss_l: '0', note: 'zakvašeno' },
      { phase: 'fermentation', vessel_id: cellar, volume_l: '2050', loss_l: '30' },
      { phase: 'lagering', vessel_id: cellar, volume_l: '2060', loss_l: '-10' },
      { phase: 'packaging', vessel_id: cellar, volume_l: '2060', loss_l: '0', ended_at: null },
    ])
    const status = async (vessel: string) => (await book.api.get(`/vessels/${vessel}`)).body.status
    expect(await Promise.all([kettle, tank, cellar].map(status))).toEqual(['free', 'free', 'occupied'])
    expect((await book.api.get(`/batches?vessel_id=${cellar}`)).body.data).toHaveLength(1)
    const completed = await done(book.act(path, 'advance_phase', { phase: 'completed' }))
    expect(completed).toMatchObject({ phase: 'completed', volume_l: '0', vessel: null, allowed_actions: ['undo_last'] })
    expect(await status(cellar)).toBe('free')
    expect(await entriesOf(book, id)).toEqual([
      'loss -2060 0',
      'phase 0 2060',
      'phase 0 2060',
      'gain 10 2060',
      'phase 0 2050',
      'loss -30 2050',
      'move 0 2080',
      'phase 2080 2080',
      'phase 0 null',
    ])
    expect((await book.api.get(path)).body.phases.at(-1).ended_at).not.toBeNull()
  })

  test('422 and 409: every refusal, and nothing changes', async () => {
    const book = await theBook()
    const { path, vessel } = await book.fermenting('1000')
    const planned = `/batches/${(await book.batch()).body.id}`
    const small = await book.vessel('999.999')
    const dirty = await book.vessel()
    await book.act(`/vessels/${dirty}`, 'start_cleaning')
    const before = (await book.api.get(path)).body
    const advance = async (at: string, body: object) => faultsOf(await book.act(at, 'advance_phase', body))
    expect(await advance(path, { phase: 'cancelled' })).toEqual(['phase not_allowed'])
    expect(await advance(path, {})).toEqual(['phase required'])
    expect(await advance(path, { phase: 'lagering' })).toEqual(['vessel_id required'])
    expect(await advance(path, { phase: 'completed', vessel_id: vessel })).toEqual(['vessel_id unexpected_field'])
    expect(await advance(path, { phase: 'lagering', vessel_id: nobody })).toEqual(['vessel_id invalid_reference'])
    expect(await advance(path, { phase: 'lagering', vessel_id: vessel, volume_l: '0' })).toEqual([
      'volume_l not_allowed',
    ])
    for (const phase of ['planned', 'brewing']) expect(await advance(path, { phase })).toEqual(['invalid_transition'])
    expect(await advance(path, { phase: 'fermentation', vessel_id: vessel })).toEqual(['invalid_transition'])
    expect(await advance(planned, { phase: 'packaging' })).toEqual(['volume_l required'])
    for (const at of ['2020-01-01T00:00:00Z', new Date(service.clock() + 6 * 60_000).toISOString()])
      expect(await advance(path, { phase: 'packaging', occurred_at: at })).toEqual(['occurred_at not_allowed'])
    const taken = await book.act(planned, 'advance_phase', { phase: 'fermentation', vessel_id: vessel, volume_l: '1' })
    expect(taken.body).toMatchObject({
      status: 409,
      code: 'equipment_occupied',
      blockers: [{ object: 'batch', id: before.id, number: before.number, phase: 'fermentation' }],
    })
    const full = await book.act(path, 'move', { vessel_id: small })
    expect(full.body).toMatchObject({
      code: 'conflict',
      blockers: [{ object: 'vessel', id: small, capacity_l: '999.999', requested_l: '1000' }],
    })
    expect(faultsOf(await book.act(path, 'move', { vessel_id: dirty }))).toEqual(['conflict'])
    expect(faultsOf(await book.act(path, 'move', { vessel_id: vessel }))).toEqual(['vessel_id not_allowed'])
    expect(faultsOf(await book.act(path, 'move', { vessel_id: vessel, volume_l: '5000.001' }))).toEqual([
      'vessel_id not_allowed',
    ])
    const more = { phase: 'packaging', volume_l: '5000.001' }
    expect(await advance(path, more)).toEqual(['conflict'])
    expect((await book.api.get(path)).body).toEqual(before)
  })

  test('200: what occurred a little ahead is followed by what occurs now', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const ahead = new Date(service.clock() + 4 * 60_000).toISOString()
    await done(book.act(`/batches/${id}`, 'advance_phase', { phase: 'brewing', occurred_at: ahead }))
    const body = await done(book.act(`/batches/${id}`, 'advance_phase', { phase: 'packaging', volume_l: '5' }))
    expect(body).toMatchObject({ phases: [{ started_at: ahead, ended_at: ahead }, { started_at: ahead }] })
  })

  test('409: of twelve batches at once into one vessel one wins', async () => {
    const book = await theBook()
    const vessel = await book.vessel()
    const ids: string[] = []
    for (let count = 0; count < 12; count++) ids.push((await book.batch()).body.id)
    const body = { phase: 'fermentation', vessel_id: vessel, volume_l: '10' }
    const replies = await Promise.all(ids.map(id => book.act(`/batches/${id}`, 'advance_phase', body)))
    const codes = replies.map(reply => (reply.status === 200 ? 'won' : reply.body.code)).sort()
    expect(codes).toEqual([...Array(11).fill('equipment_occupied'), 'won'])
    expect((await book.api.get(`/batches?vessel_id=${vessel}`)).body.data).toHaveLength(1)
  })
})

describe('record_loss', () => {
  test('200: fewer litres, in silence; 409 when more than there is', async () => {
    const book = await theBook()
    const { id, path, vessel } = await book.fermenting('100')
    const events = await eventsOf(book, async () => {
      expect(await done(book.act(path, 'record_loss', { volume_l: '2.5', reason: 'yeast' }))).toMatchObject({
        volume_l: '97.5',
      })
    })
    expect(events).toEqual([])
    expect((await book.api.get(`/vessels/${vessel}`)).body.contents_l).toBe('97.5')
    const refused = await book.act(path, 'record_loss', { volume_l: '97.501' })
    expect(refused.body).toMatchObject({
      code: 'conflict',
      blockers: [{ object: 'batch', id, requested: '97.501', available: '97.5' }],
    })
    expect(faultsOf(await book.act(path, 'record_loss', { volume_l: '1', reason: 'theft' }))).toEqual([
      'reason not_allowed',
    ])
    const empty = await done(book.act(path, 'record_loss', { volume_l: '97.5' }))
    expect(empty).toMatchObject({ volume_l: '0' })
    expect(empty.allowed_actions).toEqual([
      'advance_phase',
      'move',
      'create_material_issue',
      'blend',
      'undo_last',
      'cancel',
    ])
    expect((await book.ledger(id)).slice(0, 2)).toMatchObject([{ reason: 'other' }, { reason: 'yeast', note: null }])
  })
})

describe('split', () => {
  test('200: a batch of its own, with the event of its birth', async () => {
    const book = await theBook()
    const { id, path } = await book.fermenting('1000', { name: 'Matka', brew_date: '2026-05-06' })
    await book.api.patch(path, { og_plato: '12.5', abv: '5' })
    const tank = await book.vessel()
    const body = { volume_l: '400', vessel_id: tank, name: 'Dcera', external_ref: { system: 'lims', id: 'd' } }
    let childId = ''
    const events = await eventsOf(book, async () => {
      const parent = await done(book.act(path, 'split', body))
      expect(parent).toMatchObject({ id, volume_l: '600', created: { object: 'batch' } })
      childId = parent.created.id
    })
    const { number } = (await book.api.get(path)).body
    expect(events).toEqual([`batch.phase_changed ${number}-1 fermentation`])
    const child = (await book.api.get(`/batches/${childId}`)).body
    expect(child).toMatchObject({
      number: `${number}-1`,
      name: 'Dcera',
      brew_date: '2026-05-06',
      phase: 'fermentation',
      previous_phase: null,
      volume_l: '400',
      planned_volume_l: '400',
      vessel: { id: tank },
      parent_batch_id: id,
      og_plato: '12.5',
      abv: null,
      external_ref: body.external_ref,
      phases: [{ phase: 'fermentation', vessel_id: tank, volume_l: '400', loss_l: '0', ended_at: null }],
    })
    expect((await book.ledger(childId))[0]).toMatchObject({
      kind: 'split_in',
      batch: { id, number },
      vessel: { id: tank },
    })
    expect((await book.ledger(id))[0]).toMatchObject({ kind: 'split_out', volume_l: '-400', batch: { id: childId } })
  })

  test('422 and 409: every refusal', async () => {
    const book = await theBook()
    const { path, vessel } = await book.fermenting('1000')
    const tank = await book.vessel()
    const ref = { system: 'lims', id: 'taken' }
    await book.batch({ external_ref: ref })
    const split = async (body: object) => faultsOf(await book.act(path, 'split', { vessel_id: tank, ...body }))
    expect(await split({})).toEqual(['volume_l required'])
    expect(await split({ volume_l: '1000' })).toEqual(['volume_l not_allowed'])
    expect(await split({ volume_l: '1000.001' })).toEqual(['conflict'])
    expect(await split({ volume_l: '1', vessel_id: undefined })).toEqual(['vessel_id required'])
    expect(await split({ volume_l: '1', vessel_id: vessel })).toEqual(['equipment_occupied'])
    expect(await split({ volume_l: '1', external_ref: ref })).toEqual(['external_ref_conflict'])
    await done(book.act(path, 'advance_phase', { phase: 'packaging' }))
    expect(await done(book.act(path, 'split', { volume_l: '1' }))).toMatchObject({ volume_l: '999' })
  })
})

describe('blend', () => {
  test('200: sources give what is said; an empty one is completed', async () => {
    const book = await theBook()
    const target = await book.fermenting('500')
    const some = await book.fermenting('300')
    const all = await book.fermenting('200')
    const brew = (await book.batch()).body.id
    const kettle = await book.vessel()
    await done(book.act(`/batches/${brew}`, 'advance_phase', { phase: 'brewing', vessel_id: kettle }))
    const from = [
      { batch_id: some.id, volume_l: '100' },
      { batch_id: all.id, volume_l: '200' },
      { batch_id: brew, volume_l: '50' },
    ]
    const numbers = await Promise.all(
      [all.id, brew].map(async id => (await book.api.get(`/batches/${id}`)).body.number),
    )
    const events = await eventsOf(book, async () => {
      expect(await done(book.act(target.path, 'blend', { from }))).toMatchObject({ volume_l: '850' })
    })
    expect(events).toEqual(numbers.map(number => `batch.phase_changed ${number} completed phase vessel`))
    expect(await entriesOf(book, target.id)).toEqual([
      'blend_in 50 850',
      'blend_in 200 800',
      'blend_in 100 600',
      'phase 500 500',
    ])
    expect(await entriesOf(book, brew)).toEqual(['phase 0 0', 'blend_out -50 0', 'phase 50 50', 'phase 0 null'])
    expect((await book.api.get(some.path)).body).toMatchObject({ phase: 'fermentation', volume_l: '200' })
    expect((await book.api.get(all.path)).body).toMatchObject({ phase: 'completed', volume_l: '0', vessel: null })
    expect((await book.api.get(`/vessels/${target.vessel}`)).body.contents_l).toBe('850')
    expect((await book.api.get(`/vessels/${some.vessel}`)).body.contents_l).toBe('200')
    const undone = await done(book.act(target.path, 'undo_last'))
    expect(undone).toMatchObject({ volume_l: '500' })
    expect((await book.api.get(`/batches/${brew}`)).body).toMatchObject({
      phase: 'brewing',
      volume_l: null,
      vessel: { id: kettle },
    })
    expect((await book.api.get(all.path)).body).toMatchObject({
      phase: 'fermentation',
      volume_l: '200',
      vessel: { id: all.vessel },
    })
    expect((await book.api.get(some.path)).body).toMatchObject({ volume_l: '300' })
  })

  test('422 and 409: every refusal', async () => {
    const book = await theBook()
    const target = await book.fermenting('4900')
    const source = await book.fermenting('300')
    const planned = (await book.batch()).body.id
    const blend = async (...from: object[]) => faultsOf(await book.act(target.path, 'blend', { from }))
    const part = (batch_id: string, volume_l = '1') => ({ batch_id, volume_l })
    expect(await blend()).toEqual(['from not_allowed'])
    expect(await blend({ batch_id: 7 }, 5 as never)).not.toEqual(['conflict'])
    expect(await blend(part(nobody), part(target.id), part(planned))).toEqual(
      [0, 1, 2].map(index => `from[${index}].batch_id invalid_reference`),
    )
    expect(await blend(part(source.id), part(source.id.toUpperCase()))).toEqual(['from[1].batch_id not_allowed'])
    expect(await blend(part(source.id, '300.001'))).toEqual(['conflict'])
    expect(await blend(part(source.id, '100.001'))).toEqual(['conflict'])
    expect(await blend(part(source.id, '100'))).toEqual([undefined])
  })
})
