/** Any moment between two backups, by the log of changes: what was then is there, what came later is not. */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { guarded, openMirror } from '../../src/backup/log/mirror.ts'
import { listingOf, segmentAfter, stampOf } from '../../src/backup/log/names.ts'
import { type KeptBase, superfluous } from '../../src/backup/log/prune.ts'
import { shelfAt } from '../../src/backup/where.ts'
import { readPassword, SUPERUSER } from '../../src/db/embedded/cluster.ts'
import { placeCluster } from '../../src/db/embedded/placement.ts'
import { openFileStore } from '../../src/storage/open.ts'
import { cli, enter } from '../support/commands.ts'
import { contentOf, pdfBytes, upload } from '../support/files.ts'
import { furnish, newPlace, type Place, type ServerProcess, startServer, useProcesses } from '../support/process.ts'
import { until } from '../support/webhooks.ts'

useProcesses()

const passphrase = 'correct horse battery'

/** With a space in the name of its data folder. */
async function spacedPlace(env: Record<string, string> = {}): Promise<Place> {
  const place = await newPlace(env)
  const dataDir = path.join(place.folder, 'my data')
  return Object.assign(place, { dataDir, env: { ...place.env, DATA_DIR: dataDir } })
}

let place: Place
let shelf: string
/** When the first partner was there, and the second was not. */
let at: string
let attachment: string
let key: string

