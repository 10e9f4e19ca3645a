/** Keeps the log of changes: segments as they are finished, files as they are named, and base copies in time. */
import pg from 'pg'
import { readArchiveFailures, readArchiver } from '../../db/archiver.ts'
import { lineOf } from '../../db/embedded/archiving.ts'
import { readPassword, SUPERUSER } from '../../db/embedded/cluster.ts'
import type { ConnectionOptions } from '../../db/pool.ts'
import type { Job, JobDeps } from '../../kernel/jobs.ts'
import type { Measure } from '../../kernel/measures.ts'
import type { FileStore } from '../../storage/store.ts'
import { filesFrom } from '../held-files.ts'
import type { BackupPlace, Shelf } from '../place.ts'
import { BackupRefusal } from '../refusal.ts'
import { type Keyring, openKeyring } from '../sealing.ts'
import { takeBase } from './base.ts'
import { readJson } from './blob.ts'
import { guarded, type Mirror, openMirror } from './mirror.ts'
import { type Line, type Listing, listingOf, stampMs, unbroken } from './names.ts'
import type { BaseNote } from './note.ts'
import { type KeptBase, keptBases, removeAll, superfluous } from './prune.ts'
import { type Beat, beat, ship, tidySpool, waitingSegments } from './ship.ts'

/** Any number: of several processes on one data folder one keeps the log. */
const lockKey = 7_223_019_853
const lookEveryMs = 10_000
/** After a copy that failed. */
const againMs = 10 * 60_000
const keptBeats = 500

export interface LogPlan {
  shelf: Shelf
  everyMs: number
  keep: number
  passphrase: string | undefined
  cluster: string
  /** How the service reaches PostgreSQL; copies are made by its owner. */
  connection: ConnectionOptions
  secrets: Readonly<Record<string, string>>
  version: string
  fileStore: FileStore
}

export interface LogKeeping {
  job: Job
  measures: Measure[]
  /** What the service removes files by. */
  fileStore: FileStore
}

interface State {
  ring: Keyring | undefined
  mirror: Mirror
  beats: Beat[]
  /** What is on the shelf; undefined until it was looked at. */
  listing: Listing | undefined
  /** By their names; undefined for those of another passphrase. */
  notes: Map<string, BaseNote | undefined>
  triedMs: number
  /** Files before this day are saved. */
  savedDay: string
}

export function keepLog(plan: LogPlan): LogKeeping {
  const ring = plan.passphrase === undefined ? undefined : openKeyring(plan.passphrase)
  const mirror = openMirror(plan.shelf, plan.fileStore, ring)
  const state: State = { ring, mirror, beats: [], listing: undefined, notes: new Map(), triedMs: 0, savedDay: '' }
  const job: Job = {
    name: 'the log of changes',
    everyMs: lookEveryMs,
    run: deps => asOwner(plan, client => keep({ plan, state, client, deps })),
  }
  return { job, measures: measuresOf(plan), fileStore: guarded(plan.fileStore, mirror) }
}

/** In a session of its own, unless another process is at it. */
async function asOwner({ connection, cluster }: LogPlan, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...connection, user: SUPERUSER, password: readPassword(cluster) })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [lockKey])
    if (rows[0].is_ours) await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

interface Look {
  plan: LogPlan
  state: State
  client: pg.Client
  deps: JobDeps
}

async function keep(look: Look): Promise<void> {
  const { plan, state, client } = look
  const line = lineOf(plan.cluster)
  const listing = await seen(look)
  const known = listing.lines.get(line) ?? { bases: [], segments: [] }
  listing.lines.set(line, known)
  const segments = await waitingSegments(plan.cluster)
  if (segments.length > 0) {
    // After the segments were seen: what they name was there before them.
    await saveFiles(look)
    const { ring, beats } = state
    await ship({ cluster: plan.cluster, line, known, shelf: plan.shelf, ring, beats }, segments)
    await tidySpool(plan.cluster)
  }
  state.beats = [...state.beats, await beat(client)].slice(-keptBeats)
  await refuseUnkept(client)
  if (await isBaseDue(look, known)) await copyAndPrune(look, line)
}

async function seen({ plan, state }: Look): Promise<Listing> {
  if (state.listing) return state.listing
  const listing = listingOf(await plan.shelf.all())
  state.mirror.know(listing.files.keys())
  state.listing = listing
  return listing
}

/** A server that was started without it goes on so until it is stopped. */
async function refuseUnkept(client: pg.Client): Promise<void> {
  const { isOn, failing } = await readArchiver(client)
  if (!isOn) {
    throw new Error('PostgreSQL was started without BACKUP_LOG: stop every process of this data folder and start again')
  }
  if (failing !== null) throw new Error(`PostgreSQL cannot put ${failing} aside: see postgres.log in the data folder`)
}

/** Their keys begin with the day, and an upload is finished within one. */
async function saveFiles({ state, client, deps }: Look): Promise<void> {
  for (const path of await filesFrom(client, state.savedDay)) await state.mirror.save(path)
  state.savedDay = new Date(deps.clock() - 3 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
}

/** In its time, and at once when the log could not go on from the last one. */
async function isBaseDue({ plan, state, deps }: Look, known: Line): Promise<boolean> {
  const nowMs = deps.clock()
  if (nowMs - state.triedMs < Math.min(againMs, plan.everyMs)) return false
  const newest = known.bases.at(-1)
  if (!newest || nowMs - stampMs(newest.stamp) >= plan.everyMs) return true
  const note = await noteOf({ plan, state }, newest.note)
  if (!note) return true
  const behind = known.segments.filter(({ segment }) => segment >= note.first_segment)
  return unbroken(known, note.first_segment).length < behind.length
}

async function noteOf({ plan, state }: Pick<Look, 'plan' | 'state'>, name: string): Promise<BaseNote | undefined> {
  if (!state.notes.has(name)) state.notes.set(name, await readNote(plan.shelf.place(name), state.ring))
  return state.notes.get(name)
}

const readNote = (place: BackupPlace, ring: Keyring | undefined): Promise<BaseNote | undefined> =>
  readJson<BaseNote>(place, ring).catch(error => {
    if (error instanceof BackupRefusal) return undefined
    throw error
  })

async function copyAndPrune(look: Look, line: string): Promise<void> {
  const { plan, state, client, deps } = look
  const { shelf, cluster, secrets, version } = plan
  const { ring, mirror } = state
  state.triedMs = deps.clock()
  const taken = await takeBase({ client, cluster, line, shelf, ring, mirror, secrets, version })
  deps.log.info({ bytes: taken.bytes }, `Copied the database to ${shelf.place(taken.name.pack).name} for its log`)
  state.listing = undefined
  const listing = await seen(look)
  const kept: KeptBase[] = []
  for (const each of keptBases(listing, plan.keep)) kept.push({ ...each, note: await noteOf(look, each.note) })
  await removeAll(shelf, superfluous(listing, kept))
  state.listing = undefined
}

const measuresOf = ({ cluster }: LogPlan): Measure[] => [
  {
    name: 'log_waiting',
    help: 'Segments of the log of changes that are not saved yet.',
    read: async () => [{ value: (await waitingSegments(cluster)).length }],
  },
  {
    name: 'log_failures',
    help: 'How often PostgreSQL could not put a segment of the log aside.',
    read: readArchiveFailures,
  },
]
