/** Measurements of batches: taken one by one, many at once, by vessel; marked, listed. */
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { brewhouse } from '../support/brewery.ts'
import { eventsOf, measurementsOf, minuteMs, noonsOf } from '../support/measurements.ts'
import { textsOf } from '../support/round-trips.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf, nobody, rowsOfBooks } from '../support/stock.ts'

const service = useService()
const theBook = shared(service, () => brewhouse(service))
const daysAgo = noonsOf(service)

describe('POST /batches/{id}/measurements', () => {
  test('201: the record, what the batch shows of it, and one event', async () => {
    const book = await theBook()
    const { body: batch } = await book.batch()
    const { take } = measurementsOf(book, batch.id)
    const measured_at = daysAgo(1)
    const body = {
      gravity_plato: '12.400',
      temperature_c: '-0.50',
      type: 'gravity',
      measured_at,
      device: 'tilt',
      note: 'a',
    }
    let reply = await take(body)
    const events = await eventsOf(book, async () => {
      reply = await take({ ...body, device: null })
    })
    const path = `/batches/${batch.id}/measurements/${reply.body.id}`
    expect(reply.headers).toMatchObject({ location: `/api/v1${path}`, etag: 'W/"1"' })
    expect(reply.body).toEqual({
      object: 'measurement',
      id: reply.body.id,
      batch_id: batch.id,
      type: 'gravity',
      phase: 'planned',
      measured_at,
      device: null,
      vessel_id: null,
      gravity_plato: '12.4',
      temperature_c: '-0.5',
      ph: null,
      pressure_bar: null,
      volume_l: null,
      co2_g_l: null,
      abv_pct: null,
      note: 'a',
      is_valid: true,
      livemode: false,
      created_at: reply.body.created_at,
      updated_at: reply.body.created_at,
    })
    expect((await book.api.get(path)).body).toEqual(reply.body)
    const latest = { gravity_plato: { value: '12.4', measured_at }, temperature_c: { value: '-0.5', measured_at } }
    expect((await book.api.get(`/batches/${batch.id}`)).body.latest).toEqual(latest)
    expect(events).toMatchObject([
      {
        type: 'batch.measurement_added',
        data: { object: { id: batch.id, latest }, created: { object: 'measurement', id: reply.body.id } },
      },
    ])
  })

  test('201: a batch that shows nothing else keeps its version, and the event comes all the same', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { take, batch } = measurementsOf(book, id)
    await take({ ph: '5.2', measured_at: daysAgo(1) })
    const before = await batch()
    const events = await eventsOf(book, () => take({ ph: '5.4', measured_at: daysAgo(2) }))
    expect(events).toMatchObject([{ type: 'batch.measurement_added' }])
    expect(await batch()).toEqual(before)
  })

  test('422: every fault by its row or code, and nothing is written', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { take } = measurementsOf(book, id)
    const ahead = new Date(service.clock() + 10 * minuteMs).toISOString()
    const before = await rowsOfBooks(service)
    for (const [sent, ...faults] of [
      [{}, 'measurement_value_required'],
      [{ ph: null }, 'measurement_value_required'],
      [{ type: 'ph', abv_pct: '5' }, 'measurement_value_required'],
      [{ ph: '5', abv_pct: '5' }, 'measurement_type_ambiguous'],
      [{ type: 'colour', ph: '5' }, 'type not_allowed'],
      [{ ph: 5 }, 'ph not_allowed'],
      [{ gravity_plato: '-5.001' }, 'gravity_plato not_allowed'],
      [{ gravity_plato: '40.001', ph: '14.01' }, 'gravity_plato not_allowed', 'ph not_allowed'],
      [{ gravity_plato: '1.0001' }, 'gravity_plato not_allowed'],
      [{ temperature_c: '-20.01' }, 'temperature_c not_allowed'],
      [{ temperature_c: '120.01' }, 'temperature_c not_allowed'],
      [{ ph: '-0.01' }, 'ph not_allowed'],
      [{ pressure_bar: '20.001' }, 'pressure_bar not_allowed'],
      [{ volume_l: '10000000.001' }, 'volume_l not_allowed'],
      [{ co2_g_l: '1.001' }, 'co2_g_l not_allowed'],
      [{ abv_pct: '100.01' }, 'abv_pct not_allowed'],
      [{ ph: '5', device: 'x'.repeat(81), note: 'x'.repeat(2001) }, 'device not_allowed', 'note not_allowed'],
      [{ ph: '5', measured_at: '2026-01-01' }, 'measured_at not_allowed'],
      [{ ph: '5', measured_at: ahead }, 'measured_at not_allowed'],
      [{ ph: '5', phase: 'brewing' }, 'phase unknown_field'],
    ] as const) {
      expect(faultsOf(await take(sent)), JSON.stringify(sent)).toEqual(faults)
    }
    expect(await rowsOfBooks(service)).toEqual(before)
    const edges = { gravity_plato: '-5', temperature_c: '120.00', ph: '14', pressure_bar: '20', volume_l: '10000000' }
    const soon = new Date(service.clock() + 4 * minuteMs).toISOString()
    expect((await take({ type: 'volume', ...edges, co2_g_l: '20', abv_pct: '100', measured_at: soon })).status).toBe(
      201,
    )
  })

  test('200: what a device sends again; 409 conflict: other values of the same instant', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { take } = measurementsOf(book, id)
    const sent = { ph: '5.20', measured_at: daysAgo(1), device: 'probe 1' }
    const first = await take(sent)
    const events = await eventsOf(book, async () => {
      const again = await take({ ...sent, ph: '5.2', note: 'again' })
      expect(again.status).toBe(200)
      expect(again.body).toEqual(first.body)
      expect(again.headers).toMatchObject({ etag: 'W/"1"', location: first.headers.location })
    })
    expect(events).toEqual([])
    const other = await take({ ...sent, ph: '5.21' })
    expect(other.body).toMatchObject({ status: 409, code: 'conflict' })
    expect(other.body.detail).toContain('probe 1')
    expect((await take({ ...sent, type: 'ph', temperature_c: '20' })).status).toBe(409)
    for (const differs of [{ device: 'probe 2' }, { device: null }, { type: 'abv', abv_pct: '5' }])
      expect((await take({ ...sent, ...differs })).status).toBe(201)
  })

  test('412 stale_version; 404 for a batch of nobody', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const stale = await book.api.post(`/batches/${id}/measurements`, { ph: '5' }, { headers: { 'If-Match': 'W/"9"' } })
    expect(stale.body).toMatchObject({ status: 412, code: 'stale_version' })
    expect((await measurementsOf(book, nobody).take({ ph: '5' })).status).toBe(404)
  })

  test('201: reads none of the earlier measurements', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { take, takeMany } = measurementsOf(book, id)
    await takeMany({ ph: '5' }, { ph: '6' }, { gravity_plato: '12' })
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const statementsOf = async (body: object) => {
      query.mockClear()
      expect((await take(body)).status).toBe(201)
      const texts = query.mock.calls.flatMap(([asked]) => textsOf(asked))
      return texts.filter(text => /\bmeasurements\b/.test(text))
    }
    try {
      expect(await statementsOf({ ph: '5.5' })).toEqual([expect.stringContaining('insert into measurements')])
      expect(await statementsOf({ ph: '5.5', device: 'probe' })).toEqual([
        expect.stringContaining('r.device = sent.device'),
        expect.stringContaining('insert into measurements'),
      ])
    } finally {
      query.mockRestore()
    }
  })
})

