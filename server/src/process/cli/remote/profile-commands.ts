/** `profile …`: where to call, and with which key, by name. */
import { text } from 'node:stream/consumers'
import { isApiKey } from '../../../lib/api-key.ts'
import { Refusal, type Tools } from '../command.ts'
import { tableLines } from '../look.ts'
import { maskedKey, profilesFile, readProfiles, saveProfiles } from './profiles.ts'

interface AddOptions {
  url: string
  key: string
  json?: boolean
}

/** The first one is the one in use. */
export async function profileAdd({ terminal, print }: Tools, options: AddOptions, name: string): Promise<void> {
  if (!/^[\w.-]{1,64}$/.test(name)) throw new Refusal('A profile has a name of letters, digits, dots and hyphens.')
  const key = options.key === '-' ? (await text(terminal.input)).trim() : options.key
  if (!isApiKey(key)) throw new Refusal('--key takes an API key, which begins with cb_test_ or cb_live_.')
  const url = options.url.replace(/\/+$/, '')
  if (isInClear(url)) terminal.complain(`cellarbook: ${url} is not https: the key travels where others can read it.`)
  const { current, profiles } = await readProfiles(terminal.environment)
  profiles[name] = { url, key }
  await saveProfiles(terminal.environment, { current: current ?? name, profiles })
  const file = profilesFile(terminal.environment)
  print(options.json, { name, url, key: maskedKey(key), file }, [`The profile ${name} is in ${file}.`])
}

const isInClear = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(127\.|localhost$|\[::1\]$)/.test(hostname)
}

export async function profileList({ terminal, print }: Tools, { json }: { json?: boolean }): Promise<void> {
  const { current, profiles } = await readProfiles(terminal.environment)
  const shown = Object.entries(profiles).map(([name, { url, key }]) => ({
    name,
    url,
    key: maskedKey(key),
    is_current: name === current,
  }))
  const rows = shown.map(({ name, url, key, is_current }) => [name, url, key, is_current ? 'in use' : ''])
  const none = ['There is no profile: cellarbook profile add NAME --url URL --key KEY']
  print(json, { profiles: shown }, rows.length > 0 ? tableLines(['profile', 'url', 'key', ''], rows) : none)
}

export async function profileUse(
  { terminal, print }: Tools,
  { json }: { json?: boolean },
  name: string,
): Promise<void> {
  const known = await readProfiles(terminal.environment)
  if (!known.profiles[name]) throw new Refusal(`There is no profile ${name}.`)
  await saveProfiles(terminal.environment, { ...known, current: name })
  print(json, { name, is_current: true }, [`The profile ${name} is in use.`])
}

export async function profileRemove(
  { terminal, print }: Tools,
  { json }: { json?: boolean },
  name: string,
): Promise<void> {
  const { current, profiles } = await readProfiles(terminal.environment)
  if (!profiles[name]) throw new Refusal(`There is no profile ${name}.`)
  delete profiles[name]
  await saveProfiles(terminal.environment, { current: current === name ? null : current, profiles })
  print(json, { name, removed: true }, [`The profile ${name} is gone; the key itself still works.`])
}
