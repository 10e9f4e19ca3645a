/** Lists: paging, cursors, since filters, and the sequence they go with. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client, Reply } from '../support/client.ts'
import { useService } from '../support/service.ts'

const service = useService()
let api: Client
const names = Array.from({ length: 23 }, (_, index) => `Partner ${String(index).padStart(2, '0')}`)

beforeAll(async () => {
  api = await (await service.tenant()).key()
  for (const name of names) await api.post('/partners', { name })
})

const namesOf = (reply: Reply): string[] => reply.body.data.map((partner: { name: string }) => partner.name)

async function walk(client: Client, path: string, from?: string): Promise<Reply[]> {
  const pages = [await client.get(from ? `${path}&cursor=${from}` : path)]
  while (pages.at(-1)!.body.has_more) {
    pages.push(await client.get(`${path}&cursor=${pages.at(-1)!.body.next_cursor}`))
  }
  return pages
}

describe('paging', () => {
  test.for([1, 7, 23, 200])('200: limit %i walks every row once, newest first', async limit => {
    const pages = await walk(api, `/partners?limit=${limit}`)
    expect(pages.flatMap(namesOf)).toEqual([...names].reverse())
    expect(pages).toHaveLength(Math.ceil(names.length / limit))
    expect(pages.at(-1)!.body).toMatchObject({ next_cursor: null, has_more: false })
  })

  test('200: created_since and updated_since go forward and are inclusive', async () => {
    const all = (await api.get('/partners?limit=200')).body.data.reverse()
    const from = all[10].created_at
    for (const filter of ['created_since', 'updated_since']) {
      const pages = await walk(api, `/partners?limit=4&${filter}=${encodeURIComponent(from)}`)
      expect(pages.flatMap(namesOf)).toEqual(names.slice(10))
    }
  })

  test('200: an offset names the same instant as Z', async () => {
    const all = (await api.get('/partners?limit=200')).body.data.reverse()
    const at = new Date(Date.parse(all[20].created_at) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
    const reply = await api.get(`/partners?created_since=${encodeURIComponent(at)}`)
    expect(namesOf(reply)).toEqual(names.slice(20))
  })

  test('200: a row touched while paging moves to the end and is not lost', async () => {
    const own = await (await service.tenant()).key()
    for (const name of names.slice(0, 6)) await own.post('/partners', { name })
    const path = '/partners?limit=3&updated_since=2000-01-01T00:00:00Z'
    const first = await own.get(path)
    await own.patch(`/partners/${first.body.data[0].id}`, { notes: 'touched' })
    await own.patch(`/partners/${(await own.get('/partners?limit=1')).body.data[0].id}`, { notes: 'touched' })
    const rest = await walk(own, path, first.body.next_cursor)
    const seen = [first, ...rest].flatMap(namesOf)
    expect(new Set(seen)).toEqual(new Set(names.slice(0, 6)))
    expect(seen.at(-1)).toBe(names[5])
    expect(seen.filter(name => name === names[0])).toHaveLength(2)
  })

  test('200: limit may change within a sequence', async () => {
    const first = await api.get('/partners?limit=3')
    const next = await api.get(`/partners?limit=5&cursor=${first.body.next_cursor}`)
    expect(namesOf(next)).toEqual([...names].reverse().slice(3, 8))
  })
})

describe('422 validation_failed', () => {
  test.for(['0', '201', '-1', '1.5', 'ten', '', '1e2', '99999999999999999999'])(
    'limit=%s is never clamped',
    async limit => {
      const reply = await api.get(`/partners?limit=${limit}`)
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toMatchObject([{ field: 'limit', code: 'not_allowed' }])
    },
  )

  test('a parameter sent twice', async () => {
    expect((await api.get('/partners?limit=5&limit=6')).body.errors[0].field).toBe('limit')
  })

  test('a cursor that was tampered with, or made for something else', async () => {
    const { next_cursor: cursor } = (await api.get('/partners?limit=3')).body
    const stranger = await (await service.tenant()).key()
    await stranger.post('/partners', { name: 'A' })
    const flipped = `${cursor.slice(0, -2)}${cursor.at(-2) === 'A' ? 'B' : 'A'}${cursor.at(-1)}`
    const attempts = [
      api.get(`/partners?cursor=${flipped}`),
      api.get(`/partners?cursor=${cursor}x`),
      api.get('/partners?cursor='),
      api.get('/partners?cursor=%00'),
      api.get('/partners?cursor=bm9uc2Vuc2U'),
      api.get(`/partners?is_active=true&cursor=${cursor}`),
      api.get(`/contacts?cursor=${cursor}`),
      api.get(`/events?cursor=${cursor}`),
      stranger.get(`/partners?cursor=${cursor}`),
    ]
    for (const reply of await Promise.all(attempts)) {
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toMatchObject([{ field: 'cursor', code: 'not_allowed' }])
    }
  })

  test.for([
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    'yesterday',
    '0',
    '2026-01-01T25:00:00Z',
  ])('updated_since=%s is not an instant', async text => {
    const reply = await api.get(`/partners?updated_since=${text}`)
    expect(reply.body.errors).toMatchObject([{ field: 'updated_since', code: 'not_allowed' }])
  })

  test('NUL in a filter', async () => {
    expect((await api.get('/partners?search=a%00b')).body.errors[0].field).toBe('search')
  })
})

test('X-Service-Latest-Sequence continues a full sync without a hole', async () => {
  const own = await (await service.tenant()).key()
  await own.post('/partners', { name: 'A' })
  const list = await own.get('/partners')
  expect(list.headers['x-service-latest-sequence']).toBe('1')
  const { body } = await own.post('/partners', { name: 'B' })
  const events = await own.get(`/events?since_sequence=${list.headers['x-service-latest-sequence']}`)
  expect(events.body.data.map((event: { data: { object: { id: string } } }) => event.data.object.id)).toEqual([body.id])
})
