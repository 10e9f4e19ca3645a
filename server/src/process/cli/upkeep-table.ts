/** The commands that run a service and look after its database. */
import type { Declared } from './declaration.ts'
import { asJson, modes } from './options.ts'
import { oneOf, wholeNumber } from './values.ts'

export const upkeepCommands: readonly Declared[] = [
  {
    name: 'serve',
    help: 'run the service (npm start)',
    options: [],
    example: 'PORT=8080 cellarbook serve',
    load: async () => (await import('./upkeep-commands.ts')).serveCommand,
  },
  {
    name: 'verify',
    help: 'check every invariant of the books; exit 1 and the rows when one is broken',
    options: [asJson],
    example: 'cellarbook verify',
    load: async () => (await import('./upkeep-commands.ts')).verifyCommand,
  },
  {
    name: 'doctor',
    help: 'look at settings, permissions, disk, clock, database, DNS, mail, S3, signing key and ports; what to do',
    options: [asJson],
    example: 'cellarbook doctor',
    load: async () => (await import('./doctor-command.ts')).doctorCommand,
  },
  {
    name: 'demo',
    help: 'the demo tenant with a fresh sign-in link and sandbox key; or demo data for another tenant',
    options: [
      { flags: '--tenant <slug>', help: 'fill this tenant instead' },
      {
        flags: '--mode <mode>',
        help: 'which of its books',
        parse: oneOf('--mode', modes),
        standard: 'test',
        values: modes,
      },
      asJson,
    ],
    example: 'cellarbook demo --tenant hops --mode test',
    load: async () => (await import('./upkeep-commands.ts')).demoCommand,
  },
  {
    name: 'migrate',
    help: 'bring the database up to date (the server does it at its start too)',
    options: [asJson],
    example: 'cellarbook migrate',
    load: async () => (await import('./upkeep-commands.ts')).migrateCommand,
  },
  {
    name: 'upgrade',
    help: 'tell what the first start of this version will do to the database, and how long it may take',
    options: [{ flags: '--check', help: 'only look; the start of the new version does it' }, asJson],
    example: 'cellarbook upgrade --check',
    load: async () => (await import('./upgrade-command.ts')).upgradeCommand,
  },
  {
    name: 'openapi',
    help: 'print the OpenAPI document',
    options: [{ flags: '--json', help: 'the same: the document is JSON' }],
    example: 'cellarbook openapi > openapi.json',
    load: async () => (await import('./upkeep-commands.ts')).openapiCommand,
  },
  {
    name: 'audit',
    help: 'who changed keys, endpoints, the plan and settings, and who signed in; the latest first',
    options: [
      { flags: '--tenant <slug>', help: 'whose account', isRequired: true },
      { flags: '--limit <n>', help: 'how many entries', parse: wholeNumber('--limit', 1), standard: 50 },
      asJson,
    ],
    example: 'cellarbook audit --tenant hops --limit 10',
    load: async () => (await import('./audit-command.ts')).auditCommand,
  },
]
