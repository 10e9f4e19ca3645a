/** The commands of whoever runs a service: they open its database, beside a running server or without one. */
import { addOns, modules, presets, scopes } from '../../contract/scopes.ts'
import { verticals } from '../../contract/verticals.ts'
import { backupCommands } from './backup-table.ts'
import { bookCommands } from './book-table.ts'
import type { CommandSpec, Declared, OptionSpec } from './declaration.ts'
import { asJson, mode, whose } from './options.ts'
import { privacyCommands } from './privacy-table.ts'
import { tenantMoveCommands } from './tenant-move-table.ts'
import { upkeepCommands } from './upkeep-table.ts'
import { addresses, commaList, day, flag, instant, oneOf, slug, someOf, text, wholeNumber } from './values.ts'

const presetNames = Object.keys(presets)
const flags = ['true', 'false']
const subscribable = [...modules, ...addOns]

/** None at all is a plan too; `core` is always on and may be named. */
const plan: OptionSpec = {
  flags: '--modules <list>',
  help: `of ${subscribable.join(', ')}`,
  parse: (value: string) =>
    commaList(value)
      .map(oneOf('--modules', ['core', ...subscribable]))
      .filter(name => name !== 'core'),
  values: subscribable,
}

const counted = (name: string, help: string, least = 0): OptionSpec => ({
  flags: `${name} <n>`,
  help,
  parse: wholeNumber(name, least),
})
const switched = (name: string, help: string): OptionSpec => ({
  flags: `${name} <flag>`,
  help,
  parse: flag(name),
  values: flags,
})

const tenantCommands: readonly Declared[] = [
  {
    name: 'tenant create',
    help: 'a new tenant with a live and a sandbox book',
    options: [
      {
        flags: '--slug <slug>',
        help: 'short name: lower-case letters, digits, hyphens',
        isRequired: true,
        parse: slug('--slug'),
      },
      { flags: '--name <name>', help: 'full name', isRequired: true, parse: text('--name', 200) },
      {
        flags: '--vertical <vertical>',
        help: `the trade: ${verticals.join(', ')}`,
        parse: oneOf('--vertical', verticals),
        values: verticals,
      },
      plan,
      asJson,
    ],
    example: "cellarbook tenant create --slug hops --name 'Hops & Co'",
    load: async () => (await import('./tenant-commands.ts')).tenantCreate,
  },
  {
    name: 'tenant set',
    values: [{ name: '<slug>' }],
    help: 'change the plan; effective with the next request',
    options: [
      plan,
      switched('--locked', 'refuse every call'),
      switched('--api-addon', 'may use the API at all'),
      switched('--vat-payer', 'pays VAT, from today on'),
      {
        flags: '--since <day>',
        help: 'the first day of --vat-payer, whatever was said of later days',
        parse: day('--since'),
      },
      counted('--rate-per-min', 'requests per minute and key', 1),
      counted('--max-keys', 'usable API keys'),
      counted('--max-webhook-endpoints', 'webhook endpoints'),
      counted('--max-partners', 'partners in a book'),
      counted('--storage-mb', 'stored files'),
      counted('--events-retention-days', 'days events are kept', 1),
      asJson,
    ],
    example: 'cellarbook tenant set hops --modules stock,sales --rate-per-min 1200',
    load: async () => (await import('./tenant-commands.ts')).tenantSet,
  },
  {
    name: 'tenant show',
    values: [{ name: '<slug>' }],
    help: 'a tenant, its plan and its books',
    options: [asJson],
    example: 'cellarbook tenant show hops',
    load: async () => (await import('./tenant-commands.ts')).tenantShow,
  },
  {
    name: 'tenant sign-in',
    values: [{ name: '<slug>' }],
    help: "a link that signs the tenant's owner in to the console, once",
    options: [{ flags: '--email <email>', help: 'another user than the owner' }, asJson],
    example: 'cellarbook tenant sign-in hops',
    load: async () => (await import('./tenant-commands.ts')).tenantSignIn,
  },
]

/** A week, as for the secrets of webhooks. */
const longestOverlapHours = 168

const keyCommands: readonly Declared[] = [
  {
    name: 'key create',
    help: 'a new key; its secret is printed now and never again',
    options: [
      whose('whose key'),
      mode,
      { flags: '--name <name>', help: 'what it is for', parse: text('--name', 200) },
      {
        flags: '--preset <preset>',
        help: `a set of scopes: ${presetNames.join(', ')} (default: full; asked for on a terminal)`,
        parse: oneOf('--preset', presetNames),
        values: presetNames,
      },
      {
        flags: '--scopes <list>',
        help: 'scopes with commas, instead of a preset',
        parse: someOf('--scopes', scopes),
        values: scopes,
      },
      {
        flags: '--allow-ip <list>',
        help: 'addresses or CIDR ranges it may be used from',
        parse: addresses('--allow-ip'),
      },
      { flags: '--expires <instant>', help: 'when it stops working', parse: instant('--expires') },
      { flags: '--owner <email>', help: 'the user it acts for (default: the owner)' },
      asJson,
    ],
    example: 'cellarbook key create --tenant hops --mode live --preset eshop --name Shop',
    load: async () => (await import('./key-commands.ts')).keyCreate,
  },
  {
    name: 'key roll',
    values: [{ name: '<id>' }],
    help: 'a new secret for a key, printed now and never again; its webhook endpoints go along',
    options: [
      {
        flags: '--overlap-hours <n>',
        help: 'how long the old secret works too (default: 0, at most 168)',
        parse: wholeNumber('--overlap-hours', 0, longestOverlapHours),
      },
      asJson,
    ],
    example: 'cellarbook key roll 01a1df99-484d-7097-94fa-29ec7b3b8967 --overlap-hours 24',
    load: async () => (await import('./key-commands.ts')).keyRoll,
  },
  {
    name: 'key revoke',
    values: [{ name: '<id>' }],
    help: 'stop a key; effective with the next request',
    options: [asJson],
    example: 'cellarbook key revoke 01a1df99-484d-7097-94fa-29ec7b3b8967',
    load: async () => (await import('./key-commands.ts')).keyRevoke,
  },
  {
    name: 'key list',
    help: 'the keys of a tenant',
    options: [whose('whose keys'), asJson],
    example: 'cellarbook key list --tenant hops',
    load: async () => (await import('./key-commands.ts')).keyList,
  },
]

export const operatorCommands: readonly CommandSpec[] = [
  ...tenantCommands,
  ...tenantMoveCommands,
  ...keyCommands,
  ...bookCommands,
  ...upkeepCommands,
  ...backupCommands,
  ...privacyCommands,
].map(spec => ({ ...spec, audience: 'The service:' }))
