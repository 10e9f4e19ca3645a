/** The commands of integrators: they speak HTTP to a service with a key, from any machine, and need no database. */
import { eventTypes } from '../../contract/events.ts'
import type { CommandSpec, Declared, OptionSpec } from './declaration.ts'
import { asJson, mode } from './options.ts'
import { collected, commaList, signingSecret, webAddress, wholeNumber } from './values.ts'

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

const types: OptionSpec = {
  flags: '--types <list>',
  help: 'types or patterns such as invoice.*, with commas (default: all)',
  parse: commaList,
  values: eventTypes,
}
const sinceSequence: OptionSpec = {
  flags: '--since <sequence>',
  help: 'begin with the events after this one (default: what comes from now on)',
  parse: wholeNumber('--since'),
}
const secret: OptionSpec = {
  flags: '--secret <secret>',
  help: 'the signing secret of your receiver (default: a new one, printed)',
  parse: signingSecret('--secret'),
}
const jsonLines: OptionSpec = { flags: '--json', help: 'print one JSON object per line' }

const eventCommands: readonly Declared[] = [
  {
    name: 'listen',
    help: 'post events to an address near you as they come, signed as webhooks are; Ctrl-C ends it',
    options: [
      {
        flags: '--forward <url>',
        help: 'where to post them; plain http is fine',
        isRequired: true,
        parse: webAddress('--forward'),
      },
      types,
      sinceSequence,
      secret,
      jsonLines,
      profile,
    ],
    example: 'cellarbook listen --forward http://127.0.0.1:3000/hooks --types order.*,stock_level.changed',
    load: async () => (await import('./remote/listen-commands.ts')).listenCommand,
  },
  {
    name: 'trigger',
    values: [{ name: '[type]', offers: eventTypes }],
    help: 'make the change in the sandbox that emits an event; test keys only',
    options: [{ flags: '--list', help: 'the event types, and what is done for each' }, asJson, profile],
    example: 'cellarbook trigger order.confirmed',
    load: async () => (await import('./remote/trigger/trigger-command.ts')).triggerCommand,
  },
  {
    name: 'tail',
    values: [{ name: '<what>', offers: ['events', 'requests'] }],
    help: 'show events of a key, or calls of a tenant, as they come; Ctrl-C ends it',
    options: [
      types,
      sinceSequence,
      { ...jsonLines, help: 'print each as a line of JSON' },
      { flags: '--tenant <slug>', help: 'whose requests, on the machine of the service' },
      { ...mode, help: 'live or test requests (default: test)', isRequired: false },
      profile,
    ],
    example: 'cellarbook tail events --types invoice.*',
    load: async () => (await import('./remote/listen-commands.ts')).tailCommand,
  },
  {
    name: 'replay',
    help: 'send events once more, to a webhook endpoint or to an address near you',
    options: [
      {
        flags: '--since <sequence|id>',
        help: 'the events after this sequence, or from this event on',
        isRequired: true,
      },
      { flags: '--endpoint <id>', help: 'the webhook endpoint that gets them again' },
      { flags: '--forward <url>', help: 'or the address they are posted to', parse: webAddress('--forward') },
      types,
      secret,
      asJson,
      profile,
    ],
    example: 'cellarbook replay --since 1200 --forward http://127.0.0.1:3000/hooks',
    load: async () => (await import('./remote/listen-commands.ts')).replayCommand,
  },
]

const modelCommands: readonly Declared[] = [
  {
    name: 'mcp',
    help: 'offer the API to a model as tools (Model Context Protocol); writes are shown before they are made',
    options: [
      {
        flags: '--resources <list>',
        help: 'a tool for each operation of these, with commas (default: a few tools that find and call any)',
        parse: commaList,
      },
      { flags: '--read-only', help: 'offer nothing that writes' },
      {
        flags: '--http <port>',
        help: 'over HTTP on this machine instead of standard input and output; 0 takes any free port',
        parse: wholeNumber('--http', 0, 65_535),
      },
      { flags: '--token <token>', help: 'what clients of --http send as a bearer (default: a new one, printed)' },
      profile,
    ],
    example: 'cellarbook mcp --profile sandbox --resources orders,items,partners',
    load: async () => (await import('./mcp/mcp-command.ts')).mcpCommand,
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

export const integratorCommands: readonly CommandSpec[] = [
  ...profileCommands,
  ...callCommands,
  ...eventCommands,
  ...modelCommands,
  ...ownCommands,
].map(spec => ({ ...spec, audience: 'Integrations, with a key:' }))
