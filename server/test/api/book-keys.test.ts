/** Books can be spread over servers: from the catalogue, the book is in every key of its tables and in every reference. */
import { expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { house } from '../../src/domains/index.ts'
import { useService } from '../support/service.ts'

const service = useService()

interface Key {
  table: string
  name: string
  kind: 'p' | 'u' | 'f' | 'i'
  columns: string[]
  to: string | null
}

/** Primary, unique and foreign keys, and unique indexes that are no constraint. */
const keys = () =>
  service.database.many<Key>(sql`
    select t.relname as table, c.conname as name, c.contype::text as kind,
           array(select a.attname::text from unnest(c.conkey) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k) as columns,
           (select f.relname from pg_class f where f.oid = c.confrelid) as to
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid
     where c.contype in ('p', 'u', 'f') and t.relnamespace = 'public'::regnamespace
    union all
    select t.relname, i.relname, 'i',
           array(select a.attname::text from unnest(x.indkey::int2[]) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k), null
      from pg_index x
      join pg_class t on t.oid = x.indrelid
      join pg_class i on i.oid = x.indexrelid
     where x.indisunique and t.relnamespace = 'public'::regnamespace
       and not exists (select 1 from pg_constraint c where c.conindid = x.indexrelid)`)

/** What references may name without a book: a small table that every server of a distributed PostgreSQL would have. */
const shared = ['countries']

test('every key of a table of the books has the book', async () => {
  const tables = new Set(Object.keys(house.tables))
  const all = await keys()
  expect(new Set(all.map(({ table }) => table).filter(table => tables.has(table))).size).toBe(tables.size)
  const without = all.filter(({ table, columns }) => tables.has(table) && !columns.includes('book_id'))
  expect(without.filter(({ kind }) => kind !== 'f').map(({ table, name }) => `${table}.${name}`)).toEqual([])
  expect([...new Set(without.map(({ to }) => to))].toSorted()).toEqual(shared)
})

test('whatever has a book is a table of the books, but for keys: they are found before any book is known', async () => {
  const rows = await service.database.many<{ name: string }>(sql`
    select t.relname as name
      from pg_class t
      join pg_attribute a on a.attrelid = t.oid and a.attname = 'book_id' and not a.attisdropped
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition`)
  const beside = rows.map(({ name }) => name).filter(name => !(name in house.tables))
  expect(beside).toEqual(['api_keys'])
})
