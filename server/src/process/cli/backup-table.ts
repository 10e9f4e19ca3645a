/** The commands that keep an installation: its backups. */
import type { Declared } from './declaration.ts'
import { asJson } from './options.ts'
import { instant } from './values.ts'

export const backupCommands: readonly Declared[] = [
  {
    name: 'backup',
    help: 'save everything as it is now, beside a running server; BACKUP_PASSPHRASE encrypts it',
    options: [
      {
        flags: '--to <where>',
        help: 'a file, a folder, s3://bucket/key or s3://bucket/folder/',
        isRequired: true,
      },
      { flags: '--no-files', help: 'without uploaded files, for a bucket that is saved by itself' },
      asJson,
    ],
    example: 'cellarbook backup --to /srv/backups/',
    load: async () => (await import('./backup-commands.ts')).backupCommand,
  },
  {
    name: 'restore',
    help: 'make a new data folder of a backup, and check it',
    options: [
      {
        flags: '--from <where>',
        help: 'a file, s3://bucket/key, or a folder: its newest backup',
        isRequired: true,
      },
      { flags: '--data-dir <folder>', help: 'a folder that is new or empty', isRequired: true },
      {
        flags: '--at <instant>',
        help: 'as it was then, by the log that BACKUP_LOG keeps; --from is BACKUP_TO',
        parse: instant('--at'),
      },
      asJson,
    ],
    example: 'cellarbook restore --from /srv/backups/ --data-dir ./restored',
    load: async () => (await import('./backup-commands.ts')).restoreCommand,
  },
]
