/** Backup and restore of a service that is at work: what was acknowledged is there again, or nothing is. */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gather } from '../../src/backup/bytes.ts'
import { filePlace } from '../../src/backup/file-place.ts'
import { unpack } from '../../src/backup/format.ts'
import { opened } from '../../src/backup/take.ts'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import type { Client } from '../support/client.ts'
import { cli, enter } from '../support/commands.ts'
import { contentOf, pdfBytes, upload } from '../support/files.ts'
import { addressOf, emptyDatabase, type OldDatabase } from '../support/old-database.ts'
import { newPlace, type Place, readyPlace, type ServerProcess, startServer, useProcesses } from '../support/process.ts'
import { until } from '../support/webhooks.ts'

useProcesses()

const passphrase = 'correct horse battery'
const live = { BACKUP_PASSPHRASE: passphrase }

let place: Place
let server: ServerProcess
let api: Client
/** Where the server shall back up to and cannot. */
let blocked: string
/** Of what was restored. */
let again: ServerProcess

beforeAll(async () => {
  place = await readyPlace()
  blocked = inPlace('blocked')
  fs.writeFileSync(blocked, 'no folder')
  server = await startServer(place, { BACKUP_TO: blocked })
  api = server.client(server.testKey)
  await cli(place, ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
})

const withEnv = (of: Place, env: Record<string, string>): Place => ({ ...of, env: { ...of.env, ...env } })
const inPlace = (name: string): string => path.join(place.folder, name)

/** The last partner that was sent, by whichever try of a test. */
let sent = 0

/** Writes one partner after the other until told to stop; `acknowledged` is the last one whose answer came. */
function writing() {
  const state = { acknowledged: sent, isOver: false }
  const over = (async () => {
    while (!state.isOver) {
      sent += 1
      const number = sent
      const { status } = await api.post('/partners', { name: `Partner ${number}` })
      expect(status).toBe(201)
      state.acknowledged = number
      // The backup needs the cores, too.
      await sleep(20)
    }
  })()
  return {
    acknowledged: () => state.acknowledged,
    end: () => {
      state.isOver = true
      return over
    },
  }
}

const partnersOf = async (client: Client): Promise<number[]> => {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await client.get(`/partners?limit=200&search=Partner${cursor ? `&cursor=${cursor}` : ''}`)
    names.push(...body.data.map(({ name }: { name: string }) => name))
    cursor = body.next_cursor
  } while (cursor)
  return names.flatMap(name => /^Partner (\d+)$/.exec(name)?.[1] ?? []).map(Number)
}

const older = ['20200101', '20200102', '20200103'].map(day => `cellarbook-${day}T000000Z.tar.gz`)

/** With older backups on it than the service keeps. */
function shelf(): string {
  const folder = inPlace('shelf')
  if (fs.existsSync(folder)) return folder
  fs.mkdirSync(folder)
  // The service leaves root when it is started as that.
  fs.chmodSync(folder, 0o777)
  for (const name of older) fs.writeFileSync(path.join(folder, name), '')
  return folder
}

