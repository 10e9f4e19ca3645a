/** The commands for the settings and the tasks of one book. */
import type { Declared, OptionSpec } from './declaration.ts'
import { asJson, mode, whose } from './options.ts'
import { jsonObject, oneOf, text } from './values.ts'

const outcomes = ['ok', 'rejected']

const inBook = (help: string): OptionSpec[] => [whose(help), mode, asJson]

export const bookCommands: readonly Declared[] = [
  {
    name: 'settings schema',
    help: 'print the JSON Schema of the document',
    options: [{ flags: '--json', help: 'the same: the schema is JSON' }],
    example: 'cellarbook settings schema > settings.schema.json',
    load: async () => (await import('./settings-commands.ts')).settingsSchemaCommand,
  },
  {
    name: 'settings export',
    help: 'print the document, or write it to a file',
    options: [...inBook('whose settings'), { flags: '--file <file>', help: 'where to write it' }],
    example: 'cellarbook settings export --tenant hops --mode live --file hops.json',
    load: async () => (await import('./settings-commands.ts')).settingsExport,
  },
  {
    name: 'settings import',
    help: 'show what a document changes, and apply it; nothing is ever deleted',
    options: [
      ...inBook('whose settings'),
      { flags: '--file <file>', help: 'the document (default: standard input)' },
      { flags: '--dry-run', help: 'only show' },
    ],
    example: 'cellarbook settings import --tenant hops --mode live --file hops.json --dry-run',
    load: async () => (await import('./settings-commands.ts')).settingsImport,
  },
  {
    name: 'task list',
    help: 'what waits for a person, oldest first',
    options: inBook('whose tasks'),
    example: 'cellarbook task list --tenant hops --mode live',
    load: async () => (await import('./task-commands.ts')).taskList,
  },
  {
    name: 'task complete',
    values: [{ name: '<step>' }],
    help: 'complete a task in the name of a user',
    options: [
      ...inBook('whose tasks'),
      { flags: '--user <email>', help: 'who did it (default: the owner)' },
      {
        flags: '--outcome <outcome>',
        help: 'ok or rejected (default: ok)',
        parse: oneOf('--outcome', outcomes),
        values: outcomes,
      },
      { flags: '--result <json>', help: 'an object of up to 16 kB', parse: jsonObject('--result', 16) },
      { flags: '--note <text>', help: 'a remark', parse: text('--note', 2_000) },
    ],
    example:
      'cellarbook task complete 01a1df99-484d-7097-94fa-29ec7b3b8967 --tenant hops --mode live --user jana@hops.example',
    load: async () => (await import('./task-commands.ts')).taskComplete,
  },
]