describe('POST /batches/{id}/measurements/bulk', () => {
  test('201: all in their order, one event that names the newest', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { takeMany, batch } = measurementsOf(book, id)
    let data: { id: string; ph: string; measured_at: string }[] = []
    const events = await eventsOf(book, async () => {
      const reply = await takeMany(
        { ph: '5.1', measured_at: daysAgo(3) },
        { ph: '5.3', measured_at: daysAgo(1) },
        { ph: '5.2', measured_at: daysAgo(2) },
      )
      expect(reply.status).toBe(201)
      data = reply.body.data
    })
    expect(data.map(({ ph }) => ph)).toEqual(['5.1', '5.3', '5.2'])
    expect(events).toMatchObject([
      { data: { created: { id: data[1]!.id }, object: { latest: { ph: { value: '5.3' } } } } },
    ])
    expect((await batch()).latest).toEqual({ ph: { value: '5.3', measured_at: daysAgo(1) } })
    const listed = (await book.api.get(`/batches/${id}/measurements`)).body.data
    expect(listed.map((each: { id: string }) => each.id).sort()).toEqual(data.map(each => each.id).sort())
  })

  test('422 and 409: all or nothing, named by their places', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { take, takeMany } = measurementsOf(book, id)
    const seen = { ph: '5', measured_at: daysAgo(1), device: 'probe' }
    await take(seen)
    const before = await rowsOfBooks(service)
    const good = { ph: '5' }
    const ahead = new Date(service.clock() + 10 * minuteMs).toISOString()
    expect(faultsOf(await takeMany(good, { ph: '15' }, { ph: '5', pH: '5' }))).toEqual([
      'measurements[1].ph not_allowed',
      'measurements[2].pH unknown_field',
    ])
    expect(faultsOf(await takeMany(good, { ph: '5', measured_at: ahead }))).toEqual([
      'measurements[1].measured_at not_allowed',
    ])
    expect((await takeMany(good, { ph: '5', abv_pct: '5' })).body).toMatchObject({
      code: 'measurement_type_ambiguous',
      field: 'measurements[1]',
    })
    expect((await takeMany(good, {})).body).toMatchObject({
      code: 'measurement_value_required',
      field: 'measurements[1]',
    })
    expect((await takeMany(good, { ...seen, ph: '6' })).body).toMatchObject({ status: 409, code: 'conflict' })
    const twice = { ...seen, measured_at: daysAgo(2) }
    expect((await takeMany(twice, { ...twice, ph: '6' })).body.detail).toContain('measurements[1]')
    expect(faultsOf(await takeMany())).toEqual(['measurements not_allowed'])
    expect(faultsOf(await takeMany(...Array.from({ length: 501 }, () => good)))).toEqual(['measurements not_allowed'])
    expect(await rowsOfBooks(service)).toEqual(before)
  })

  test('200: when all of them are there already; one that comes twice is one', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { takeMany } = measurementsOf(book, id)
    const one = { ph: '5', measured_at: daysAgo(2), device: 'probe' }
    const other = { ph: '5', measured_at: daysAgo(1), device: 'probe' }
    const first = await takeMany(one, { ...one, ph: '5.00' })
    expect(first.status).toBe(201)
    expect(first.body.data[1]).toEqual(first.body.data[0])
    const events = await eventsOf(book, async () => {
      const again = await takeMany(one)
      expect(again.status).toBe(200)
      expect(again.body.data).toEqual([first.body.data[0]])
    })
    expect(events).toEqual([])
    const mixed = await eventsOf(book, async () => {
      const reply = await takeMany(one, other)
      expect(reply.status).toBe(201)
      expect(reply.body.data[0].id).toBe(first.body.data[0].id)
    })
    expect(mixed).toHaveLength(1)
  })
})

