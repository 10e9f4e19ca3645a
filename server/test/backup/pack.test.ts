/** The format of backups: what was written comes back, and nothing else does. */
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { gather } from '../../src/backup/bytes.ts'
import { filePlace, folderShelf } from '../../src/backup/file-place.ts'
import { type BackupHead, packOf, unpack } from '../../src/backup/format.ts'
import { type BackupPlace, backupName } from '../../src/backup/place.ts'
import { isDue } from '../../src/backup/schedule.ts'
import { unsealed } from '../../src/backup/sealing.ts'
import { opened, store } from '../../src/backup/take.ts'
import type { Entry, NewEntry } from '../../src/backup/tar.ts'
import { placeToRead, placeToWrite, shelfAt } from '../../src/backup/where.ts'
import { startS3 } from '../support/s3.ts'

const scratch = fs.mkdtempSync(path.join(tmpdir(), 'cellarbook-pack-'))
afterAll(() => fs.rmSync(scratch, { recursive: true }))

const passphrase = 'correct horse battery'
const head: BackupHead = {
  format: 1,
  kind: 'installation',
  cellarbook: '0.0.0',
  taken_at: '2026-01-01T00:00:00.000Z',
  migrations: [],
  tables: [],
  sequences: [],
}

const sizes = [0, 1, 511, 512, 513, 200_000]
const contents = sizes.map(size => randomBytes(size))

async function* entries(): AsyncGenerator<NewEntry> {
  for (const [index, bytes] of contents.entries()) {
    yield { name: `tables/some/${index}`, size: bytes.length, bytes: [bytes.subarray(0, 7), bytes.subarray(7)] }
  }
}

const newPack = () => packOf(head, entries(), { rows: { some: 3 }, files: { count: 0, bytes: 0, missing: [] } })

async function readBack(place: BackupPlace, secret?: string) {
  const found: Record<string, string> = {}
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const manifest = await unpack(opened(await place.read(), secret), {
    begin: async given => expect(given).toEqual(head),
    entry: async ({ name, bytes }: Entry) => {
      found[name] = hashOf(await gather(bytes))
    },
  })
  expect(found).toEqual(Object.fromEntries(contents.map((bytes, index) => [`tables/some/${index}`, hashOf(bytes)])))
  return manifest
}

const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no fault',
    (error: Error) => error.message,
  )

describe('a pack', () => {
  test('is read back as it was written, and tar reads it, too', async () => {
    const place = filePlace(path.join(scratch, 'plain.tar.gz'))
    const size = await store(newPack(), place, { passphrase: undefined })
    expect(size).toBe(fs.statSync(place.name).size)
    expect(await readBack(place)).toMatchObject({ rows: { some: 3 }, entries: sizes.length + 1 })
    const { stdout } = spawnSync('tar', ['-xzOf', place.name, 'tables/some/5'], { maxBuffer: 1_000_000 })
    expect(stdout.equals(contents[5]!)).toBe(true)
    expect(fs.statSync(place.name).mode & 0o077).toBe(0)
  })

  /** By the passphrase, or not; once each: to seal one, and to open it, takes a third of a second. */
  const wholes = new Map<string | undefined, Promise<BackupPlace>>()
  const wholeOf = (secret: string | undefined): Promise<BackupPlace> => {
    const made = async () => {
      const place = filePlace(path.join(scratch, `whole-${secret}`))
      await store(newPack(), place, { passphrase: secret })
      return place
    }
    if (!wholes.has(secret)) wholes.set(secret, made())
    return wholes.get(secret)!
  }

  test('sealed, it shows nothing, and opens by its passphrase alone', async () => {
    const place = await wholeOf(passphrase)
    expect(await readBack(place, passphrase)).toMatchObject({ entries: sizes.length + 1 })
    expect(await faultOf(readBack(place))).toBe('The backup is encrypted: set BACKUP_PASSPHRASE.')
    expect(await faultOf(readBack(place, 'another passphrase'))).toMatch(/^BACKUP_PASSPHRASE is not the one/)
  })

  test.each([undefined, passphrase])('cut or changed anywhere, it is refused (passphrase: %s)', async secret => {
    const bytes = fs.readFileSync((await wholeOf(secret)).name)
    const broken = filePlace(path.join(scratch, `broken-${secret}`))
    // A sealed one takes a second to be tried.
    const places = secret ? [bytes.length / 2] : [30, bytes.length / 3, bytes.length / 2, bytes.length - 5]
    for (const at of places.map(Math.floor)) {
      fs.writeFileSync(broken.name, bytes.subarray(0, at))
      expect(await faultOf(readBack(broken, secret)), `cut at ${at}`).toMatch(/damaged or cut off/)
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      fs.writeFileSync(broken.name, changed)
      expect(await faultOf(readBack(broken, secret)), `changed at ${at}`).toMatch(/damaged|BACKUP_PASSPHRASE is not/)
    }
  })

  test('whole pieces that are missing at the end of a sealed one are noticed', async () => {
    const bytes = fs.readFileSync((await wholeOf(passphrase)).name)
    const piece = 64 * 1024 + 16
    const shorter = bytes.subarray(0, bytes.length - ((bytes.length - 69) % piece))
    expect(await faultOf(gather(unsealed(Readable.from([shorter]), passphrase)))).toMatch(/changed or is missing/)
  })

  test('what cannot be read back is not kept, and another one is never overwritten', async () => {
    const place = filePlace(path.join(scratch, 'kept'))
    const lying = packOf(head, lies(), { rows: {}, files: { count: 0, bytes: 0, missing: [] } })
    expect(await faultOf(store(lying, place, { passphrase: undefined }))).toMatch(/changed its size/)
    expect(fs.readdirSync(scratch).filter(name => name.startsWith('kept'))).toEqual([])
    fs.writeFileSync(place.name, 'mine')
    expect(await faultOf(store(newPack(), place, { passphrase: undefined }))).toMatch(/kept is there already\.$/)
    expect(fs.readFileSync(place.name, 'utf8')).toBe('mine')
  })

  async function* lies(): AsyncGenerator<NewEntry> {
    yield { name: 'tables/some/0', size: 3, bytes: [Buffer.from('four')] }
  }
})

