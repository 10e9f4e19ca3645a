/** `tenant list`, `tenant export`, `tenant import`, `tenant delete`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteTenant, refuseDeletion } from '../../backup/tenant-delete.ts'
import { exportTenant } from '../../backup/tenant-export.ts'
import { importTenant } from '../../backup/tenant-import.ts'
import type { TenantKeys } from '../../backup/tenant-tables.ts'
import { placeToRead, placeToWrite } from '../../backup/where.ts'
import type { Database } from '../../db/pool.ts'
import { changeTenant, getTenant } from '../../domains/accounts/actions.ts'
import { lastExport, noteExport, noteImport } from '../../domains/accounts/moves.ts'
import { listBooks, listTenants } from '../../domains/accounts/store.ts'
import { readVersion } from '../../kernel/version.ts'
import { openFileStore } from '../../storage/open.ts'
import { Refusal, type Tools } from './command.ts'
import { tableLines } from './look.ts'

interface Options {
  json?: boolean
}

export const tenantList = ({ withStore, print }: Tools, { json }: Options): Promise<void> =>
  withStore('tenant list', async ({ database }) => {
    const tenants = await listTenants(database)
    const cells = tenants.map(each => [
      each.slug,
      each.name,
      each.vertical,
      each.locked ? 'locked' : '',
      String(each.events),
    ])
    print(json, { tenants }, tableLines(['slug', 'name', 'trade', '', 'events'], cells))
  })

const keysOf = async (database: Database, slug: string): Promise<TenantKeys> => {
  const { id } = await getTenant(database, slug)
  return { id, books: (await listBooks(database, id)).map(book => book.id) }
}

export const tenantExport = (
  { withStore, print }: Tools,
  { to, json }: Options & { to: string },
  slug: string,
): Promise<void> =>
  withStore('tenant export', async ({ config, database, stopping }) => {
    const { s3, backupPassphrase: passphrase } = config
    const tenant = await keysOf(database, slug)
    const naming = { s3, nowMs: database.clock(), isSealed: passphrase !== undefined, of: slug }
    const source = { database, fileStore: openFileStore(config), tenant, version: readVersion() }
    const taken = await exportTenant(source, placeToWrite(to, naming), { passphrase, stopping })
    await noteExport(database, tenant.id, taken)
    print(json, { tenant: slug, ...taken }, [
      `${taken.name}   ${slug} as it was at ${taken.taken_at}: ${taken.rows} rows, ${taken.files.count} files`,
    ])
  })

export const tenantImport = (
  { withStore, print }: Tools,
  { from, slug, json }: Options & { from: string; slug?: string },
): Promise<void> =>
  withStore('tenant import', async ({ config, database, openOwner }) => {
    const place = await placeToRead(from, config.s3)
    const owner = openOwner()
    const target = { database: owner, fileStore: openFileStore(config), passphrase: config.backupPassphrase, slug }
    const imported = await importTenant(place, target).finally(() => owner.end())
    await noteImport(database, imported.tenant.id, place.name)
    const rows = Object.values(imported.manifest.rows).reduce((sum, count) => sum + count, 0)
    const { count: files } = imported.manifest.files
    print(json, { tenant: imported.slug, id: imported.tenant.id, rows, files }, [
      `${imported.slug}   ${rows} rows, ${files} files, from ${place.name}`,
      `People sign in anew: cellarbook tenant sign-in ${imported.slug}`,
    ])
  })

interface DeleteOptions extends Options {
  confirm: string
  withoutExport?: boolean
}

/** Longer than nodes remember a caller. */
const forgottenMs = 1_500

export async function tenantDelete(
  { withStore, print }: Tools,
  { confirm, withoutExport, json }: DeleteOptions,
  slug: string,
): Promise<void> {
  if (confirm !== slug) throw new Refusal(`Nothing was deleted: --confirm has to name the tenant again, ${slug}.`)
  await withStore('tenant delete', async ({ database, openOwner }) => {
    const tenant = await keysOf(database, slug)
    if (!withoutExport) await refuseWithoutExport(database, tenant, slug)
    const owner = openOwner()
    const rows = await lockAndDelete({ database, owner, tenant, slug }).finally(() => owner.end())
    print(json, { tenant: slug, deleted: true, rows }, [
      `${slug} is deleted: ${rows} rows. Its files go with the next sweep.`,
    ])
  })
}

interface Deleted {
  database: Database
  owner: Database
  tenant: TenantKeys
  slug: string
}

async function lockAndDelete({ database, owner, tenant, slug }: Deleted): Promise<number> {
  await refuseDeletion(owner)
  await changeTenant(database, database.clock, { slug, is_locked: true })
  await sleep(forgottenMs)
  return deleteTenant(owner, tenant)
}

async function refuseWithoutExport(database: Database, { id }: TenantKeys, slug: string): Promise<void> {
  const last = await lastExport(database, id)
  const books = await listBooks(database, id)
  const isFresh = last && books.every(book => last[book.id] === Number(book.last_sequence))
  if (isFresh) return
  throw new Refusal(
    `Nothing was deleted: ${last ? `${slug} was written to since its export` : `there is no export of ${slug}`}. ` +
      `Make one with cellarbook tenant export ${slug} --to FILE, or give --without-export.`,
  )
}
