/** A database of an older version: its books get what a new one starts with, once, whoever starts first. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate, readMigrations } from '../../src/db/migrate.ts'
import type { Database } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { createTenant } from '../../src/domains/accounts/actions.ts'
import { completeBooks } from '../../src/domains/accounts/books.ts'
import { invariants } from '../../src/domains/index.ts'
import { exportSettings } from '../../src/domains/settings/actions.ts'
import { findAccount } from '../../src/kernel/account.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import { verify } from '../../src/kernel/verify.ts'
import { newId } from '../../src/lib/ids.ts'
import type { Tools } from '../../src/process/cli/command.ts'
import { upgradeCommand } from '../../src/process/cli/upgrade-command.ts'
import { readConfig } from '../../src/process/config.ts'
import { openStore } from '../../src/process/database.ts'
import { asAdmin } from '../support/admin.ts'
import { addressOf, copyOf, type OldDatabase, oldDatabase } from '../support/old-database.ts'

/** The last migration of the version that knew no places and no look-ups. */
const lastOld = 7
const before = '2026-01-01T00:00:00.000Z'

let name: string
let old: OldDatabase
let database: Database

/** One as the older version left it, and one that was only migrated since: each test has a copy. */
const kept: { old?: string; migrated?: string } = {}

function open(fresh: OldDatabase): void {
  old = fresh
  name = fresh.name
  database = fresh.database
}

beforeAll(async () => {
  open(await oldDatabase(lastOld + 1))
  kept.old = name
  await addOldTenant('hops', ['stock', 'api'])
  await database.run(sql`update tenants set is_vat_payer = false where slug = 'hops'`)
  await addOldTenant('malt', ['stock', 'brewery', 'api', 'excise'])
  await database.end()
  open(await copyOf(kept.old))
  kept.migrated = name
  await migrate(database)
  await database.end()
})

afterEach(() => old.drop())
afterAll(async () => {
  for (const each of Object.values(kept)) await asAdmin(`drop database ${each} with (force)`)
})

/** As the older version wrote it: both books with a system unit and a price list, and an owner. */
async function addOldTenant(slug: string, modules: string[]): Promise<void> {
  const tenant = newId()
  await database.run(sql`
    insert into tenants (id, slug, name, vertical, country_code, time_zone, unit_system, is_vat_payer, modules,
                         rate_per_min, max_keys, max_webhook_endpoints, max_partners, storage_mb,
                         events_retention_days, created_at, updated_at)
    values (${tenant}, ${slug}, ${slug}, 'brewery', 'CZ', 'Europe/Prague', 'metric', true, ${modules},
            600, 10, 10, 100, 100, 30, ${before}, ${before})`)
  await database.run(sql`
    insert into users (tenant_id, id, email, name, role, rights, created_at, updated_at)
    values (${tenant}, ${newId()}, ${`owner@${slug}.example`}, 'Owner', 'owner', '{core:read}', ${before}, ${before})`)
  for (const isLive of [true, false]) {
    const book = newId()
    await database.run(sql`
      insert into books (id, tenant_id, is_live, created_at)
      values (${book}, ${tenant}, ${isLive}, ${before})`)
    await database.run(sql`
      insert into units (book_id, id, code, symbol, name_cs, name_en, dimension, to_base_factor, decimals, is_system,
                         is_active, systems, offered_for_materials, sort_order, created_at, updated_at)
      values (${book}, ${newId()}, 'pcs', 'ks', 'kus', 'piece', 'count', 1, 0, true, true, '{metric}', '{}', 0,
              ${before}, ${before})`)
    await database.run(sql`
      insert into price_lists (book_id, id, code, name, currency, is_active, created_at, updated_at)
      values (${book}, ${newId()}, 'OLD', 'Old', 'CZK', true, ${before}, ${before})`)
  }
}

async function settingsOf(slug: string, isLive: boolean): Promise<Settings> {
  const account = await findAccount(database, slug, isLive)
  return exportSettings({ db: database, account: account!, today: '2026-06-01' })
}

/** Every old book is what a new one of the same kind is, and still has what it had. */
async function expectComplete(): Promise<void> {
  expect(await verify(database, invariants)).toEqual([])
  await createTenant(database, Date.now, { slug: 'new', name: 'New' })
  for (const isLive of [true, false]) {
    const { users: _, price_lists: none, ...fresh } = await settingsOf('new', isLive)
    expect(none).toEqual([])
    const { users, price_lists, ...malt } = await settingsOf('malt', isLive)
    expect(malt).toEqual({ ...fresh, company: { ...fresh.company, name: 'malt' } })
    expect(users).toMatchObject([{ email: 'owner@malt.example', rights: ['core:read'] }])
    expect(price_lists).toMatchObject([{ code: 'OLD', entries: [] }])
    const { warehouses } = await settingsOf('hops', isLive)
    expect(warehouses!.map(({ code }) => code)).toEqual(malt.warehouses!.map(({ code }) => code))
    expect(warehouses!.some(warehouse => warehouse.is_excise_relevant)).toBe(false)
    expect(malt.warehouses!.some(warehouse => warehouse.is_excise_relevant)).toBe(true)
  }
}