/** As its owner. */
async function asked(statement: string) {
  const { cluster } = placeCluster(fs.realpathSync(place.dataDir))
  const client = new pg.Client({
    host: cluster,
    port: 5432,
    user: SUPERUSER,
    password: readPassword(cluster),
    database: 'cellarbook',
  })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

const seen = async () => listingOf(await shelfAt(`${shelf}/log`, undefined).all())
const lineSeen = async () => [...(await seen()).lines.values()][0]

/** PostgreSQL has nowhere to put its log for a while. */
async function tellsOfFailures(server: ServerProcess): Promise<void> {
  const spool = path.join(placeCluster(fs.realpathSync(place.dataDir)).cluster, 'cellarbook.log')
  fs.renameSync(spool, `${spool}.away`)
  await asked('select pg_current_xact_id()')
  await asked('select pg_switch_wal()')
  await until(
    () => server.output.stderr,
    said => /the log of changes was put off/.test(said),
  )
  const { stdout } = await enter(place, ['doctor'])
  expect(stdout).toMatch(/^FAIL {2}log +PostgreSQL could not put [0-9A-F]{24} aside/m)
  fs.renameSync(`${spool}.away`, spool)
}

beforeAll(async () => {
  place = await spacedPlace()
  furnish(place)
  shelf = path.join(place.folder, 'shelf')
  const settings = { BACKUP_TO: shelf, BACKUP_LOG: 'on', BACKUP_PASSPHRASE: passphrase, METRICS_TOKEN: 'm'.repeat(32) }
  Object.assign(place.env, settings)
  const server = await startServer(place)
  const api = server.client(server.testKey)
  key = server.testKey
  await until(lineSeen, line => line?.bases.length === 1)
  expect((await api.post('/partners', { name: 'Before' })).status).toBe(201)
  attachment = (await upload(api, server, { name: 'smlouva.pdf' })).id
  at = new Date((await asked('select clock_timestamp() as at')).rows[0].at.getTime() + 1).toISOString()
  expect((await api.post('/partners', { name: 'After' })).status).toBe(201)
  let looks = 0
  await until(
    async () => {
      // Each time it writes a segment, which is packed and sealed, and opened again; the service looks every ten seconds.
      if (looks++ % 24 === 0) await asked('select pg_switch_wal()')
      await sleep(500)
      return Math.max(0, ...((await lineSeen())?.segments.map(({ coveredMs }) => coveredMs ?? 0) ?? []))
    },
    coveredMs => coveredMs > Date.parse(at),
  )
  const figures = await fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${'m'.repeat(32)}` } })
  expect(await figures.text()).toMatch(/^cellarbook_log_failures 0$/m)
  const { stdout } = await enter(place, ['doctor'])
  expect(stdout).toMatch(/^ok {4}log +The log of changes is kept, last at 20/m)
  await tellsOfFailures(server)
  await server.stop()
  fs.rmSync(path.join(place.dataDir, 'files'), { recursive: true })
})

test('a restored moment has what was then and nothing later, its files too, holds every invariant, and goes on', async () => {
  const fresh = await spacedPlace()
  const restored = await cli(place, ['restore', '--from', shelf, '--at', at, '--data-dir', fresh.dataDir])
  expect(restored).toMatchObject({ at, files: 1, missing: [], migrated: [], broken: [] })
  expect(fs.readdirSync(fresh.dataDir).some(name => name.startsWith('restoring-'))).toBe(false)
  const server = await startServer(fresh)
  const again = server.client(key)
  const names = async () =>
    (await again.get('/partners?limit=200')).body.data.map(({ name }: { name: string }) => name) as string[]
  expect(await names()).toContain('Before')
  expect(await names()).not.toContain('After')
  expect((await contentOf(again, fresh, attachment)).bytes.equals(pdfBytes)).toBe(true)
  expect((await again.post('/partners', { name: 'Anew' })).status).toBe(201)
  expect(await cli(fresh, ['verify'])).toMatchObject({ ok: true })
})

const refusals: [string, () => string[], Record<string, string>, RegExp][] = [
  [
    'a moment before the first copy',
    () => [shelf, '2026-01-01T00:00:00Z'],
    {},
    /^cellarbook: The log has no 2026-01-01T00:00:00.000Z: it reaches from 20\S+Z to 20\S+Z\.\n$/,
  ],
  [
    'a moment after its end',
    () => [shelf, '2999-01-01T00:00:00Z'],
    {},
    /^cellarbook: The log has no 2999-\S+: it reaches from 20\S+Z to 20\S+Z\.\n$/,
  ],
  ['a folder without a log', () => [place.folder, at], {}, /^cellarbook: There is no log of changes in [^\n]+\n$/],
  [
    'another passphrase',
    () => [shelf, at],
    { BACKUP_PASSPHRASE: 'some other words' },
    /^cellarbook: BACKUP_PASSPHRASE is not the one [^\n]+\n$/,
  ],
]

test.each(refusals)('refused in one line, and nothing is left: %s', async (_, prepare, env, expected) => {
  const [from, instant] = prepare()
  const target = path.join(place.folder, 'refused')
  const { code, stderr } = await enter({ env: { ...place.env, ...env } }, [
    ...['restore', '--from', from!, '--at', instant!, '--data-dir', target],
  ])
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(expected) })
  expect(fs.existsSync(target)).toBe(false)
})

test('a file is saved before the service removes it', async () => {
  const fileStore = openFileStore({ s3: undefined, dataDir: path.join(place.folder, 'other') })
  const there = shelfAt(path.join(place.folder, 'mirror'), undefined)
  const name = '2026-11-17/01234567-89ab-4def-8123-456789abcdef/11234567-89ab-4def-8123-456789abcdef'
  await fileStore.put(
    name,
    (async function* () {
      yield pdfBytes
    })(),
    pdfBytes.length,
  )
  await guarded(fileStore, openMirror(there, fileStore, undefined)).remove(name)
  expect(await fileStore.size(name)).toBeUndefined()
  expect([...listingOf(await there.all()).files.keys()]).toEqual([name])
})

test('what is older than the oldest kept copy goes, and nothing a kept one may need', () => {
  expect(segmentAfter('00000001000000000000000A')).toBe('00000001000000000000000B')
  expect(segmentAfter('0000000100000000000000FF')).toBe('000000010000000100000000')
  const dayMs = 86_400_000
  const at = (day: number) => Date.parse('2026-11-01T00:00:00Z') + day * dayMs
  const [line, other] = ['0123456789abcdef', 'fedcba9876543210']
  const file = (number: number) =>
    `2026-11-01/01234567-89ab-4def-8123-456789abcdef/${number}1234567-89ab-4def-8123-456789abcdef`
  const parts = [
    ...[0, 5].flatMap(day =>
      ['base.tar', 'note'].map(part => ({ name: `${line}/${stampOf(at(day))}.${part}.gz`, changedAtMs: at(day) })),
    ),
    ...['01', '02', '03', '04'].map(end => ({ name: `${line}/0000000100000000000000${end}.gz`, changedAtMs: at(1) })),
    { name: `${other}/000000010000000000000009.gz`, changedAtMs: at(0) },
    { name: `files/${file(1)}.gz`, changedAtMs: at(0) },
    { name: `files/${file(2)}.gz`, changedAtMs: at(0) },
    { name: `files/${file(3)}.gz`, changedAtMs: at(6) },
    { name: `${line}/${stampOf(at(1))}.base.tar.gz`, changedAtMs: at(1) },
  ]
  const kept: KeptBase[] = [
    { line, stamp: stampOf(at(5)), note: { first_segment: '000000010000000000000003', files: [file(1)] } },
  ]
  expect(superfluous(listingOf(parts), kept).sort()).toEqual(
    [
      `${line}/${stampOf(at(0))}.base.tar.gz`,
      `${line}/${stampOf(at(0))}.note.gz`,
      `${line}/${stampOf(at(1))}.base.tar.gz`,
      `${line}/000000010000000000000001.gz`,
      `${line}/000000010000000000000002.gz`,
      `${other}/000000010000000000000009.gz`,
      `files/${file(2)}.gz`,
    ].sort(),
  )
})
