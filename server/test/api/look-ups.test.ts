/** Look-ups of many who ask at the same time share connections; nobody can tell but by the time it takes. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareOut } from '../../src/db/connection-share.ts'
import { type Database, openDatabase, type Queryable } from '../../src/db/pool.ts'
import { type Sql, sql } from '../../src/db/sql.ts'
import { type SalesBook, salesBook } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

let database: Database
let book: SalesBook

beforeAll(async () => {
  database = openDatabase({ ...service.owner }, { name: 'test' })
  book = await salesBook(service)
})
afterAll(() => database.end())

const many = 20
const times = <T>(make: (place: number) => T): T[] => Array.from({ length: many }, (_, place) => make(place))
const backend = sql`select pg_backend_pid() as pid`
const moment = sql`select pg_backend_pid() as pid, now()::text as now`
const dividedBy = (place: number): Sql => sql`select ${place} as place, 12 / ${place}::integer as part`

/** How many connections were used. */
async function connectionsOf(asked: Promise<{ pid: number } | undefined>[]): Promise<number> {
  return new Set((await Promise.all(asked)).map(found => found!.pid)).size
}

test('single statements share few connections, each with its own answer', async () => {
  expect(await connectionsOf(times(() => database.maybe(backend)))).toBeGreaterThan(2)
  expect(await connectionsOf(times(() => database.lookUps.maybe(backend)))).toBeLessThanOrEqual(2)
  const found = await Promise.all(
    times(place => database.lookUps.many<{ place: number }>(sql`select ${place}::integer as place`)),
  )
  expect(found.flat().map(({ place }) => place)).toEqual(times(place => place))
})

test('a statement that fails is refused alone, with its own error', async () => {
  const fates = await Promise.allSettled(times(place => database.lookUps.maybe(dividedBy(place % 4))))
  for (const [place, fate] of fates.entries()) {
    if (place % 4 === 0) expect(fate).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    else expect(fate).toMatchObject({ value: { part: Math.floor(12 / (place % 4)) } })
  }
  // The connections are as good as before.
  expect(await connectionsOf(times(() => database.lookUps.maybe(backend)))).toBeLessThanOrEqual(2)
})

/** Two statements, between which others come to speak. */
async function look(db: Queryable): Promise<{ pid: number; moments: string[] }> {
  const first = await db.maybe<{ pid: number; now: string }>(moment)
  const second = await db.maybe<{ pid: number; now: string }>(moment)
  expect(second).toEqual(first)
  return { pid: first!.pid, moments: [first!.now] }
}

test('who sees one moment shares it with others', async () => {
  const looks = await Promise.all(times(() => database.lookUps.snapshot(look)))
  expect(new Set(looks.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2)
  expect(new Set(looks.flatMap(({ moments }) => moments)).size).toBeLessThanOrEqual(3)
})

test('who is refused in a moment is refused alone; whoever a failed statement took along is asked again', async () => {
  const fates = await Promise.allSettled(
    times(place =>
      database.lookUps.snapshot(async db => {
        if (place === 3) throw new Error('not found')
        const { pid } = await look(db)
        const row = await db.maybe<{ part: number }>(dividedBy(place === 5 ? 0 : 1))
        return { pid, part: row!.part }
      }),
    ),
  )
  expect(fates[3]).toMatchObject({ reason: { message: 'not found' } })
  expect(fates[5]).toMatchObject({ reason: { code: '22012' } })
  const others = fates.filter((_, place) => place !== 3 && place !== 5)
  expect(others.map(fate => fate.status === 'fulfilled' && fate.value.part)).toEqual(others.map(() => 12))
})

test('each reads on behalf of whoever asked', async () => {
  const asker = new AsyncLocalStorage<number>()
  const seen = await Promise.all(
    times(place =>
      asker.run(place, () =>
        database.lookUps.snapshot(async db => {
          await db.maybe(backend)
          return asker.getStore()
        }),
      ),
    ),
  )
  expect(seen).toEqual(times(place => place))
})

test('a slow one keeps nobody waiting who comes behind it', async () => {
  const order: string[] = []
  const slow = []
  // Each in a lane of its own.
  for (let lane = 0; lane < 2; lane++) {
    slow.push(database.lookUps.run(sql`select pg_sleep(1.5)`).then(() => order.push('slow')))
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const quick = database.lookUps.maybe(backend).then(() => order.push('quick'))
  await Promise.all([...slow, quick])
  expect(order[0]).toBe('quick')
})

test('lost connections are told, and new ones are made', async () => {
  const lost = await Promise.allSettled(
    times(() => database.lookUps.maybe(sql`select pg_terminate_backend(pg_backend_pid())`)),
  )
  expect(new Set(lost.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(await connectionsOf(times(() => database.lookUps.maybe(backend)))).toBeLessThanOrEqual(2)
})

test('records at the same time, plain ones and those with lines, found and not', async () => {
  const { api, order, line } = book
  const looks: { path: string; body: unknown }[] = []
  for (let place = 0; place < 8; place++) {
    const partner = (await api.post('/partners', { name: `Hostinec ${place}` })).body
    const made = await order([line(String(place + 1))], { partner_id: partner.id })
    looks.push({ path: `/partners/${partner.id}`, body: partner }, { path: `/orders/${made.id}`, body: made })
    looks.push({ path: `/orders/${partner.id}`, body: undefined })
  }
  const answers = await Promise.all(looks.map(({ path }) => api.get(path)))
  for (const [place, { path, body }] of looks.entries()) {
    const answer = answers[place]!
    expect(answer.status, path).toBe(body ? 200 : 404)
    if (body) expect(answer.body).toEqual(body)
  }
})

test('the connections of a process are shared out: some for each, and as many as there are', () => {
  for (const connections of [2, 3, 4, 5, 8, 12, 100]) {
    for (const options of [{ isAlone: true, cores: 2 }, { isAlone: true, cores: 16 }, { isAlone: false }]) {
      const { lanes, looks, places, placesPerTenant } = shareOut(connections, options)
      expect(lanes + looks + places).toBe(connections)
      expect(Math.min(lanes, places, placesPerTenant)).toBeGreaterThanOrEqual(1)
      expect(looks > 0).toBe(connections >= 4)
      expect(placesPerTenant).toBeLessThanOrEqual(places)
    }
  }
  expect(shareOut(12, { isAlone: true, cores: 2 })).toEqual({ lanes: 2, looks: 2, places: 8, placesPerTenant: 6 })
})
