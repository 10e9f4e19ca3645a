/** Partners of an older version: numbers that were two by their spelling stay two, and new ones are held to the rule. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import type { Database } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { newId } from '../../src/lib/ids.ts'
import { type OldDatabase, oldDatabase } from '../support/old-database.ts'

/** The migration that gives partners their identity. */
const since = 19
const before = '2026-01-01T00:00:00.000Z'
const book = newId()

let old: OldDatabase
let database: Database

beforeAll(async () => {
  old = await oldDatabase(since)
  database = old.database
  const tenant = newId()
  await database.run(sql`
    insert into tenants (id, slug, name, vertical, country_code, time_zone, unit_system, is_vat_payer, modules,
                         rate_per_min, max_keys, max_webhook_endpoints, max_partners, storage_mb,
                         events_retention_days, created_at, updated_at)
    values (${tenant}, 'hops', 'Hops', 'brewery', 'CZ', 'Europe/Prague', 'metric', true, '{api}',
            600, 10, 10, 100, 100, 30, ${before}, ${before})`)
  await database.run(sql`
    insert into books (id, tenant_id, is_live, created_at) values (${book}, ${tenant}, true, ${before})`)
})

afterAll(() => old.drop())

/** As the older version wrote them. */
const insert = (title: string, ico: string | null, country: string | null = null): Promise<number> =>
  database.run(sql`
    insert into partners (book_id, id, version, name, is_customer, is_supplier, ico, country_id, payment_terms,
                          is_active, search_text, created_at, updated_at)
    values (${book}, ${newId()}, 1, ${title}, true, true, ${ico},
            (select id from countries where code = ${country}), 14, true, '', ${before}, ${before})`)

const keys = async () =>
  (
    await database.many<{ name: string; ico_key: string | null; ico_twin: number }>(sql`
      select name, ico_key, ico_twin from partners where book_id = ${book} order by name`)
  ).map(row => `${row.name} ${row.ico_key} ${row.ico_twin}`)

test('the migration takes two spellings of one number, and the database refuses a third', async () => {
  await insert('A', '02611309')
  await insert('B', '2611309')
  await insert('C', '02611309 ', 'CZ')
  await insert('D', '2 611 309', 'SK')
  await insert('E', '')
  await insert('F', null)
  await migrate(database)
  const kept = ['A CZ 02611309 0', 'B CZ 02611309 1', 'C CZ 02611309 2', 'D SK 02611309 0', 'E null 0', 'F null 0']
  expect(await keys()).toEqual(kept)
  await expect(insert('G', '002611309')).rejects.toThrow('partners_ico_key_unique')
  // What the older version changes beside the number leaves the three as they are.
  await database.run(sql`update partners set ico = ico, version = 2, name = name where book_id = ${book}`)
  expect(await keys()).toEqual(kept)
  await database.run(sql`update partners set ico = '25097563' where book_id = ${book} and name = 'B'`)
  expect((await keys())[1]).toBe('B CZ 25097563 0')
})
