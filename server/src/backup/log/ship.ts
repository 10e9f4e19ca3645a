/** Takes finished segments of the log from where PostgreSQL puts them to the shelf. */
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { SPOOL_FOLDER } from '../../db/embedded/archiving.ts'
import { codeOf } from '../../db/embedded/errors.ts'
import type { Shelf } from '../place.ts'
import type { Keyring } from '../sealing.ts'
import { hashOf, readBlob, storeBlob } from './blob.ts'
import { isSegment, type Line, segmentName } from './names.ts'

/** A moment, and the segment that has everything up to it. */
export interface Beat {
  atMs: number
  segment: string
}

/**
 * A commit of nothing: the log has something later than this moment, by which PostgreSQL knows that it has passed it,
 * also when nobody writes.
 */
export async function beat(client: pg.Client): Promise<Beat> {
  const { rows } = await client.query(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at_ms, pg_current_xact_id()',
  )
  const found = await client.query('select pg_walfile_name(pg_current_wal_insert_lsn()) as segment')
  return { atMs: rows[0].at_ms, segment: found.rows[0].segment }
}

export interface Shipping {
  cluster: string
  /** The id of the line, and what of it is on the shelf. */
  line: string
  known: Line
  shelf: Shelf
  ring: Keyring | undefined
  beats: readonly Beat[]
}

/** The names of those that wait, in their order. */
export async function waitingSegments(cluster: string): Promise<string[]> {
  const names = await fs.readdir(path.join(cluster, SPOOL_FOLDER)).catch(error => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return names.filter(isSegment).sort()
}

export async function ship(shipping: Shipping, segments: readonly string[]): Promise<void> {
  const { cluster, line, known, shelf, ring, beats } = shipping
  for (const segment of segments) {
    const file = path.join(cluster, SPOOL_FOLDER, segment)
    const there = known.segments.find(each => each.segment === segment)
    if (there) await refuseAnother(shipping, there.name, file)
    else {
      const coveredMs = beats.reduce<number | null>(
        (latest, each) => (each.segment <= segment ? Math.max(latest ?? 0, each.atMs) : latest),
        null,
      )
      const name = `${line}/${segmentName(segment, coveredMs, ring !== undefined)}`
      await storeBlob(shelf.place(name), createReadStream(file), ring)
      known.segments.push({ segment, name, coveredMs })
    }
    await fs.rm(file)
  }
}

/** A process that was lost between storing and removing left the same; a copy of the data folder another. */
async function refuseAnother({ shelf, ring }: Shipping, name: string, file: string): Promise<void> {
  const stored = await hashOf(await readBlob(shelf.place(name), ring))
  if (stored === (await hashOf(createReadStream(file)))) return
  throw new Error(
    `${shelf.place(name).name} is the log of a copy of this database: give each its own BACKUP_TO, or delete cellarbook.line`,
  )
}

const idleFiles = /\.(backup|history|partial)$|^archtemp\./
const abandonedAfterMs = 60 * 60 * 1_000

/** What PostgreSQL puts there beside segments, and nobody reads. */
export async function tidySpool(cluster: string): Promise<void> {
  const folder = path.join(cluster, SPOOL_FOLDER)
  for (const name of (await fs.readdir(folder)).filter(each => idleFiles.test(each))) {
    const file = path.join(folder, name)
    const { mtimeMs } = await fs.stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > abandonedAfterMs) await fs.rm(file, { force: true })
  }
}
