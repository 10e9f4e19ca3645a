/** Against a real PostgreSQL that takes most warehouses for small: a single level is found by its key, a whole one by its index. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../src/db/pool.ts'
import { type Sql, sql } from '../../src/db/sql.ts'
import { listAvailable } from '../../src/domains/brewery/production/store.ts'
import { listFree } from '../../src/domains/pos/items/store.ts'
import { listExpected } from '../../src/domains/stock/counts/store.ts'
import { listLevels, listLevelsAsOf } from '../../src/domains/stock/levels/store.ts'
import { savePosting } from '../../src/domains/stock/posting/saving-store.ts'
import { listLevelsNow, theseItems } from '../../src/domains/stock/posting/store.ts'
import { stockUses } from '../../src/domains/stock/uses.ts'
import { findUse } from '../../src/kernel/uses.ts'
import { newId } from '../../src/lib/ids.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { cloneDatabase } from '../support/service.ts'

const told = {
  book: newId(),
  warehouse: newId(),
  item: newId(),
  now: toInstant(Date.parse('2026-03-01T10:00:00Z')),
  day: '2026-03-01',
} as const

let client: pg.Client
let drop: () => Promise<void>

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  client = new pg.Client(clone.connection)
  await client.connect()
  // A thousand books with one warehouse each and five levels in it; of items and books nobody asks.
  await client.query("set session_replication_role = 'replica'")
  await client.query(`
    insert into stock_levels (book_id, id, item_id, warehouse_id, quantity, reserved_quantity, value, created_at, updated_at,
                              updated_on)
    select book, gen_random_uuid(), gen_random_uuid(), warehouse, 1, 0, 1, now(), now(), now()
      from (select gen_random_uuid() as book, gen_random_uuid() as warehouse from generate_series(1, 1000)) books
     cross join generate_series(1, 5)`)
  await client.query('analyze stock_levels')
})

afterAll(async () => {
  await client.end()
  await drop()
})

/** What is asked, and how PostgreSQL goes about it for any book. */
async function planOf(ask: (tx: Tx) => unknown): Promise<string> {
  const asked: Sql[] = []
  const note = (statement: Sql) => {
    asked.push(statement)
    return Promise.resolve([])
  }
  await ask({ many: note, maybe: note, run: note, send: note } as unknown as Tx)
  const plans: string[] = []
  for (const { text } of asked) {
    const { rows } = await client.query(`explain (generic_plan) ${text}`)
    plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
  }
  return plans.join('\n')
}

const bookId = told.book
const warehouseId = told.warehouse
const page = { limit: 50, order: 'by_creation' } as const

const single: Readonly<Record<string, (tx: Tx) => unknown>> = {
  'what a document moves': tx => listLevelsNow(tx, { bookId, warehouseId, items: theseItems([told.item]) }),
  'what a posting leaves': tx =>
    savePosting(
      tx,
      { bookId, now: told.now },
      {
        ...{
          documentId: newId(),
          document: undefined,
          warehouseId,
          day: told.day,
          changedLots: [],
          newLots: [],
          goneLots: [],
        },
        ...{ allocations: [], isReturned: false, lineValues: [], reservations: [] },
        levels: [
          {
            id: newId(),
            item_id: told.item,
            quantity: '1',
            reserved_quantity: '0',
            value: '1',
            moved_quantity: '1',
            moved_value: '1',
            is_new: false,
          },
        ],
      },
    ),
  'what a brew may take': tx => listAvailable(tx, bookId, { warehouseId, itemIds: [told.item] }),
  'what a bar may sell': tx => listFree(tx, bookId, { warehouseId, itemIds: [told.item] }),
}

const whole: Readonly<Record<string, (tx: Tx) => unknown>> = {
  'the list of a warehouse': tx => listLevels(tx, { bookId, where: [sql`r.warehouse_id = ${warehouseId}`] }, page),
  'the list of a past day': tx =>
    listLevelsAsOf(tx, { bookId, day: told.day, where: [sql`r.warehouse_id = ${warehouseId}`] }, page),
  'what a count expects': tx => listExpected(tx, { bookId, warehouseId, day: told.day, itemIds: null }),
  'whether the warehouse is used': tx =>
    findUse(
      tx,
      stockUses.filter(({ table }) => table === 'stock_levels'),
      { bookId, id: warehouseId },
    ),
}

describe('a single level is found by its key:', () => {
  test.for(Object.keys(single))('%s', async name => {
    const plan = await planOf(single[name]!)
    expect(plan).toContain('stock_levels_pkey')
    expect(plan).not.toContain('stock_levels_in_warehouse')
  })
})

describe('a whole warehouse is found by its index:', () => {
  test.for(Object.keys(whole))('%s', async name => {
    expect(await planOf(whole[name]!)).toContain('stock_levels_in_warehouse')
  })
})
