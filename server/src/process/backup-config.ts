/** The settings of backups. */
import { oneOf, refuse } from './setting-values.ts'

export interface BackupConfig {
  /** A folder, or s3://bucket/folder. */
  to: string
  everyMs: number
  keep: number
  /** Whether the log of changes is kept there, too. */
  keepsLog: boolean
}

type Read = (name: string) => string | undefined

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const longestMs = 31 * units.d
const mostKept = 9_999

export function backupOf(read: Read): BackupConfig | undefined {
  const [to, every, keep, log] = ['BACKUP_TO', 'BACKUP_EVERY', 'BACKUP_KEEP', 'BACKUP_LOG'].map(name => read(name))
  const times = { everyMs: durationOf(every ?? '24h'), keep: keptOf(keep ?? '7') }
  const keepsLog = log !== undefined && oneOf(['on', 'off'] as const)(log, 'BACKUP_LOG') === 'on'
  if (keepsLog && read('DATABASE_URL')) {
    return refuse(
      'BACKUP_LOG',
      log!,
      'it is of the embedded PostgreSQL; with DATABASE_URL archive the WAL of that server',
    )
  }
  if (to) return { to, ...times, keepsLog }
  const given = Object.entries({ BACKUP_EVERY: every, BACKUP_KEEP: keep, BACKUP_LOG: keepsLog ? log : undefined })
  const [name, value] = given.find(([, each]) => each) ?? []
  return value ? refuse(name!, value, 'BACKUP_TO says where, and is missing') : undefined
}

function durationOf(value: string): number {
  const [, number, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(value) ?? []
  const ms = Number(number) * units[(unit ?? 'h') as keyof typeof units]
  return ms <= longestMs ? ms : refuse('BACKUP_EVERY', value, 'expected such as 30m, 24h or 7d, at most 31d')
}

function keptOf(value: string): number {
  const keep = Number(value)
  const isFine = /^\d{1,4}$/.test(value) && keep >= 1 && keep <= mostKept
  return isFine ? keep : refuse('BACKUP_KEEP', value, `expected a number from 1 to ${mostKept}`)
}

/** Short ones are guessed. */
export function passphraseOf(value: string, name: string): string {
  return value.length >= 12 ? value : refuse(name, '…', 'expected at least 12 characters')
}
