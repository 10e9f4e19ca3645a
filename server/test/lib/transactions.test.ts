/** Transactions against a real PostgreSQL: what is sent without waiting, and whose error is told. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, RolledBack, type Tx } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { cloneDatabase } from '../support/service.ts'

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openDatabase(clone.connection, { name: 'transactions' })
  await database.run(sql`create table sent (place integer primary key)`)
})

afterAll(async () => {
  await database.end()
  await drop()
})

const insert = (index: number) => sql`insert into sent (place) values (${index})`
const kept = async () => (await database.many<{ place: number }>(sql`select place from sent`)).map(row => row.place)

test('what is sent without waiting is kept, in its order, with the commit', async () => {
  await database.transaction(async tx => {
    tx.send(insert(1))
    tx.send(sql`update sent set place = 2`)
    await tx.finish(insert(3))
  })
  expect((await kept()).sort()).toEqual([2, 3])
})

test('the error of what was sent is told by whatever is waited for next, and nothing is kept', async () => {
  const before = await kept()
  const twice = { code: '23505', constraint: 'sent_pkey' }
  const endings: ((tx: Tx) => unknown)[] = [
    tx => tx.finish(insert(4)),
    tx => tx.many(sql`select 1`),
    () => 'the commit',
    () => Promise.reject(new RolledBack('a dry run')),
  ]
  for (const end of endings) {
    const failing = database.transaction(async tx => {
      tx.send(insert(3))
      return end(tx)
    })
    await expect(failing).rejects.toMatchObject(twice)
  }
  expect(await kept()).toEqual(before)
})

test('a snapshot sees one moment, changes nothing, and leaves its connection as it was', async () => {
  const before = await kept()
  const seen = await database.snapshot(async db => {
    const look = () => db.many<{ place: number }>(sql`select place from sent`)
    const first = await look()
    await database.run(insert(40))
    return [first, await look()]
  })
  expect(seen.map(rows => rows.map(({ place }) => place))).toEqual([before, before])
  await expect(database.snapshot(db => db.run(insert(41)))).rejects.toMatchObject({ code: '25006' })
  await expect(database.snapshot(async () => Promise.reject(new Error('ours')))).rejects.toThrow('ours')
  expect(await database.run(sql`delete from sent where place = 40`)).toBe(1)
  expect(await kept()).toEqual(before)
})

test('a value that cannot be sent fails at once, and nothing is kept', async () => {
  const before = await kept()
  const circle: { own?: unknown } = {}
  circle.own = circle
  const failing = database.transaction(async tx => {
    tx.send(insert(7))
    tx.send(sql`select ${circle}::json`)
    await tx.finish(insert(8))
  })
  await expect(failing).rejects.toThrow(TypeError)
  expect(await kept()).toEqual(before)
})

test('an error that was caught does not stand for another one', async () => {
  const failing = database.transaction(async tx => {
    await tx.run(insert(3)).catch(() => {})
    throw new TypeError('our own')
  })
  await expect(failing).rejects.toThrow('our own')
  expect(await database.transaction(async tx => tx.maybe(sql`select 1 as one`))).toEqual({ one: 1 })
})

test('what is still at work when a transaction ends writes nothing beside it', async () => {
  const before = await kept()
  const refused = new Error('refused')
  const readFirst = async (tx: Tx, then: () => unknown) => {
    await tx.many(sql`select 1`)
    return then()
  }
  const endings: ((tx: Tx) => unknown)[] = [
    // Both answers come in one piece: the refusal ends the transaction, and the other one goes on.
    tx => readFirst(tx, () => Promise.reject(refused)),
    tx => readFirst(tx, () => Promise.reject(new RolledBack('a dry run'))),
    tx => readFirst(tx, () => 'the commit'),
  ]
  for (const end of endings) {
    let late: Promise<unknown> = Promise.resolve()
    const ended = database.transaction(async tx => {
      const ending = end(tx)
      late = readFirst(tx, () => tx.many(sql`select 2`)).then(() => tx.run(insert(9)))
      late.catch(() => {})
      return ending
    })
    await ended.catch(error => expect(error).toBe(refused))
    await expect(late).rejects.toThrow('the transaction is over')
  }
  expect(await kept()).toEqual(before)
})
