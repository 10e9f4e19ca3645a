/** Against a real PostgreSQL: rows of tables nobody has analysed yet are found by their key. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { join, raw, sql } from '../../src/db/sql.ts'
import { cloneDatabase } from '../support/service.ts'

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openDatabase(clone.connection, { name: 'young-tables' })
})

afterAll(async () => {
  await database.end()
  await drop()
})

const someone = '019a0000-0000-7000-8000-000000000001'

async function planOf(table: string, columns: readonly string[]): Promise<string> {
  const named = columns.map(column => raw(`${column} = '${someone}'`))
  const rows = await database.many<{ 'QUERY PLAN': string }>(
    sql`explain select 1 from ${raw(table)} where ${join(named, ' and ')}`,
  )
  return rows.map(row => row['QUERY PLAN']).join('\n')
}

test('a row of a book is found by a unique index, not by reading its book', async () => {
  const keyed = await database.many<{ table: string; unique: string[] }>(sql`
    select t.relname::text as table, array_agg(u.indexrelid::regclass::text) as unique
      from pg_class t
      join pg_constraint p on p.conrelid = t.oid and p.contype = 'p'
       and pg_get_constraintdef(p.oid) = 'PRIMARY KEY (book_id, id)'
      join pg_index u on u.indrelid = t.oid and u.indisunique and u.indpred is null
     where t.relkind = 'r' and t.reltuples < 0
     group by t.relname`)
  // The few with rows may have been analysed by now, and a table of one page is best read through.
  expect(keyed.length).toBeGreaterThan(40)
  const others: string[] = []
  for (const { table, unique } of keyed) {
    const plan = await planOf(table, ['book_id', 'id'])
    if (!unique.some(index => plan.includes(` ${index} `))) others.push(`${table}\n${plan}`)
  }
  expect(others).toEqual([])
})

test('the level of an item is found by item and warehouse, not by reading the warehouse', async () => {
  expect(await planOf('stock_levels', ['book_id', 'warehouse_id', 'item_id'])).toMatch(/stock_levels_pkey/)
})
