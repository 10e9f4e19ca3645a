/** `key …`. */
import { type Preset, presets, type Scope } from '../../contract/scopes.ts'
import { getTenant } from '../../domains/accounts/actions.ts'
import { createKey, endUse } from '../../domains/accounts/keys.ts'
import { listKeys } from '../../domains/accounts/keys-store.ts'
import type { Mode } from '../../lib/api-key.ts'
import { isUuid } from '../../lib/ids.ts'
import { Refusal, type Terminal, type Tools } from './command.ts'
import { tableLines } from './look.ts'
import { oneOf } from './values.ts'

interface KeyOptions {
  tenant: string
  mode: Mode
  name?: string
  preset?: Preset
  scopes?: Scope[]
  allowIp?: string[]
  expires?: string
  owner?: string
  json?: boolean
}

export async function keyCreate({ terminal, withStore, print }: Tools, options: KeyOptions): Promise<void> {
  if (options.preset && options.scopes) throw new Refusal('Give --preset or --scopes, not both.')
  const scopes = options.scopes ?? presets[options.preset ?? (await askForPreset(terminal, options))].scopes
  await withStore('key create', async ({ database }) => {
    const created = await createKey(database, Date.now, {
      slug: options.tenant,
      mode: options.mode,
      name: options.name ?? `${options.mode} key`,
      scopes,
      ...(options.allowIp && { allowedAddresses: options.allowIp }),
      ...(options.expires && { expiresAt: options.expires }),
      ...(options.owner && { ownerEmail: options.owner }),
    })
    print(options.json, created, [`id    ${created.id}`, `key   ${created.key}`])
  })
}

/** Scripts get every scope, as they always did; a person is asked. */
async function askForPreset({ ask, say }: Terminal, { json }: KeyOptions): Promise<Preset> {
  if (!ask || json) return 'full'
  const names = Object.keys(presets) as Preset[]
  say(
    tableLines(
      ['preset', 'for'],
      names.map(name => [name, presets[name].title]),
    ).join('\n'),
  )
  const answer = (await ask('Which preset (full): ')).trim()
  return answer === '' ? 'full' : oneOf('--preset', names)(answer)
}

interface RollOptions {
  overlapHours?: number
  json?: boolean
}

export const keyRoll = (
  { withStore, print }: Tools,
  { overlapHours = 0, json }: RollOptions,
  id: string,
): Promise<void> =>
  withStore('key roll', async ({ database }) => {
    // Loaded when it is wanted: the command line starts in half the time.
    const { rollKey } = await import('../../domains/webhooks/roll-key.ts')
    const rolled = isUuid(id) && (await rollKey({ database, clock: Date.now }, { id, overlapHours }))
    if (!rolled) throw new Refusal(`There is no key ${id}.`)
    print(json, rolled, [
      `id    ${rolled.id}`,
      `key   ${rolled.key}`,
      `The old one ${overlapHours === 0 ? 'works no more' : `works until ${rolled.old_expires_at}`}. ` +
        `Webhook endpoints that went along: ${rolled.endpoints}.`,
    ])
  })

export const keyRevoke = ({ withStore, print }: Tools, { json }: { json?: boolean }, id: string): Promise<void> =>
  withStore('key revoke', async ({ database }) => {
    const isRevoked = isUuid(id) && (await endUse(database, Date.now, id))
    if (!isRevoked) throw new Refusal(`There is no key ${id}.`)
    print(json, { id, revoked: true }, [`The key ${id} is revoked.`])
  })

export const keyList = ({ withStore, print }: Tools, options: { tenant: string; json?: boolean }): Promise<void> =>
  withStore('key list', async ({ database }) => {
    const { id } = await getTenant(database, options.tenant)
    const keys = (await listKeys(database, id)).map(({ is_live, prefix, last_four, ...rest }) => ({
      ...rest,
      mode: is_live ? 'live' : 'test',
      key: `${prefix}…${last_four}`,
    }))
    const rows = keys.map(item => {
      const state = item.revoked_at ? 'revoked' : item.expires_at ? `until ${item.expires_at}` : 'active'
      return [item.id, item.key, item.name, state, item.scopes.join(',')]
    })
    print(options.json, { keys }, tableLines(['id', 'key', 'name', 'state', 'scopes'], rows))
  })
