/** GET /events: the log nobody can miss. */
import { describe, expect, test } from 'vitest'
import { expireOnce } from '../support/jobs.ts'
import { peopleService } from '../support/person.ts'
import { useService } from '../support/service.ts'

const service = useService(peopleService)

async function withEvents(count: number) {
  const tenant = await service.tenant()
  const api = await tenant.key()
  for (let number = 1; number <= count; number++) await api.post('/partners', { name: `P${number}` })
  return { tenant, api }
}

const sequences = (reply: { body: { data: { sequence: number }[] } }) => reply.body.data.map(event => event.sequence)

describe('reading', () => {
  test('200: in order, complete bodies, after since_sequence', async () => {
    const { api } = await withEvents(3)
    const all = await api.get('/events')
    expect(sequences(all)).toEqual([1, 2, 3])
    expect(all.body.data[0]).toMatchObject({
      object: 'event',
      type: 'partner.created',
      api_version: '2026-09-17',
      livemode: false,
      actor: { type: 'api_key', id: api.keyId },
      data: { object: { object: 'partner', name: 'P1' }, changes: null, created: null },
    })
    expect(sequences(await api.get('/events?since_sequence=1'))).toEqual([2, 3])
    expect(sequences(await api.get('/events?since_sequence=3'))).toEqual([])
    expect(sequences(await api.get('/events?since_sequence=999'))).toEqual([])
    expect(sequences(await api.get('/events?since_sequence=0'))).toEqual([1, 2, 3])
  })

  test('200: text of any kind as it was written, in the list and alone', async () => {
    const { api } = await withEvents(0)
    const name = 'Pivo "U Dvou\\nkoček" </script>\u2028 \u0001 čšž 🍺'
    const { body: partner } = await api.post('/partners', { name, notes: 'first\nsecond\ttab' })
    const { body: log } = await api.get('/events')
    expect(log.data[0].data.object).toEqual(partner)
    expect((await api.get(`/events/${log.data[0].id}`)).body).toEqual(log.data[0])
  })

  test('200: pages', async () => {
    const { api } = await withEvents(5)
    const first = await api.get('/events?limit=2&since_sequence=1')
    expect(first.body).toMatchObject({ has_more: true })
    const second = await api.get(`/events?limit=2&since_sequence=1&cursor=${first.body.next_cursor}`)
    expect([...sequences(first), ...sequences(second)]).toEqual([2, 3, 4, 5])
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null })
    expect(second.headers['x-service-latest-sequence']).toBe('5')
  })

  test('200: types, exact, by prefix, repeated and with commas', async () => {
    const { api } = await withEvents(2)
    const { id } = (await api.get('/partners?limit=1')).body.data[0]
    await api.patch(`/partners/${id}`, { notes: 'x' })
    expect(sequences(await api.get('/events?types=partner.updated'))).toEqual([3])
    expect(sequences(await api.get('/events?types=partner.*'))).toEqual([1, 2, 3])
    expect(sequences(await api.get('/events?types=*'))).toEqual([1, 2, 3])
    expect(sequences(await api.get('/events?types=order.*,partner.created'))).toEqual([1, 2])
    expect(sequences(await api.get('/events?types=item.created&types=partner.updated'))).toEqual([3])
    expect(sequences(await api.get('/events?types=invoice.*'))).toEqual([])
  })

  test('422: unknown types, a wrong sequence, a wrong wait', async () => {
    const { api } = await withEvents(0)
    for (const types of ['partner.deleted', 'partner', 'partner.cr*', '', 'nothing.*', 'partner.created,,x']) {
      const reply = await api.get(`/events?types=${types}`)
      expect(reply.body.errors).toMatchObject([{ field: 'types', code: 'unknown_event_type' }])
    }
    for (const query of ['since_sequence=-1', 'since_sequence=x', 'since_sequence=1.5', 'wait=26', 'wait=-1']) {
      expect((await api.get(`/events?${query}`)).body.errors[0].code).toBe('not_allowed')
    }
  })
})

describe('redaction', () => {
  test('200: without the read scope only the kind and the id; the sequence stays whole', async () => {
    const { tenant, api } = await withEvents(2)
    const blind = await tenant.key({ scopes: ['events:read'] })
    const { data } = (await blind.get('/events')).body
    const full = (await api.get('/events')).body.data
    expect(data.map((event: { sequence: number }) => event.sequence)).toEqual([1, 2])
    expect(data[0].redacted).toBe(true)
    expect(data[0].data).toEqual({ object: { object: 'partner', id: full[0].data.object.id } })
    expect(full[0]).not.toHaveProperty('redacted')
  })

  test('403 insufficient_scope: without events:read', async () => {
    const { tenant } = await withEvents(0)
    const api = await tenant.key({ scopes: ['core:read'] })
    expect((await api.get('/events')).body).toMatchObject({ required_scopes: ['events:read'] })
  })
})

describe('waiting', () => {
  test('200: an event ends the wait at once', async () => {
    const { api } = await withEvents(1)
    const started = performance.now()
    const waiting = api.get('/events?since_sequence=1&wait=20')
    await new Promise(resolve => setTimeout(resolve, 100))
    await api.post('/partners', { name: 'late' })
    expect(sequences(await waiting)).toEqual([2])
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  test('200: nothing comes: an empty page when the time is over', async () => {
    const { api } = await withEvents(0)
    const started = performance.now()
    expect(sequences(await api.get('/events?wait=1'))).toEqual([])
    expect(performance.now() - started).toBeGreaterThan(950)
  })
})

describe('410 events_expired', () => {
  test('older than the plan keeps: the ends of the log are named', async () => {
    const { tenant, api } = await withEvents(3)
    await tenant.set({ events_retention_days: 1 })
    service.clock.advance(25 * 60 * 60 * 1_000)
    await api.post('/partners', { name: 'fresh' })
    await expireOnce(service)
    const expired = await api.get('/events?since_sequence=1')
    expect(expired.status).toBe(410)
    expect(expired.body).toMatchObject({ code: 'events_expired', oldest_sequence: 4, latest_sequence: 4 })
    expect(sequences(await api.get('/events?since_sequence=3'))).toEqual([4])
    expect(sequences(await api.get('/events'))).toEqual([4])
    expect((await api.get('/events?since_sequence=0')).status).toBe(410)
  })
})
