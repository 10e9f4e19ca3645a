/** A copy of the cluster from which the log goes on: its files as they are read, made right by the log of that time. */
import type pg from 'pg'
import { filesLock } from '../../db/snapshot.ts'
import { toInstant } from '../../lib/instants.ts'
import { type BackupHead, type Contents, formatNumber, packOf, type RanMigration } from '../format.ts'
import { heldFiles } from '../held-files.ts'
import type { Shelf } from '../place.ts'
import type { Keyring } from '../sealing.ts'
import { store } from '../take.ts'
import type { NewEntry } from '../tar.ts'
import { storeJson } from './blob.ts'
import { clusterParts, listCluster } from './cluster-files.ts'
import type { Mirror } from './mirror.ts'
import { type BaseName, baseNames, stampOf } from './names.ts'
import { type BaseNote, noteFormat } from './note.ts'

export const baseKind = 'base'

export interface BaseSource {
  /** As superuser, for this alone: the copy ends with its session. */
  client: pg.Client
  cluster: string
  line: string
  shelf: Shelf
  ring: Keyring | undefined
  mirror: Mirror
  secrets: Readonly<Record<string, string>>
  /** Of the program. */
  version: string
}

export interface TakenBase {
  name: BaseName
  note: BaseNote
  bytes: number
}

interface Begun {
  atMs: number
  postgres: number
  segment: string
  migrations: RanMigration[]
}

/** Folders may be empty, and a tar of ours has files only. */
export interface BaseHead extends BackupHead {
  folders: string[]
}

export async function takeBase(source: BaseSource): Promise<TakenBase> {
  const { client, shelf, ring, mirror, version } = source
  await client.query('set statement_timeout = 0; set lock_timeout = 0')
  await client.query('select pg_advisory_lock_shared($1)', [filesLock])
  const begun = await begin(client)
  const held = await heldFiles(client)
  for (const { path } of held) await mirror.save(path)
  const ended: Ended = { segment: '', from: '' }
  const name = baseNames(source.line, stampOf(begun.atMs), ring !== undefined)
  const head = { kind: baseKind, format: formatNumber, cellarbook: version, taken_at: toInstant(begun.atMs) }
  const { folders, files } = await listCluster(source.cluster)
  const base: BaseHead = { ...head, migrations: begun.migrations, tables: [], sequences: [], folders }
  const nothing: Contents = { rows: {}, files: { count: 0, bytes: 0, missing: [] } }
  const pack = packOf(base, partsOf(source, files, ended), nothing)
  const bytes = await store(pack, shelf.place(name.pack), { passphrase: ring })
  const note: BaseNote = {
    format: noteFormat,
    cellarbook: version,
    postgres: begun.postgres,
    begun_at: base.taken_at,
    from: ended.from,
    first_segment: begun.segment,
    last_segment: ended.segment,
    migrations: begun.migrations,
    files: held.map(({ path }) => path),
  }
  await storeJson(shelf.place(name.note), note, ring)
  return { name, note, bytes }
}

interface Ended {
  segment: string
  /** When everything was there. */
  from: string
}

/** At once: who waits for the next checkpoint waits for minutes. */
async function begin(client: pg.Client): Promise<Begun> {
  const { rows } = await client.query(`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at_ms,
           current_setting('server_version_num')::int / 10000 as postgres,
           pg_walfile_name(pg_backup_start('cellarbook', true)) as segment`)
  const [{ at_ms, postgres, segment }] = rows
  const found = await client.query('select number, name, checksum, steps from schema_migrations order by number')
  return { atMs: at_ms, postgres, segment, migrations: found.rows }
}

async function* partsOf(
  { client, cluster, secrets }: BaseSource,
  files: readonly string[],
  ended: Ended,
): AsyncGenerator<NewEntry> {
  yield* clusterParts(cluster, files)
  const { rows } = await client.query('select pg_walfile_name(lsn) as segment, labelfile from pg_backup_stop(false)')
  const [{ segment, labelfile }] = rows
  const found = await client.query('select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as at_ms')
  Object.assign(ended, { segment, from: toInstant(found.rows[0].at_ms) })
  yield textPart('cluster/backup_label', labelfile)
  for (const [name, text] of Object.entries(secrets)) yield textPart(`secrets/${name}`, text)
}

function textPart(name: string, text: string): NewEntry {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, bytes: [bytes] }
}
