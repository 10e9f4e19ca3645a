/** Services and keys by name, in the user's configuration folder and readable by nobody else. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { Refusal, type Terminal } from '../command.ts'

export interface Profile {
  url: string
  key: string
}

export interface Profiles {
  /** The one that is used when none is named. */
  current: string | null
  profiles: Record<string, Profile>
}

type Environment = Terminal['environment']

/** As the XDG Base Directory Specification has it; a relative path there counts as none. */
export const profilesFile = ({ XDG_CONFIG_HOME: folder, HOME = homedir() }: Environment): string =>
  path.join(folder && path.isAbsolute(folder) ? folder : path.join(HOME, '.config'), 'cellarbook', 'profiles.json')

export async function readProfiles(environment: Environment): Promise<Profiles> {
  const file = profilesFile(environment)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Refusal(`${file} cannot be read: ${error.message}`)
  })
  if (text === undefined) return { current: null, profiles: {} }
  try {
    const { current, profiles } = JSON.parse(text) as Profiles
    // Without a prototype, so that `constructor` is no profile.
    return { current, profiles: Object.assign(Object.create(null), profiles) }
  } catch {
    throw new Refusal(`${file} is not JSON.`)
  }
}

/** In one move: a reader sees the old ones or the new ones. */
export async function saveProfiles(environment: Environment, profiles: Profiles): Promise<void> {
  const file = profilesFile(environment)
  const draft = `${file}.${randomUUID()}`
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
}

/** Enough to tell one from another. */
export const maskedKey = (key: string): string => `${key.slice(0, 12)}…${key.slice(-4)}`