describe('PATCH /batches/{id}/measurements/{measurement_id}', () => {
  test('200: an outlier no longer counts, and counts again, in silence', async () => {
    const book = await theBook()
    const { id } = (await book.batch()).body
    const { take, mark, batch } = measurementsOf(book, id)
    await take({ type: 'ph', ph: '5', temperature_c: '20', measured_at: daysAgo(3) })
    const { body: outlier } = await take({ type: 'ph', ph: '9', co2_g_l: '4', measured_at: daysAgo(2) })
    const shown = {
      ph: { value: '5', measured_at: daysAgo(3) },
      temperature_c: { value: '20', measured_at: daysAgo(3) },
    }
    const before = await batch()
    const events = await eventsOf(book, async () => {
      const marked = await mark(outlier.id, { is_valid: false, note: 'stirred' })
      expect(marked.body).toMatchObject({ is_valid: false, note: 'stirred', ph: '9' })
      expect(marked.headers.etag).toBe('W/"2"')
      expect((await batch()).latest).toEqual(shown)
      expect((await mark(outlier.id, { is_valid: false })).headers.etag).toBe('W/"2"')
      expect((await mark(outlier.id, { is_valid: true, note: null })).body).toMatchObject({
        is_valid: true,
        note: null,
      })
    })
    expect(events).toEqual([])
    expect((await batch()).latest).toEqual(before.latest)
    expect(faultsOf(await mark(outlier.id, { ph: '5' }))).toEqual(['ph unknown_field'])
    expect(faultsOf(await mark(outlier.id, { is_valid: null }))).toEqual(['is_valid not_allowed'])
    const stale = await book.api.patch(
      `/batches/${id}/measurements/${outlier.id}`,
      { note: 'x' },
      { headers: { 'If-Match': 'W/"2"' } },
    )
    expect(stale.body).toMatchObject({ status: 412, code: 'stale_version' })
    expect((await measurementsOf(book, (await book.batch()).body.id).mark(outlier.id, { note: 'x' })).status).toBe(404)
  })
})

test('200: measurements are found by type, device, validity and instant, page by page', async () => {
  const book = await theBook()
  const { id } = (await book.batch()).body
  const { takeMany, mark } = measurementsOf(book, id)
  const { data } = (
    await takeMany(
      { ph: '1', measured_at: daysAgo(4), device: 'a' },
      { ph: '2', measured_at: daysAgo(3), device: 'b' },
      { temperature_c: '3', measured_at: daysAgo(2), device: 'a' },
    )
  ).body
  const [first, second, third] = data.map((each: { id: string }) => each.id)
  await mark(second, { is_valid: false })
  const found = async (query: string) =>
    (await book.api.get(`/batches/${id}/measurements?${query}`)).body.data.map((each: { id: string }) => each.id)
  for (const [query, ...ids] of [
    ['', third, second, first],
    ['type=ph', second, first],
    ['device=a', third, first],
    ['device=c'],
    ['is_valid=false', second],
    ['is_valid=true&type=ph', first],
    [`measured_from=${daysAgo(3)}`, third, second],
    [`measured_to=${daysAgo(3)}`, second, first],
    [`updated_since=${daysAgo(0, -24 * 60)}&limit=2`, first, third],
  ]) {
    expect(await found(query!), query!).toEqual(ids)
  }
  const page = (await book.api.get(`/batches/${id}/measurements?limit=2`)).body
  expect(page.has_more).toBe(true)
  const rest = await book.api.get(`/batches/${id}/measurements?limit=2&cursor=${page.next_cursor}`)
  expect(rest.body.data.map((each: { id: string }) => each.id)).toEqual([first])
  expect(faultsOf(await book.api.get(`/batches/${id}/measurements?type=colour`))).toEqual(['type not_allowed'])
})
