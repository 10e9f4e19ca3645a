/** What measurements mean in the life of a batch: phases, vessels, extracts, and one axis over time. */
import { describe, expect, test } from 'vitest'
import { readMigrations } from '../../src/db/migrate.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import { measurementsOf, noonsOf } from '../support/measurements.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()
const theBook = shared(service, () => brewhouse(service))
const daysAgo = noonsOf(service)

describe('phases and vessels', () => {
  /** Brewed ten days ago, fermented in one tank since nine, in another since five. */
  async function brewed(book: Brewhouse) {
    const { id } = (await book.batch()).body
    const [first, second] = [await book.vessel(), await book.vessel()]
    const step = async (key: string, body: object) => {
      const reply = await book.act(`/batches/${id}`, key, body)
      expect(reply.status, reply.text).toBe(200)
    }
    await step('advance_phase', { phase: 'brewing', occurred_at: daysAgo(10) })
    await step('advance_phase', {
      phase: 'fermentation',
      vessel_id: first,
      volume_l: '2000',
      occurred_at: daysAgo(9),
    })
    await step('move', { vessel_id: second, occurred_at: daysAgo(5) })
    return { id, first, second, step, ...measurementsOf(book, id) }
  }

  test('201: a late reading is of the phase and the vessel of its instant', async () => {
    const book = await theBook()
    const { takeMany, first, second } = await brewed(book)
    const instants = [daysAgo(11), daysAgo(10), daysAgo(9, -1), daysAgo(9), daysAgo(5, -1), daysAgo(5), daysAgo(1)]
    const { data } = (await takeMany(...instants.map(measured_at => ({ ph: '5', measured_at })))).body
    expect(data.map(({ phase, vessel_id }: { phase: string; vessel_id: string }) => [phase, vessel_id])).toEqual([
      ['planned', null],
      ['brewing', null],
      ['brewing', null],
      ['fermentation', first],
      ['fermentation', first],
      ['fermentation', second],
      ['fermentation', second],
    ])
  })

  test('200: original and final extract follow from them, whatever arrives late', async () => {
    const book = await theBook()
    const { id, second, step, take, mark, batch } = await brewed(book)
    const strength = async () => {
      const { og_plato, fg_plato, abv, derived } = await batch()
      return [og_plato, fg_plato, abv, derived.og_source, derived.abv_source]
    }
    expect(await strength()).toEqual([null, null, null, null, null])
    await take({ gravity_plato: '8', measured_at: daysAgo(6) })
    expect(await strength()).toEqual(['8', null, '0', 'measured', 'calculated'])
    await take({ gravity_plato: '12', measured_at: daysAgo(8) })
    await take({ gravity_plato: '2.6', measured_at: daysAgo(4) })
    expect((await strength()).slice(0, 2)).toEqual(['12', null])
    await take({ gravity_plato: '12.4', measured_at: daysAgo(9, -5) })
    await take({ gravity_plato: '11', measured_at: daysAgo(9, -9) })
    expect((await batch()).derived).toEqual({
      og_source: 'measured',
      current_gravity_plato: '2.6',
      real_extract_plato: '4.37',
      apparent_attenuation_pct: '79.03',
      real_attenuation_pct: '64.74',
      abv_calculated: '5.3',
      abv_source: 'calculated',
      days_in_phase: 9,
    })
    await step('advance_phase', { phase: 'lagering', vessel_id: second, occurred_at: daysAgo(3) })
    const outlier = (await take({ gravity_plato: '3', measured_at: daysAgo(1) })).body
    await take({ gravity_plato: '2.5', measured_at: daysAgo(2) })
    expect((await strength()).slice(0, 2)).toEqual(['12.4', '3'])
    await mark(outlier.id, { is_valid: false })
    expect((await strength()).slice(0, 3)).toEqual(['12.4', '2.5', '5.35'])
    await take({ abv_pct: '5.2' })
    expect((await strength()).slice(2)).toEqual(['5.2', 'measured', 'measured'])
    await book.api.patch(`/batches/${id}`, { og_plato: '12', abv: '5' })
    expect(await strength()).toEqual(['12', '2.5', '5', 'manual', 'manual'])
    await book.api.patch(`/batches/${id}`, { fg_plato: '-0.5' })
    expect((await strength())[1]).toBe('-0.5')
    expect((await batch()).derived).toMatchObject({ real_extract_plato: '1.76', apparent_attenuation_pct: '104.17' })
  })

  test('200: measurements follow when a phase is said to have begun earlier, and when that is undone', async () => {
    const book = await theBook()
    const { id, second, step, take, batch } = await brewed(book)
    const { body: taken } = await take({ gravity_plato: '2.6', measured_at: daysAgo(2) })
    const phaseNow = async () => {
      const { body, headers } = await book.api.get(`/batches/${id}/measurements/${taken.id}`)
      return [body.phase, headers.etag, (await batch()).fg_plato]
    }
    expect(await phaseNow()).toEqual(['fermentation', 'W/"1"', null])
    await step('advance_phase', { phase: 'lagering', vessel_id: second, occurred_at: daysAgo(3) })
    expect(await phaseNow()).toEqual(['lagering', 'W/"2"', '2.6'])
    await step('undo_last', {})
    expect(await phaseNow()).toEqual(['fermentation', 'W/"3"', null])
    await step('advance_phase', { phase: 'completed', occurred_at: daysAgo(2, 1) })
    expect(await phaseNow()).toEqual(['fermentation', 'W/"3"', null])
    await step('undo_last', {})
    await step('advance_phase', { phase: 'completed', occurred_at: daysAgo(2) })
    expect(await phaseNow()).toEqual(['completed', 'W/"4"', '2.6'])
  })

  test('201 on a completed batch, for the late laboratory; 409 conflict on a cancelled one', async () => {
    const book = await theBook()
    const { id, step, take } = await brewed(book)
    const late = { abv_pct: '5.1', measured_at: daysAgo(1) }
    await step('advance_phase', { phase: 'completed', occurred_at: daysAgo(2) })
    expect((await take(late)).body).toMatchObject({ phase: 'completed', vessel_id: null })
    const { id: given } = (await book.batch()).body
    await book.act(`/batches/${given}`, 'cancel')
    expect((await measurementsOf(book, given).take(late)).body).toMatchObject({
      status: 409,
      code: 'conflict',
      blockers: [{ object: 'batch', id: given, phase: 'cancelled' }],
    })
    expect(id).not.toBe(given)
  })

  test('201 on a batch that was completed unbrewed: of the plan before its end, completed after it, also when undone', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { take } = measurementsOf(book, id)
    const early = (await take({ gravity_plato: '2.7', measured_at: daysAgo(1) })).body
    const step = async (key: string, body: object) =>
      expect((await book.act(`/batches/${id}`, key, body)).status).toBe(200)
    const phaseOf = async () => (await book.api.get(`/batches/${id}/measurements/${early.id}`)).body.phase
    expect(early.phase).toBe('planned')
    await step('advance_phase', { phase: 'completed', occurred_at: daysAgo(2) })
    expect(await phaseOf()).toBe('completed')
    expect((await take({ abv_pct: '5.1', measured_at: daysAgo(1, 1) })).body.phase).toBe('completed')
    expect((await take({ abv_pct: '5', measured_at: daysAgo(3) })).body.phase).toBe('planned')
    expect((await book.api.get(`/batches/${id}`)).body.fg_plato).toBe('2.7')
    await step('undo_last', {})
    expect(await phaseOf()).toBe('planned')
  })

  test('200: what older versions kept of such a batch is put right by the migration', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { take } = measurementsOf(book, id)
    await book.act(`/batches/${id}`, 'advance_phase', { phase: 'completed', occurred_at: daysAgo(2) })
    const early = (await take({ gravity_plato: '3', measured_at: daysAgo(3) })).body.id
    const late = (await take({ gravity_plato: '2.70', measured_at: daysAgo(1) })).body.id
    const { database } = service
    const kept = () => database.many(sql`select latest, measured from batches where id = ${id}`)
    const before = await kept()
    await database.run(sql`update measurements set phase = 'planned' where batch_id = ${id}`)
    await database.run(sql`update batches set measured = '{}' where id = ${id}`)
    const { text } = (await readMigrations()).find(({ number }) => number === 61)!
    for (const statement of text.trim().split(/;\n/)) await database.run(sql`${raw(statement)}`)
    const phaseOf = async (one: string) => (await book.api.get(`/batches/${id}/measurements/${one}`)).body.phase
    expect([await phaseOf(early), await phaseOf(late)]).toEqual(['planned', 'completed'])
    expect(await kept()).toEqual(before)
  })

  test('200: days in the phase count up to today, so a copy of yesterday is not called the same', async () => {
    const book = await brewhouse(service)
    const { id, batch } = await brewed(book)
    expect((await batch()).derived.days_in_phase).toBe(9)
    const { headers } = await book.api.get(`/batches/${id}`)
    const again = () => book.api.get(`/batches/${id}`, { headers: { 'If-None-Match': headers.etag! } })
    expect((await again()).status).toBe(304)
    await advanceSandbox(book.api, 24 * 3_600_000)
    expect(await again()).toMatchObject({ status: 200, body: { derived: { days_in_phase: 10 } } })
    const planned = (await book.batch()).body
    expect(planned.derived.days_in_phase).toBeNull()
    expect((await book.api.get(`/batches/${planned.id}`, { headers: { 'If-None-Match': 'W/"1"' } })).status).toBe(304)
  })

  test('201: a device sends to the batch in its vessel; 409 conflict: the vessel is empty', async () => {
    const book = await theBook()
    const { id, first, second } = await brewed(book)
    const sent = { temperature_c: '9.5', device: 'probe', measured_at: daysAgo(1) }
    const reply = await book.api.post(`/vessels/${second}/measurements`, sent)
    expect(reply.body).toMatchObject({ batch_id: id, vessel_id: second, type: 'temperature' })
    expect(reply.headers.location).toBe(`/api/v1/batches/${id}/measurements/${reply.body.id}`)
    expect((await book.api.post(`/vessels/${second}/measurements`, sent)).status).toBe(200)
    expect((await book.api.post(`/vessels/${first}/measurements`, sent)).body).toMatchObject({
      status: 409,
      code: 'conflict',
      blockers: [{ object: 'vessel', id: first, status: 'free' }],
    })
    expect(faultsOf(await book.api.post(`/vessels/${second}/measurements`, {}))).toEqual(['measurement_value_required'])
    expect((await book.api.post(`/vessels/${nobody}/measurements`, sent)).status).toBe(404)
  })
})

