/** A backup in a file of this machine. */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type BackupPlace, isBackupName, type Shelf, type Shelved, type Storing } from './place.ts'
import { BackupRefusal, ThereAlready } from './refusal.ts'

const unfinished = /\.part-[0-9a-f]{12}$/
const abandonedAfterMs = 24 * 60 * 60 * 1_000

export const filePlace = (name: string): BackupPlace => ({
  name,
  store: storing => storeFile(name, storing),
  async read() {
    const handle = await fs.open(name, 'r').catch(error => {
      throw new BackupRefusal(`The backup ${name} cannot be read: ${reasonOf(error)}.`)
    })
    return handle.createReadStream({ highWaterMark: 1024 * 1024 })
  },
})

const reasonOf = ({ code, message }: NodeJS.ErrnoException): string => (code === 'ENOENT' ? 'it is not there' : message)

async function storeFile(name: string, { write, check, stopping }: Storing): Promise<number> {
  const part = `${name}.part-${randomBytes(6).toString('hex')}`
  // Whoever interrupts ends the process soon after.
  const forget = () => rmSync(part, { force: true })
  stopping?.addEventListener('abort', forget)
  try {
    await fs.mkdir(path.dirname(name), { recursive: true, mode: 0o700 })
    await write(createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
    await check(createReadStream(part))
    const { size } = await fs.stat(part)
    await fs.link(part, name)
    await syncFolder(path.dirname(name))
    return size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new ThereAlready(`${name} is there already.`)
    throw error
  } finally {
    stopping?.removeEventListener('abort', forget)
    await fs.rm(part, { force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

export const folderShelf = (folder: string): Shelf => ({
  place: name => filePlace(path.join(folder, name)),
  async list() {
    await removeAbandoned(folder)
    return (await namesIn(folder)).filter(isBackupName).sort()
  },
  all: () => listBelow(folder),
  remove: name => fs.rm(path.join(folder, name), { force: true }),
})

const namesIn = (folder: string): Promise<string[]> => fs.readdir(folder).catch(unlessThere)

function unlessThere(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}

async function listBelow(folder: string): Promise<Shelved[]> {
  const found: Shelved[] = []
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessThere)) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const { mtimeMs } = await fs.stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (unfinished.test(entry.name)) await removeOld(file)
    else found.push({ name: path.relative(folder, file), changedAtMs: mtimeMs })
  }
  return found
}

/** What a process that was killed left of a backup. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await namesIn(folder)).filter(each => unfinished.test(each))) {
    await removeOld(path.join(folder, name))
  }
}

async function removeOld(part: string): Promise<void> {
  const { mtimeMs } = await fs.stat(part).catch(() => ({ mtimeMs: Date.now() }))
  if (Date.now() - mtimeMs > abandonedAfterMs) await fs.rm(part, { force: true })
}
