/** A complete copy of PostgreSQL's programs in a folder that the account running them can reach. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { addMissingLinks } from './binaries-links.ts'
import { codeOf, unlessMissing } from './errors.ts'
import { makeOpenFolder } from './folders.ts'

/** Static libraries are for compilers. */
const isNeeded = (file: string): boolean => !file.endsWith('.a')

export async function copyBinaries(native: string, folder: string): Promise<{ folder: string; isNew: boolean }> {
  if (isComplete(native, folder)) return { folder, isNew: false }
  makeOpenFolder(path.dirname(folder))
  const draft = `${folder}.new-${randomBytes(4).toString('hex')}`
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
    addMissingLinks(draft)
    openToAll(draft)
    install(draft, folder, native)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return { folder, isNew: true }
}

/** Renames into place; a complete copy that another process put there meanwhile serves as well. */
function install(draft: string, folder: string, native: string): void {
  if (isComplete(native, folder)) return
  const broken = `${draft}-replaced`
  unlessMissing(() => renameSync(folder, broken))
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error)) || !isComplete(native, folder)) throw error
  } finally {
    rmSync(broken, { recursive: true, force: true })
  }
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && isNeeded(entry.name))
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))

/** Every file is there in its full length and every link between libraries leads somewhere. */
function isComplete(native: string, copy: string): boolean {
  if (!existsSync(copy)) return false
  const sameSize = (name: string): boolean =>
    unlessMissing(() => statSync(path.join(copy, name)))?.size === statSync(path.join(native, name)).size
  return listFiles(native).every(sameSize) && addMissingLinks(copy)
}

/** An installation made with a strict umask is closed to everyone but root, and a copy keeps that. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name)
    const stats = lstatSync(file)
    if (stats.isSymbolicLink()) continue
    chmodSync(file, stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}