describe('GET /batches/{id}/measurement-series', () => {
  async function measured(values: [minute: number, value: string, facts?: object][], axis = 'gravity_plato') {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { takeMany, mark } = measurementsOf(book, id)
    const sent = values.map(([minute, value, facts]) => ({ [axis]: value, measured_at: daysAgo(1, minute), ...facts }))
    const { data } = (await takeMany(...sent)).body
    const series = async (query: string) => {
      const reply = await book.api.get(`/batches/${id}/measurement-series?axis=${axis}${query}`)
      return reply.body.data.map(({ object, at, ...point }: Record<string, string>) => {
        expect(object).toBe('measurement_point')
        return [(Date.parse(at!) - Date.parse(daysAgo(1))) / 60_000, ...Object.values(point)]
      })
    }
    return { book, id, mark, data, series }
  }

  test('200: values in buckets of equal width, empty ones left out, the end in the last', async () => {
    const { series } = await measured([
      [0, '12'],
      [1, '11.5'],
      [1, '11.9', { note: 'later' }],
      [4, '8.001'],
      [5, '7'],
      [9, '3'],
      [10, '-2.6'],
    ])
    // at, min, max, avg, last, count
    expect(await series('&points=5')).toEqual([
      [0, '11.5', '12', '11.8', '11.9', 3],
      [4, '7', '8.001', '7.5005', '7', 2],
      [8, '-2.6', '3', '0.2', '-2.6', 2],
    ])
    expect(await series('&points=2')).toEqual([
      [0, '8.001', '12', '10.8503', '8.001', 4],
      [5, '-2.6', '7', '2.4667', '-2.6', 3],
    ])
    expect(await series('')).toHaveLength(6)
  })

  test('200: a span that is asked for is cut as it is asked for', async () => {
    const { series } = await measured([
      [0, '12'],
      [3, '9'],
      [6, '6'],
      [9, '3'],
    ])
    const from = `&from=${daysAgo(1, 2)}`
    const to = `&to=${daysAgo(1, 6)}`
    expect(await series(`&points=4${from}&to=${daysAgo(1, 10)}`)).toEqual([
      [2, '9', '9', '9', '9', 1],
      [6, '6', '6', '6', '6', 1],
      [8, '3', '3', '3', '3', 1],
    ])
    expect(await series(`&points=2${to}`)).toEqual([
      [0, '12', '12', '12', '12', 1],
      [3, '6', '9', '7.5', '6', 2],
    ])
    expect((await series(`&points=2${from}`)).map(([at]: [number]) => at)).toEqual([2, 5.5])
    expect(await series(`&from=${daysAgo(1, 6)}&to=${daysAgo(1, 6)}`)).toEqual([[6, '6', '6', '6', '6', 1]])
    expect(await series(`&from=${daysAgo(0)}&to=${daysAgo(1)}`)).toEqual([])
    expect(await series(`&from=${daysAgo(5)}&to=${daysAgo(4)}`)).toEqual([])
    expect(await series('&points=2&from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59.999Z')).toHaveLength(1)
  })

  test('200: only what is valid, to one place more than the axis has', async () => {
    const { series, mark, data } = await measured(
      [
        [0, '5.01'],
        [0, '5.02'],
        [0, '5.02'],
        [9, '14'],
      ],
      'ph',
    )
    await mark(data[3].id, { is_valid: false })
    expect(await series('')).toEqual([[0, '5.01', '5.02', '5.017', '5.02', 3]])
    for (const { id } of data.slice(0, 3)) await mark(id, { is_valid: false })
    expect(await series('')).toEqual([])
  })

  test('422: every fault of the query by its row; 404 for a batch of nobody', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    for (const [query, ...faults] of [
      ['', 'axis required'],
      ['axis=colour', 'axis not_allowed'],
      ['axis=ph&points=1', 'points not_allowed'],
      ['axis=ph&points=1001', 'points not_allowed'],
      ['axis=ph&from=2026-01-01', 'from not_allowed'],
      ['axis=ph&since=2026-01-01', 'since unknown_field'],
    ]) {
      expect(faultsOf(await book.api.get(`/batches/${id}/measurement-series?${query}`)), query!).toEqual(faults)
    }
    expect((await book.api.get(`/batches/${nobody}/measurement-series?axis=ph`)).status).toBe(404)
  })
})

