/** kill -9 at the two moments of a sale that matter, held in PostgreSQL until they are there. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import type { Client, Reply } from '../support/client.ts'
import { cli } from '../support/commands.ts'
import {
  newPlace,
  type Place,
  quietPort,
  readyPlace,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'
import { type LossyProxy, startProxy } from '../support/proxy.ts'
import type { Told } from '../support/sales.ts'
import { type StockBook, stockBook } from '../support/stock.ts'

useProcesses()

/** PostgreSQL outlives the node, which reaches it through a proxy. */
let database: Database
/** Holds locks for as long as a test needs. */
let holder: pg.Client
let proxy: LossyProxy
let place: Place
let server: ServerProcess
let api: Client
let book: StockBook
let bottle: string
let desk: string

const unit = { unit_code: 'pcs' }

beforeAll(async () => {
  const { dataDir } = await readyPlace()
  const postgres = await openEmbeddedPostgres({ dataDir, tcpPort: await quietPort(), durable: false, log: () => {} })
  database = openDatabase({ ...postgres.connection }, { name: 'test', size: 2 })
  holder = new pg.Client({ ...postgres.connection })
  await holder.connect()
  proxy = await startProxy(postgres.connection)
  const { user, password, database: name } = postgres.connection
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${name}`
  place = await newPlace({ DATABASE_URL: url })
  server = await startServer(place)
  api = server.client(server.testKey)
  book = await stockBook(api)
  bottle = await book.item({ name: 'Lahev', unit, pos_available: true })
  await book.received(bottle, '10', '5', { unit: 'pcs' })
  desk = (await api.get('/cash-desks')).body.data.find(({ code }: Told) => code === 'MAIN').id
})

afterAll(async () => {
  await holder?.end()
  await proxy?.close()
  await database?.end()
})

const send = (key: string): Promise<Reply | undefined> => {
  const lines = [{ item_id: bottle, quantity: '1', unit, unit_price: '10' }]
  const body = { cash_desk_id: desk, lines, payment: { method: 'cash', amount: '10.00' } }
  return api.post('/pos-sales', body, { headers: { 'idempotency-key': key } }).catch(() => undefined)
}

const soldOf = async (item: string) => (await api.get(`/pos-sales?item_id=${item}`)).body.data

/** Until a session waits for a lock that has written a sale. */
async function untilHeld(): Promise<void> {
  for (;;) {
    const [held] = await database.many(sql`
      select 1
        from pg_locks waiting
        join pg_locks wrote on wrote.pid = waiting.pid and wrote.granted and wrote.mode = 'RowExclusiveLock'
       where not waiting.granted and wrote.relation = 'pos_sales'::regclass`)
    if (held) return
    await sleep(10)
  }
}

async function startAgain(): Promise<void> {
  server = await startServer(place)
}

test('killed between recording and settling: nothing is there, and the same key sells it', async () => {
  const key = randomUUID()
  await holder.query('begin')
  await holder.query('select id from stock_lots where item_id = $1 for update', [bottle])
  const sending = send(key)
  await untilHeld()
  await server.kill()
  expect(await sending).toBeUndefined()
  await holder.query('rollback')
  await startAgain()
  expect(await soldOf(bottle)).toEqual([])
  const again = (await send(key))!
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined])
  expect(await soldOf(bottle)).toMatchObject([{ id: again.body.id, status: 'settled' }])
  expect(await book.level(bottle)).toMatchObject({ quantity: '9' })
})

test('killed between COMMIT and the answer: the sale is there, and the same key tells it', async () => {
  await database.run(sql`
    create function wait_at_commit() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4711); return null; end $$`)
  await database.run(sql`
    create constraint trigger wait_at_commit after insert on pos_sales
      deferrable initially deferred for each row execute function wait_at_commit()`)
  const key = randomUUID()
  const countSales = async () =>
    (await database.many<{ count: number }>(sql`select count(*)::integer as count from pos_sales`))[0]!.count
  const count = await countSales()
  await holder.query('select pg_advisory_lock(4711)')
  const sending = send(key)
  await untilHeld()
  proxy.freeze()
  await holder.query('select pg_advisory_unlock(4711)')
  while ((await countSales()) === count) await sleep(10)
  await server.kill()
  expect(await sending).toBeUndefined()
  proxy.thaw()
  await database.run(sql`drop trigger wait_at_commit on pos_sales`)
  await startAgain()
  const again = (await send(key))!
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
  expect(await countSales()).toBe(count + 1)
  expect((await soldOf(bottle)).map(({ id }: Told) => id)).toContain(again.body.id)
  expect(await book.level(bottle)).toMatchObject({ quantity: '8' })
  expect(await cli(place, ['verify'])).toMatchObject({ ok: true, violations: [] })
})
