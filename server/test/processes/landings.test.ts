/**
 * Databases of every earlier landing: brought up to date they are the same as a new one, object by object. The oldest and
 * the newest go all the way; those between go as far as the newest landing, and are the same as that one from there on.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Migration, MigrationError, migrate, readMigrations } from '../../src/db/migrate.ts'
import type { Database } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { completeBooks } from '../../src/domains/accounts/books.ts'
import { invariants } from '../../src/domains/index.ts'
import { verify } from '../../src/kernel/verify.ts'
import { newId } from '../../src/lib/ids.ts'
import { asAdmin } from '../support/admin.ts'
import { catalogueOf } from '../support/catalogue.ts'
import { templateName } from '../support/databases.ts'
import { copyOf, databaseWith, loadRows, type OldDatabase } from '../support/old-database.ts'

interface Landing {
  commit: string
  subject: string
  migrations: string[]
}

const here = path.dirname(fileURLToPath(import.meta.url))
const kept = path.join(here, '..', 'fixtures', 'landings')
const current = path.join(here, '..', '..', 'migrations')
const landings: Landing[] = JSON.parse(readFileSync(path.join(kept, 'landings.json'), 'utf8'))

/** One whose texts are all today's goes the way of a new database: the oldest and those with rows stand for the rest. */
const isEdited = ({ migrations }: Landing): boolean => migrations.some(file => existsSync(path.join(kept, file)))
const rowsFile = ({ commit }: Landing): string => path.join(kept, `${commit}.rows.gz`)
const withRows = landings.filter(landing => existsSync(rowsFile(landing)))
const told = landings.filter((landing, index) => !withRows.includes(landing) && (isEdited(landing) || index === 0))

/** A text that was edited later is kept beside the list; the others are today's. */
const migrationOf = (file: string): Migration => {
  const edited = path.join(kept, file)
  return {
    number: Number(file.slice(0, 4)),
    name: file.replace(/(\.[0-9a-f]{8})?\.sql$/, ''),
    text: readFileSync(existsSync(edited) ? edited : path.join(current, file), 'utf8'),
  }
}

/** The catalogue of a new database. */
let fresh: Record<string, string>
/** One of the newest landing, as it was released, and its catalogue. */
let released: OldDatabase
let newest: Record<string, string>
const ofNewest = new Set(landings.at(-1)!.migrations.map(file => Number(file.slice(0, 4))))
let old: OldDatabase | undefined

beforeAll(async () => {
  const today = await copyOf(templateName)
  fresh = await catalogueOf(today.database)
  await today.drop()
  expect(Object.keys(fresh).length).toBeGreaterThan(1_000)
  released = await databaseWith(landings.at(-1)!.migrations.map(migrationOf))
  await addRows(released.database)
  // The list of those that ran gets columns first of all.
  await migrate(released.database, { only: ofNewest })
  newest = await catalogueOf(released.database)
  await released.database.end()
})
afterEach(async () => {
  await old?.drop()
  old = undefined
})
afterAll(() => asAdmin(`drop database if exists ${released.name} with (force)`))

/** What every landing could hold: a tenant, its books, a partner. */
async function addRows(database: Database): Promise<void> {
  const [tenant, book, at] = [newId(), newId(), '2026-01-01T00:00:00.000Z']
  await database.run(sql`
    insert into tenants (id, slug, name, vertical, country_code, time_zone, unit_system, is_vat_payer, modules,
                         rate_per_min, max_keys, max_webhook_endpoints, max_partners, storage_mb,
                         events_retention_days, created_at, updated_at)
    values (${tenant}, 'hops', 'Hops', 'brewery', 'CZ', 'Europe/Prague', 'metric', true, '{stock,api}',
            600, 10, 10, 100, 100, 30, ${at}, ${at})`)
  await database.run(sql`
    insert into books (id, tenant_id, is_live, partner_count, created_at)
    values (${book}, ${tenant}, true, 1, ${at}), (${newId()}, ${tenant}, false, 0, ${at})`)
  await database.run(sql`
    insert into partners (book_id, id, version, name, is_customer, is_supplier, ico, dic, payment_terms, is_active,
                          search_text, created_at, updated_at)
    values (${book}, ${newId()}, 1, 'Sladovna', true, true, '123 45', 'CZ12345', 14, true, 'sladovna', ${at}, ${at})`)
}

const checksumsOf = (database: Database) =>
  database.many<{ number: number; checksum: string | null }>(
    sql`select number, checksum from schema_migrations order by number`,
  )

const partnersOf = (database: Database) => database.many(sql`select name, ico_key from partners`)

describe('a database of an earlier landing', () => {
  test.each(told)('$commit, $subject', async ({ commit, migrations }) => {
    const isNewest = commit === landings.at(-1)!.commit
    const goesAllTheWay = isNewest || commit === landings[0]!.commit
    old = isNewest ? await copyOf(released.name) : await databaseWith(migrations.map(migrationOf))
    if (!isNewest) await addRows(old.database)
    const how = goesAllTheWay ? {} : { only: ofNewest }
    await migrate(old.database, how)
    expect(await catalogueOf(old.database)).toEqual(goesAllTheWay ? fresh : newest)
    expect((await checksumsOf(old.database)).filter(({ checksum }) => checksum === null)).toEqual([])
    expect(await migrate(old.database, how)).toEqual([])
    expect(await partnersOf(old.database)).toEqual([{ name: 'Sladovna', ico_key: 'CZ 00012345' }])
  })
})

/** A service that ran has partitions of the days it ran on. */
const withoutDays = (catalogue: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(catalogue).filter(([name]) => !/\brequests_\d{8}/.test(name)))

describe('the data of an earlier landing, made by its own program', () => {
  test.each(withRows)('$commit, $subject', async landing => {
    old = await databaseWith(landing.migrations.map(migrationOf))
    await loadRows(old.database, rowsFile(landing))
    const said = sql`select id, number, status, total_incl_vat::text from invoices order by id`
    const before = await old.database.many(said)
    expect(before.length).toBeGreaterThan(2)
    await migrate(old.database)
    await completeBooks(old.database, Date.now, {
      loadDomains: () => import('../../src/domains/index.ts'),
      isMigrated: true,
    })
    expect(withoutDays(await catalogueOf(old.database))).toEqual(fresh)
    expect(await verify(old.database, invariants)).toEqual([])
    expect(await old.database.many(said)).toEqual(before)
  })
})

describe('a migration that was edited after it ran', () => {
  test('is refused in one line, and nothing else is done', async () => {
    old = await copyOf(templateName)
    const { database } = old
    expect((await checksumsOf(database)).map(({ number }) => number)).toEqual(
      (await readMigrations()).map(({ number }) => number),
    )
    await database.run(sql`update schema_migrations set checksum = 'another' where number = 10`)
    await database.run(sql`delete from schema_migrations where number = 24`)
    const refused = await migrate(database).catch((error: Error) => error)
    expect(refused).toBeInstanceOf(MigrationError)
    expect((refused as Error).message).toBe(
      'Migration 0010_stock was edited after it ran in this database. Restore its file, and write a new migration instead.',
    )
    expect((await checksumsOf(database)).some(({ number }) => number === 24)).toBe(false)
  })
})