describe('beside writes', () => {
  test('the service says when it cannot back up by itself', async () => {
    await until(
      () => server.output.stderr,
      said => /the backup was put off/.test(said),
    )
    const { connection } = await openEmbeddedPostgres({ dataDir: place.dataDir, log: () => {} })
    const database = openDatabase({ ...connection }, { name: 'test', size: 1 })
    expect(await database.many(sql`select name, error from backups`)).toEqual([
      { name: expect.stringContaining(blocked), error: expect.any(String) },
    ])
    // A failure is not tried again at once, in the restored folder neither.
    await database.run(sql`delete from backups`)
    await database.end()
  })

  test('a restored folder has every write acknowledged before the backup, whole, and starts', async () => {
    const attached = await upload(api, server, { name: 'smlouva.pdf' })
    const writes = writing()
    await until(writes.acknowledged, count => count >= 20)
    const before = writes.acknowledged()
    const to = fs.mkdtempSync(inPlace('backups-'))
    fs.writeFileSync(path.join(to, 'cellarbook-20200101T000000Z.tar.gz'), 'an older one')
    const taken = await cli(place, ['backup', '--to', to]).finally(writes.end)
    const after = writes.acknowledged() + 1
    // Each try uploads one.
    expect(taken).toMatchObject({ sealed: false, files: { count: expect.any(Number), missing: [] } })
    expect(taken.files.count).toBeGreaterThanOrEqual(1)
    expect(path.dirname(taken.name)).toBe(to)

    const fresh = await newPlace()
    const restored = await cli(place, ['restore', '--from', to, '--data-dir', fresh.dataDir])
    const { name: from, taken_at, rows } = taken
    expect(restored).toMatchObject({ from, taken_at, rows, files: taken.files.count, migrated: [], broken: [] })

    again = await startServer(fresh, { BACKUP_TO: shelf(), BACKUP_EVERY: '1h', BACKUP_KEEP: '2' })
    const client = again.client(server.testKey)
    const kept = (await partnersOf(client)).sort((one, other) => one - other)
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => index + 1))
    expect(kept.length).toBeGreaterThanOrEqual(before)
    expect(kept.length).toBeLessThanOrEqual(after)
    expect((await contentOf(client, fresh, attached.id)).bytes.equals(pdfBytes)).toBe(true)
    expect(fs.readFileSync(path.join(fresh.dataDir, 'webhook-signing.key'), 'utf8')).toBe(
      fs.readFileSync(path.join(place.dataDir, 'webhook-signing.key'), 'utf8'),
    )
    // The book goes on where the backup was taken.
    expect((await client.post('/partners', { name: 'After' })).status).toBe(201)
    expect(await cli(fresh, ['verify'])).toMatchObject({ ok: true })
  })

  // Goes on with what was restored.
  test('the service backs up by itself, and keeps as many as it should', async () => {
    const names = await until(
      () => fs.readdirSync(shelf()).sort(),
      ([kept, , ...others]) => kept === older[2] && others.length === 0,
    )
    expect(names).toHaveLength(2)
    let rows = 0
    const manifest = await unpack(opened(await filePlace(path.join(shelf(), names[1]!)).read(), undefined), {
      begin: async ({ kind }) => expect(kind).toBe('installation'),
      entry: async ({ name, bytes }) => {
        const { length } = await gather(bytes)
        if (name.startsWith('tables/')) rows += length
      },
    })
    expect(rows).toBeGreaterThan(0)
    expect(manifest.rows.partners).toBeGreaterThan(20)
    expect(await again.stop()).toMatchObject({ code: 0 })
  })
})

describe('refused, and nothing is left', () => {
  /** An empty database on a server that runs: to make a cluster for each refusal would take longer than the refusal. */
  let empty: OldDatabase
  const refusals: [string, (good: string) => { from: string; env?: Record<string, string> }, RegExp][] = [
    [
      'the wrong passphrase',
      good => ({ from: good, env: { BACKUP_PASSPHRASE: 'some other words' } }),
      /is not the one/,
    ],
    ['no passphrase', good => ({ from: good, env: { BACKUP_PASSPHRASE: '' } }), /is encrypted: set BACKUP_PASSPHRASE/],
    ['no backup at all', () => ({ from: inPlace('nowhere') }), /cannot be read: it is not there/],
  ]

  beforeAll(async () => {
    await cli(withEnv(place, live), ['backup', '--to', inPlace('sealed')])
    empty = await emptyDatabase()
  })
  afterAll(() => empty?.drop())

  async function expectRefusal(env: Record<string, string>, from: string, expected: RegExp): Promise<void> {
    const fresh = await newPlace()
    const { code, stderr } = await enter(withEnv(place, env), ['restore', '--from', from, '--data-dir', fresh.dataDir])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/^cellarbook: [^\n]+\n$/) })
    expect(stderr).toMatch(expected)
    expect(fs.existsSync(fresh.dataDir) ? fs.readdirSync(fresh.dataDir) : []).toEqual([])
  }

  test.each(refusals)('%s', async (_, prepare, expected) => {
    const { from, env = live } = prepare(inPlace('sealed'))
    await expectRefusal({ ...env, DATABASE_URL: addressOf(empty.name) }, from, expected)
    const tables = sql`select relname from pg_class where relnamespace = 'public'::regnamespace`
    expect(await empty.database.many(tables)).toEqual([])
  })

  test('a backup cut in its rows', async () => {
    const [good, cut] = [inPlace('sealed'), inPlace('sealed.cut')]
    const { size } = fs.statSync(good)
    fs.writeFileSync(cut, fs.readFileSync(good).subarray(0, size - 5_000))
    await expectRefusal(live, cut, /damaged or cut off/)
  })

  test('a folder that holds something, and a moment between two backups', async () => {
    const occupied = await enter(place, ['restore', '--from', inPlace('sealed'), '--data-dir', place.dataDir])
    expect(occupied.stderr).toMatch(/is not empty: name a new folder/)
    const at = ['--at', '2026-01-01T00:00:00Z', '--data-dir', inPlace('x')]
    expect((await enter(place, ['restore', '--from', inPlace('sealed'), ...at])).stderr).toMatch(
      /There is no log of changes in/,
    )
  })
})