test('a pack that is refused at its beginning is let go of', async () => {
  const place = filePlace(path.join(scratch, 'refused.tar.gz'))
  await store(newPack(), place, { passphrase: undefined })
  const bytes = await place.read()
  const refusing = { begin: () => Promise.reject(new Error('refused')), entry: async () => {} }
  expect(await faultOf(unpack(opened(bytes, undefined), refusing))).toBe('refused')
  expect(bytes.destroyed).toBe(true)
})

describe('where backups lie', () => {
  const s3 = startS3()
  afterAll(async () => (await s3).stop())

  test('in S3: sent in parts, found by its folder, the newest first to be read', async () => {
    const { settings } = await s3
    const text = `s3://${settings.bucket}/daily/`
    const [first, second] = [1_000, 2_000].map(nowMs => placeToWrite(text, { s3: settings, nowMs, isSealed: false }))
    await store(newPack(), second!, { passphrase: undefined })
    await store(newPack(), first!, { passphrase: undefined })
    expect(await faultOf(store(newPack(), first!, { passphrase: undefined }))).toMatch(/is there already/)
    const newest = await placeToRead(text, settings)
    expect(newest.name).toBe(`s3://${settings.bucket}/daily/cellarbook-19700101T000002Z.tar.gz`)
    expect(await readBack(newest)).toMatchObject({ entries: sizes.length + 1 })
    const shelf = shelfAt(text, settings)
    await shelf.remove((await shelf.list())[0]!)
    expect(await shelf.list()).toEqual(['cellarbook-19700101T000002Z.tar.gz'])
    expect(await faultOf(filePlaceRead(`s3://${settings.bucket}/none`, settings))).toMatch(/it is not there/)
  })

  const filePlaceRead = async (...where: Parameters<typeof placeToRead>) => (await placeToRead(...where)).read()

  test('an address of S3 needs its settings, a folder needs a backup in it', async () => {
    expect(await faultOf(placeToRead('s3://bucket/key', undefined))).toMatch(/needs S3_ENDPOINT/)
    expect(await faultOf(placeToRead('s3:///key', undefined))).toMatch(/is no address of S3/)
    const empty = fs.mkdtempSync(path.join(scratch, 'empty-'))
    expect(await faultOf(placeToRead(empty, undefined))).toMatch(/There is no backup in/)
  })

  test('a shelf lists backups alone, and tidies up after one that was killed', async () => {
    const folder = fs.mkdtempSync(path.join(scratch, 'shelf-'))
    const names = [backupName(2_000, true), backupName(1_000, false), 'notes.txt', `x.part-${'0'.repeat(12)}`]
    for (const name of names) fs.writeFileSync(path.join(folder, name), '')
    fs.utimesSync(path.join(folder, names[3]!), 1, 1)
    expect(await folderShelf(folder).list()).toEqual([names[1], names[0]])
    expect(fs.existsSync(path.join(folder, names[3]!))).toBe(false)
  })
})

test('a backup is due when the last good one is old, and after a failure not at once again', () => {
  const plan = { everyMs: 3_600_000, keep: 7, passphrase: undefined }
  const at = (minutesAgo: number | null) =>
    minutesAgo === null ? null : new Date(now - minutesAgo * 60_000).toISOString()
  const now = Date.parse('2026-06-01T00:00:00Z')
  const due = (began: number | null, succeeded: number | null) =>
    isDue({ began_at: at(began), succeeded_at: at(succeeded) }, plan, now)
  expect(due(null, null)).toBe(true)
  expect(due(59, 59)).toBe(false)
  expect(due(60, 60)).toBe(true)
  expect(due(5, 120)).toBe(false)
  expect(due(11, 120)).toBe(true)
})
