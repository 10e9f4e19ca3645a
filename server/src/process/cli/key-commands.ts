/** `key …`. */
import type { Command } from 'commander'
import { type Preset, presets, type Scope, scopes } from '../../contract/scopes.ts'
import { getTenant } from '../../domains/accounts/actions.ts'
import { createKey, endUse } from '../../domains/accounts/keys.ts'
import { listKeys } from '../../domains/accounts/keys-store.ts'
import { addressList } from '../../lib/addresses.ts'
import type { Mode } from '../../lib/api-key.ts'
import { isUuid } from '../../lib/ids.ts'
import { commaList, instant, oneOf, Refusal, someOf, type Tools, text, wholeNumber } from './command.ts'

const modes = ['live', 'test'] as const

export function keyCommands(program: Command, tools: Tools): void {
  const key = program.command('key').description('API keys')
  keyCreate(key, tools)
  keyRoll(key, tools)
  keyRevoke(key, tools)
  keyList(key, tools)
}

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

function keyCreate(key: Command, { withStore, print }: Tools): void {
  const names = Object.keys(presets) as Preset[]
  key
    .command('create')
    .description('a new key; its secret is printed now and never again')
    .requiredOption('--tenant <slug>', 'whose key')
    .requiredOption('--mode <mode>', 'live or test', oneOf('--mode', modes))
    .option('--name <name>', 'what it is for', text('--name', 200))
    .option('--preset <preset>', `a set of scopes: ${names.join(', ')} (default: full)`, oneOf('--preset', names))
    .option('--scopes <list>', 'scopes with commas, instead of a preset', someOf('--scopes', scopes))
    .option('--allow-ip <list>', 'addresses or CIDR ranges it may be used from', addresses)
    .option('--expires <instant>', 'when it stops working', instant('--expires'))
    .option('--owner <email>', 'the user it acts for (default: the owner)')
    .option('--json', 'print one JSON object')
    .action((options: KeyOptions) =>
      withStore('key create', async ({ database }) => {
        if (options.preset && options.scopes) throw new Refusal('Give --preset or --scopes, not both.')
        const created = await createKey(database, Date.now, {
          slug: options.tenant,
          mode: options.mode,
          name: options.name ?? `${options.mode} key`,
          scopes: options.scopes ?? presets[options.preset ?? 'full'].scopes,
          ...(options.allowIp && { allowedAddresses: options.allowIp }),
          ...(options.expires && { expiresAt: options.expires }),
          ...(options.owner && { ownerEmail: options.owner }),
        })
        print(options.json, created, [`id    ${created.id}`, `key   ${created.key}`])
      }),
    )
}

/** A week, as for the secrets of webhooks. */
const longestOverlapHours = 168

function keyRoll(key: Command, { withStore, print }: Tools): void {
  key
    .command('roll <id>')
    .description('a new secret for a key, printed now and never again; its webhook endpoints go along')
    .option('--overlap-hours <n>', 'how long the old secret works too (default: 0, at most 168)', overlap)
    .option('--json', 'print one JSON object')
    .action((id: string, { overlapHours = 0, json }: { overlapHours?: number; json?: boolean }) =>
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
      }),
    )
}

function overlap(value: string): number {
  const hours = wholeNumber('--overlap-hours')(value)
  if (hours > longestOverlapHours) throw new Refusal(`--overlap-hours takes at most ${longestOverlapHours}.`)
  return hours
}

function keyRevoke(key: Command, { withStore, print }: Tools): void {
  key
    .command('revoke <id>')
    .description('stop a key; effective with the next request')
    .option('--json', 'print one JSON object')
    .action((id: string, { json }: { json?: boolean }) =>
      withStore('key revoke', async ({ database }) => {
        const isRevoked = isUuid(id) && (await endUse(database, Date.now, id))
        if (!isRevoked) throw new Refusal(`There is no key ${id}.`)
        print(json, { id, revoked: true }, [`The key ${id} is revoked.`])
      }),
    )
}

function keyList(key: Command, { withStore, print }: Tools): void {
  key
    .command('list')
    .description('the keys of a tenant')
    .requiredOption('--tenant <slug>', 'whose keys')
    .option('--json', 'print one JSON object')
    .action((options: { tenant: string; json?: boolean }) =>
      withStore('key list', async ({ database }) => {
        const { id } = await getTenant(database, options.tenant)
        const keys = (await listKeys(database, id)).map(({ is_live, prefix, last_four, ...rest }) => ({
          ...rest,
          mode: is_live ? 'live' : 'test',
          key: `${prefix}…${last_four}`,
        }))
        const lines = keys.map(item => {
          const state = item.revoked_at ? 'revoked' : item.expires_at ? `until ${item.expires_at}` : 'active'
          return `${item.id}   ${item.key}   ${item.name}   ${state}   ${item.scopes.join(',')}`
        })
        print(options.json, { keys }, lines)
      }),
    )
}

function addresses(value: string): string[] {
  const list = commaList(value)
  // An empty list would be a key for every address.
  if (list.length === 0 || !addressList(list))
    throw new Refusal(`--allow-ip takes addresses or CIDR ranges, not ${value}.`)
  return list
}
