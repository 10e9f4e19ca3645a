/** The commands of integrators: they speak HTTP to a service with a key, from any machine, and need no database. */
import type { CommandSpec, Declared, OptionSpec } from './declaration.ts'
import { asJson } from './options.ts'
import { collected, webAddress } from './values.ts'

const profile: OptionSpec = {
  flags: '--profile <name>',
  help: 'the service and key to use (default: CELLARBOOK_URL and CELLARBOOK_KEY, or the profile in use)',
}
const profileName = { name: '<name>' }

const profileCommands: readonly Declared[] = [
  {
    name: 'profile add',
    values: [profileName],
    help: 'keep a service and a key under a name, in a file that only you can read; the first one comes into use',
    options: [
      {
        flags: '--url <url>',
        help: 'the address of the service',
        isRequired: true,
        parse: webAddress('--url'),
      },
      { flags: '--key <key>', help: 'the API key; - reads it from standard input', isRequired: true },
      asJson,
    ],
    example: 'cellarbook profile add sandbox --url https://api.example.com --key - < key.txt',
    load: async () => (await import('./remote/profile-commands.ts')).profileAdd,
  },
  {
    name: 'profile list',
    help: 'the profiles, their keys shortened',
    options: [asJson],
    example: 'cellarbook profile list',
    load: async () => (await import('./remote/profile-commands.ts')).profileList,
  },
  {
    name: 'profile use',
    values: [profileName],
    help: 'the profile that is used when none is named',
    options: [asJson],
    example: 'cellarbook profile use sandbox',
    load: async () => (await import('./remote/profile-commands.ts')).profileUse,
  },
  {
    name: 'profile remove',
    values: [profileName],
    help: 'forget a profile',
    options: [asJson],
    example: 'cellarbook profile remove sandbox',
    load: async () => (await import('./remote/profile-commands.ts')).profileRemove,
  },
]

const callCommands: readonly Declared[] = [
  {
    name: 'api',
    values: [{ name: '<method>', offers: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] }, { name: '<path>' }],
    help: 'call the API; exit 1 and the problem on standard error when it refuses',
    options: [
      { flags: '-d, --data <json>', help: 'the body: JSON, @file, or - for standard input' },
      { flags: '-q, --query <name=value>', help: 'a query parameter; may be given again', parse: collected },
      { flags: '-H, --header <line>', help: "a header, 'Name: value'; may be given again", parse: collected },
      { flags: '-i, --include', help: 'show the status and the headers of the answer' },
      profile,
    ],
    example: 'cellarbook api POST /partners --data \'{"name":"Hospůdka Na Kopci"}\' --query dry_run=true',
    load: async () => (await import('./remote/api-command.ts')).apiCommand,
  },
]

const shells = ['bash', 'zsh', 'fish']

const ownCommands: readonly Declared[] = [
  {
    name: 'completion',
    values: [{ name: '<shell>', offers: shells }],
    help: `print a script that completes commands and options: ${shells.join(', ')}`,
    options: [],
    example: 'source <(cellarbook completion bash)',
    load: async () => (await import('./completion-command.ts')).completionCommand,
  },
]

export const integratorCommands: readonly CommandSpec[] = [...profileCommands, ...callCommands, ...ownCommands].map(
  spec => ({ ...spec, audience: 'Integrations, with a key:' }),
)
