/** Copies of a data folder: one made while its server runs is refused; every honest way of a folder is not. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { findPostmaster } from '../../src/db/embedded/postmaster.ts'
import { copyFolder } from '../support/databases.ts'

const scratch = fs.mkdtempSync(path.join(tmpdir(), 'cellarbook-copies-'))
const opened = new Set<EmbeddedPostgres>()

const open = async (dataDir: string): Promise<EmbeddedPostgres> => {
  const database = await openEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
  opened.add(database)
  return database
}

beforeAll(() => {
  // PostgreSQL's account has to get in when the tests run as root.
  fs.chmodSync(scratch, 0o755)
  // A folder that was started once: how it is made is not the point. The tests follow it.
  copyFolder(inject('ours').readyFolder, inScratch('original'))
})

afterAll(async () => {
  for (const database of opened) if (fs.existsSync(database.location)) await database.stop()
  fs.rmSync(scratch, { recursive: true, force: true })
})

const inScratch = (name: string): string => path.join(scratch, name)

/** As people make backups. */
function copy(from: string, to: string): string {
  copyFolder(from, inScratch(to))
  return inScratch(to)
}

/** A power cut: nobody removes a lock or writes a last checkpoint. */
async function crash({ location }: EmbeddedPostgres): Promise<void> {
  const postmaster = findPostmaster(location)
  if (postmaster.kind !== 'ours') throw new Error('it does not run')
  process.kill(postmaster.pid, 'SIGKILL')
  while (findPostmaster(location).kind === 'ours') await sleep(10)
}

const problemOf = (dataDir: string): Promise<string> =>
  open(dataDir).then(
    () => 'it started',
    (error: Error) => error.message,
  )

test('a copy made while the server runs is refused in one line, at once, and the original goes on', async () => {
  const original = await open(inScratch('original'))
  const problem = await problemOf(copy(inScratch('original'), 'live-copy'))
  expect(problem).toMatch(/^\S+live-copy\/postgres is a copy of \S+original\/postgres made while .*running[^\n]*$/)
  expect(findPostmaster(original.location).kind).toBe('ours')
  expect(fs.existsSync(inScratch('live-copy/postgres/postmaster.pid.stale')), 'the copy was not touched').toBe(false)
})

test('a crashed folder starts by itself, also renamed', async () => {
  await crash(await open(inScratch('original')))
  await crash(await open(inScratch('original')))
  fs.renameSync(inScratch('original'), inScratch('renamed'))
  const renamed = await open(inScratch('renamed'))
  expect(renamed.isAdopted).toBe(false)
  await crash(renamed)
})

test('the copy of a crashed folder is refused until a person says that there is no other', async () => {
  const copied = copy(inScratch('renamed'), 'rescued')
  const problem = await problemOf(copied)
  const [file] = /\S+cellarbook\.identity/.exec(problem)!
  fs.rmSync(file)
  await (await open(copied)).stop()
})

test('a folder that was stopped is copied and moved freely, into the place of the original too', async () => {
  await (await open(inScratch('renamed'))).stop()
  const copied = copy(inScratch('renamed'), 'still-copy')
  await (await open(copied)).stop()
  fs.rmSync(inScratch('renamed'), { recursive: true })
  fs.renameSync(copied, inScratch('renamed'))
  const moved = await open(inScratch('renamed'))
  await crash(moved)
  await (await open(inScratch('renamed'))).stop()
})

test('a folder of an older version, which knows nothing of this, starts after a crash', async () => {
  const old = await open(inScratch('renamed'))
  await crash(old)
  fs.rmSync(path.join(old.location, 'cellarbook.identity'))
  await (await open(inScratch('renamed'))).stop()
})