const complete = () => completeBooks(database, Date.now, { loadDomains: async () => {}, isMigrated: true })

function openNode(): ReturnType<typeof openStore> {
  return openStore(readConfig({ DATABASE_URL: addressOf(name) }), { purpose: 'test', log: () => {} })
}

test('upgrade --check counts the rows of tables that PostgreSQL never counted', async () => {
  open(await copyOf(kept.old!))
  const report = {} as { migrations: { tables: { name: string; rows: number }[] }[] }
  const terminal = { readConfig: () => readConfig({ DATABASE_URL: addressOf(name) }) }
  const print = (_asJson: unknown, told: object) => Object.assign(report, told)
  await upgradeCommand({ terminal, print } as unknown as Tools, { check: true })
  const tables = report.migrations.flatMap(migration => migration.tables)
  expect(tables.find(table => table.name === 'tenants')).toMatchObject({ rows: 2 })
  expect(tables.find(table => table.name === 'books')).toMatchObject({ rows: 4 })
})

describe('migrated', () => {
  beforeEach(async () => open(await copyOf(kept.migrated!)))

  test('every tenant pays VAT as it did, from the first day on', async () => {
    const statusesOf = async (slug: string) => (await findAccount(database, slug, true))!.tenant.vatStatuses
    expect(await statusesOf('malt')).toEqual([{ since: '0001-01-01', is_vat_payer: true }])
    expect(await statusesOf('hops')).toEqual([{ since: '0001-01-01', is_vat_payer: false }])
  })

  test('two that complete the books at once complete each of them once, and a third leaves them as they are', async () => {
    expect((await verify(database, invariants)).map(({ invariant }) => invariant)).toContain(
      'number_series.of_every_kind',
    )
    await Promise.all([complete(), complete()])
    const books = () => database.many(sql`select id, last_write_at from books order by id`)
    const [settings, written] = [await settingsOf('malt', false), await books()]
    await complete()
    expect(await settingsOf('malt', false)).toEqual(settings)
    expect(await books()).toEqual(written)
    await expectComplete()
  })

  test('a domain that is new gives every book its own rows, and leaves those of the others', async () => {
    await complete()
    const counted = () =>
      database.many(sql`
      select (select count(*) from vat_rates) as vat_rates, (select count(*) from warehouses) as warehouses,
             (select count(*) from number_series) as number_series, (select count(*) from cash_desks) as desks`)
    const before = await counted()
    // Desks stand in shops and on warehouses.
    await database.run(sql`delete from cash_desks`)
    await database.run(sql`delete from warehouses`)
    await database.run(sql`delete from shops`)
    await database.run(sql`delete from number_series where document_kind in ('goods_receipt', 'repack')`)
    await database.run(sql`update books set completed_by = array_remove(array_remove(completed_by, 'stock'), 'pos')`)
    await Promise.all([complete(), complete()])
    expect(await counted()).toEqual(before)
    await expectComplete()
  })

  test('a book that a node of the version before made beside us is complete', async () => {
    await complete()
    await createTenant(database, Date.now, { slug: 'beside', name: 'Beside' })
    await database.run(sql`update books set completed_by = default`)
    const settings = await settingsOf('beside', true)
    await complete()
    expect(await settingsOf('beside', true)).toEqual(settings)
    expect(await verify(database, invariants)).toEqual([])
  })

  test('a node that was lost between the migrations and the books leaves the rest to the next start', async () => {
    await (await openNode()).close()
    await expectComplete()
  })
})

describe('as it was left', () => {
  beforeEach(async () => open(await copyOf(kept.old!)))

  test('two nodes of the new version that start at once both find every book complete', async () => {
    const start = async () => {
      const node = await openNode()
      const violations = await verify(node.database, invariants)
      await node.close()
      return { migrated: node.migrated, violations }
    }
    const nodes = await Promise.all([start(), start()])
    const missing = (await readMigrations()).filter(({ number }) => number > lastOld).map(({ name }) => name)
    expect(nodes.flatMap(({ migrated }) => migrated)).toEqual(missing)
    expect(nodes.flatMap(({ violations }) => violations)).toEqual([])
    await expectComplete()
  })
})
