/** A newer version starts beside one that serves: its migrations neither stop the writes nor are stopped by them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { MigrationError, migrate, readMigrations } from '../../src/db/migrate.ts'
import type { Database } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { newId } from '../../src/lib/ids.ts'
import { catalogueOf } from '../support/catalogue.ts'
import { templateName } from '../support/databases.ts'
import { copyOf, type OldDatabase, oldDatabase } from '../support/old-database.ts'

let old: OldDatabase
afterEach(() => old.drop())

const before = '2026-01-01T00:00:00.000Z'

async function addBooks(database: Database, count: number): Promise<string[]> {
  const books = Array.from({ length: count }, newId)
  for (const book of books) {
    const tenant = newId()
    await database.run(sql`
      insert into tenants (id, slug, name, vertical, country_code, time_zone, unit_system, is_vat_payer, modules,
                           rate_per_min, max_keys, max_webhook_endpoints, max_partners, storage_mb,
                           events_retention_days, created_at, updated_at)
      values (${tenant}, ${`t-${book}`}, 'Hops', 'brewery', 'CZ', 'Europe/Prague', 'metric', true, '{stock,api}',
              600, 10, 10, 100, 100, 30, ${before}, ${before})`)
    await database.run(sql`
      insert into books (id, tenant_id, is_live, created_at) values (${book}, ${tenant}, true, ${before})`)
  }
  return books
}

/** As the older version writes: a look for the stored answer, the book, the event and the answer. */
async function writeOnce(database: Database, book: string, sequence: number): Promise<void> {
  await database.transaction(async tx => {
    await tx.run(sql`select status from stored_answers where book_id = ${book} and idempotency_key = 'none'`)
    await tx.run(sql`select id from books where id = ${book} for no key update`)
    await sleep(20)
    await tx.run(sql`
      insert into events (book_id, sequence, id, type, api_version, actor_type, request_id, object, data, created_at)
      values (${book}, ${sequence}, ${newId()}, 'partner.created', '2026-09-17', 'system', ${newId()}, 'partner', '{}', now())`)
    await tx.run(sql`update books set last_sequence = ${sequence} where id = ${book}`)
    await tx.run(sql`
      insert into stored_answers (book_id, lineage_id, idempotency_key, fingerprint, method, path, request_id, status,
                                  body, created_at)
      values (${book}, ${book}, ${String(sequence)}, '', 'POST', '/', ${newId()}, 201, '', now())`)
  })
}

async function expectRefusal(database: Database): Promise<void> {
  const reader = await database.dedicated()
  await reader.query('begin; select 1 from stored_answers')
  await reader.query('set idle_in_transaction_session_timeout = 0')
  const refused = await migrate(database, { patienceMs: 1_000 }).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(MigrationError)
  expect((refused as Error).message).toMatch(
    /^Migration 0015_webhooks found its tables in use for 1 s \(.*lock timeout\)\. Start/,
  )
  await reader.query('rollback')
  await reader.end()
}

test('tables that stay in use: one clear line, everything given back; then it succeeds under writes that take them in another order, and no write fails', async () => {
  // Migration 15 makes an index of events, then alters stored answers.
  old = await oldDatabase(15)
  await expectRefusal(old.database)
  const books = await addBooks(old.database, 6)
  let isOver = false
  const errors: unknown[] = []
  const write = async (book: string): Promise<number> => {
    let sequence = 0
    while (!isOver) {
      await writeOnce(old.database, book, sequence + 1).then(
        () => {
          sequence += 1
        },
        error => errors.push(error),
      )
    }
    return sequence
  }
  const writers = Promise.all(books.map(write))
  await sleep(300)
  const migrated = await migrate(old.database).finally(async () => {
    await sleep(300)
    isOver = true
  })
  const written = await writers
  expect(migrated).toEqual((await readMigrations()).map(({ name }) => name).slice(14))
  expect(errors).toEqual([])
  for (const count of written) expect(count).toBeGreaterThan(5)
})

test('a migration that broke off goes on where it stopped, and makes an index again that was not finished', async () => {
  old = await copyOf(templateName)
  const whole = await catalogueOf(old.database)
  await old.database.run(sql`update schema_migrations set steps = 4 where number = 27`)
  await old.database.run(sql`
    update pg_index set indisvalid = false where indexrelid = 'stock_documents_of_batch'::regclass`)
  expect(await migrate(old.database)).toEqual([(await readMigrations()).find(({ number }) => number === 27)!.name])
  expect(await catalogueOf(old.database)).toEqual(whole)
  expect(await migrate(old.database)).toEqual([])
})
