/** The commands for what is stored of persons. */
import type { Declared } from './declaration.ts'
import { asJson, mode, whose } from './options.ts'

export const privacyCommands: readonly Declared[] = [
  {
    name: 'partner erase',
    help: 'replace name, contacts and notes of a partner for good; issued documents keep what they said',
    options: [whose('whose partner'), mode, { flags: '--partner <id>', help: 'which one', isRequired: true }, asJson],
    example: 'cellarbook partner erase --tenant hops --mode live --partner 01a1df99-484d-7097-94fa-29ec7b3b8967',
    load: async () => (await import('./privacy-commands.ts')).partnerErase,
  },
  {
    name: 'person export',
    help: 'everything that is stored of a person, found by an e-mail address, as JSON',
    options: [
      { flags: '--email <email>', help: 'of the person', isRequired: true },
      { flags: '--json', help: 'the same: it is JSON' },
    ],
    example: 'cellarbook person export --email jana@hops.example > jana.json',
    load: async () => (await import('./privacy-commands.ts')).personExport,
  },
]