describe('GET /reports/batch_measurements', () => {
  test('200: every reading by axis, of many the last of each hour or day; 422: faults by their rows', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { takeMany, mark } = measurementsOf(book, id)
    const ask = (query: string) => book.api.get(`/reports/batch_measurements?batch_id=${id}${query}`)
    const shown = async (query: string) => {
      const { step, series } = (await ask(query)).body
      return [step, ...series.map(({ key, points }: { key: string; points: object[] }) => [key, points.length])]
    }
    expect((await ask('')).body).toMatchObject({ name: 'batch_measurements', step: 'reading', totals: [], series: [] })

    const { data } = (
      await takeMany(
        { type: 'gravity', gravity_plato: '12', temperature_c: '9.5', measured_at: daysAgo(3) },
        { gravity_plato: '40', measured_at: daysAgo(2, 1) },
        { gravity_plato: '8.25', measured_at: daysAgo(2) },
      )
    ).body
    await mark(data[1].id, { is_valid: false })
    const point = (at: string, value: string) => ({ at, value, count: 1 })
    const { from, to, totals, series } = (await ask('')).body
    expect([from, to]).toEqual([daysAgo(3).slice(0, 10), daysAgo(2).slice(0, 10)])
    expect(series).toEqual([
      { key: 'gravity_plato', currency: null, points: [point(daysAgo(3), '12'), point(daysAgo(2), '8.25')] },
      { key: 'temperature_c', currency: null, points: [point(daysAgo(3), '9.5')] },
    ])
    expect(totals[0]).toEqual({ key: 'gravity_plato', currency: null, value: '8.25', count: 2 })

    await takeMany(...Array.from({ length: 500 }, (_, index) => ({ ph: '5', measured_at: daysAgo(1, index) })))
    expect(await shown('')).toEqual(['hour', ['gravity_plato', 2], ['temperature_c', 1], ['ph', 9]])
    expect(await shown('&step=day')).toEqual(['day', ['gravity_plato', 2], ['temperature_c', 1], ['ph', 1]])
    expect((await ask('&step=day')).body.series[2].points).toEqual([{ at: daysAgo(1, 499), value: '5', count: 500 }])
    expect(await shown(`&to=${daysAgo(2).slice(0, 10)}`)).toEqual([
      'reading',
      ['gravity_plato', 2],
      ['temperature_c', 1],
    ])

    for (const [query, ...faults] of [
      ['&step=reading', 'step not_allowed'],
      ['&step=month', 'step not_allowed'],
      ['&from=2026-02-01&to=2026-01-01', 'from not_allowed'],
    ]) {
      expect(faultsOf(await ask(query!)), query!).toEqual(faults)
    }
    const unknown = await book.api.get(`/reports/batch_measurements?batch_id=${nobody}`)
    expect(faultsOf(unknown)).toEqual(['batch_id invalid_reference'])
    expect(faultsOf(await book.api.get('/reports/batch_measurements'))).toEqual(['batch_id required'])
  })
})
