/** `backup`, `restore`. */
import path from 'node:path'
import { takeBackup } from '../../backup/take.ts'
import { placeToRead, placeToWrite } from '../../backup/where.ts'
import { openFileStore } from '../../storage/open.ts'
import { backupSource } from '../backing-up.ts'
import { restoreFolder } from '../restoring.ts'
import { restoreMoment } from '../restoring-at.ts'
import { Refusal, type Tools } from './command.ts'

interface BackupOptions {
  to: string
  files: boolean
  json?: boolean
}

export const backupCommand = (
  { withStore, print, terminal }: Tools,
  { to, files, json }: BackupOptions,
): Promise<void> =>
  withStore('backup', async ({ config, database, stopping }) => {
    const { s3, backupPassphrase: passphrase } = config
    const place = placeToWrite(to, { s3, nowMs: database.clock(), isSealed: passphrase !== undefined })
    const fileStore = files ? openFileStore(config) : undefined
    const taken = await takeBackup({ database, fileStore, ...backupSource(config) }, place, { passphrase, stopping })
    const { missing } = taken.files
    print(json, taken, [
      `${taken.name}   ${inMegabytes(taken.bytes)}${taken.sealed ? ', encrypted' : ''}, read back and sound`,
      `everything up to ${taken.taken_at}: ${taken.rows} rows of ${taken.tables} tables, ${taken.files.count} files`,
    ])
    for (const name of missing) terminal.complain(`cellarbook: the file ${name} is lost, the backup lacks it`)
  })

const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

interface RestoreOptions {
  from: string
  dataDir: string
  at?: string
  json?: boolean
}

export async function restoreCommand(
  { terminal, print }: Pick<Tools, 'terminal' | 'print'>,
  options: RestoreOptions,
): Promise<void> {
  if (options.at) return restoreAtCommand({ terminal, print }, { ...options, at: options.at })
  const config = terminal.readConfig()
  const from = await placeToRead(options.from, config.s3)
  const dataDir = path.resolve(options.dataDir)
  const { wished: stopping } = terminal.stopSignals()
  const { head, manifest, migrated, checked, broken } = await restoreFolder(config, { from, dataDir, stopping })
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  const { count: files } = manifest.files
  print(
    options.json,
    {
      from: from.name,
      data_dir: dataDir,
      taken_at: head.taken_at,
      cellarbook: head.cellarbook,
      rows,
      files,
      migrated,
      checked,
      broken,
    },
    [
      `${dataDir}   everything up to ${head.taken_at}: ${rows} rows, ${files} files, from ${from.name}`,
      broken.length === 0
        ? `All ${checked} invariants hold.`
        : `Broken before the backup already: ${broken.join(', ')}`,
      `Start it: DATA_DIR=${dataDir} cellarbook serve`,
    ],
  )
}

async function restoreAtCommand(
  { terminal, print }: Pick<Tools, 'terminal' | 'print'>,
  { from, at, json, ...options }: RestoreOptions & { at: string },
): Promise<void> {
  const config = terminal.readConfig()
  if (config.databaseUrl) {
    throw new Refusal('--at is for the embedded PostgreSQL: restore a server of your own by its tools.')
  }
  const dataDir = path.resolve(options.dataDir)
  const { wished: stopping } = terminal.stopSignals()
  const restored = await restoreMoment(config, { from, at, dataDir, stopping })
  const { base, cellarbook, files, migrated, checked, broken } = restored
  print(
    json,
    {
      from: base,
      data_dir: dataDir,
      at,
      cellarbook,
      files: files.count,
      missing: files.missing,
      migrated,
      checked,
      broken,
    },
    [
      `${dataDir}   everything up to ${at}: ${files.count} files, from ${base} and its log`,
      broken.length === 0 ? `All ${checked} invariants hold.` : `Broken at that moment already: ${broken.join(', ')}`,
      `Start it: DATA_DIR=${dataDir} cellarbook serve`,
    ],
  )
  for (const name of files.missing) terminal.complain(`cellarbook: the file ${name} is lost, the log lacks it`)
}
