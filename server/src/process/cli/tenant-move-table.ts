/** The commands that list tenants, take one elsewhere, and let one go. */
import type { Declared } from './declaration.ts'
import { asJson } from './options.ts'
import { slug } from './values.ts'

export const tenantMoveCommands: readonly Declared[] = [
  {
    name: 'tenant list',
    help: 'all tenants',
    options: [asJson],
    example: 'cellarbook tenant list',
    load: async () => (await import('./tenant-move-commands.ts')).tenantList,
  },
  {
    name: 'tenant export',
    values: [{ name: '<slug>' }],
    help: 'everything of a tenant as one file: rows as lines of JSON, files, a manifest',
    options: [
      { flags: '--to <where>', help: 'a file, a folder, s3://bucket/key or s3://bucket/folder/', isRequired: true },
      asJson,
    ],
    example: 'cellarbook tenant export hops --to hops.tar.gz',
    load: async () => (await import('./tenant-move-commands.ts')).tenantExport,
  },
  {
    name: 'tenant import',
    help: 'take in a tenant that another installation of the same version exported; its ids stay',
    options: [
      { flags: '--from <where>', help: 'a file or s3://bucket/key', isRequired: true },
      { flags: '--slug <slug>', help: 'another short name than it had', parse: slug('--slug') },
      asJson,
    ],
    example: 'cellarbook tenant import --from hops.tar.gz',
    load: async () => (await import('./tenant-move-commands.ts')).tenantImport,
  },
  {
    name: 'tenant delete',
    values: [{ name: '<slug>' }],
    help: 'delete a tenant and everything it has, for good; after a fresh export',
    options: [
      { flags: '--confirm <slug>', help: 'the short name once more', isRequired: true },
      { flags: '--without-export', help: 'also when nothing was exported since the last write' },
      asJson,
    ],
    example: 'cellarbook tenant delete hops --confirm hops',
    load: async () => (await import('./tenant-move-commands.ts')).tenantDelete,
  },
]
