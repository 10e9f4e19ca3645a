/** Every setting with its default and meaning, parsed once. A wrong value stops the start with one clear line. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { poolSize } from '../db/connection-share.ts'
import type { Retention } from '../kernel/jobs.ts'
import { slipsBetween } from '../lib/nearest.ts'
import { type BackupConfig, backupOf, passphraseOf } from './backup-config.ts'
import {
  ConfigError,
  certificates,
  cidrs,
  hostInUrl,
  httpUrl,
  oneOf,
  portOf,
  postgresUrl,
  proxies,
  signingKey,
  smtpUrl,
  token,
  wholeNumber,
  workersOf,
} from './setting-values.ts'

export { ConfigError } from './setting-values.ts'

export interface Config {
  host: string
  port: number
  /** Where the embedded PostgreSQL, uploaded files and generated secrets live. */
  dataDir: string
  /** An external PostgreSQL; without it the service runs its own. */
  databaseUrl: string | undefined
  /** Connections to PostgreSQL of each process that serves, beside a few of its own. */
  databasePool: number
  /** The public address for brewery accounts. */
  baseUrl: string
  /** The public address for other trades. */
  altBaseUrl: string
  /** Encrypts webhook secrets at rest. */
  webhookSigningKey: string | undefined
  /** Ranges webhook receivers may be in although they are not public. */
  webhookAllowCidrs: string[]
  /** Certificates, in PEM, that webhook receivers may be signed by beside the usual ones. */
  webhookCa: string | undefined
  /** Proxies whose X-Forwarded-For is believed: how many stand in front, or where they are. */
  trustProxy: false | number | string[]
  smtpUrl: string | undefined
  s3: S3Config | undefined
  /** Below this much room on the disk writes are refused; 0 never refuses. */
  minFreeDiskMb: number
  /** Where the figures of the service are served, away from its own port. */
  metricsPort: number | undefined
  /** Who shows it gets them at the port of the service, too. */
  metricsToken: string | undefined
  logLevel: LogLevel
  /** Lines for machines, or for people. */
  logFormat: LogFormat
  /** Whether the application for people is built and served. */
  console: 'on' | 'off'
  /** Processes that serve behind the one port. */
  workers: number
  /** Backups made by the service itself; without it none are. */
  backup: BackupConfig | undefined
  /** Encrypts backups. */
  backupPassphrase: string | undefined
  retention: Retention
}

export interface S3Config {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
const logFormats = ['json', 'pretty'] as const
export type LogFormat = (typeof logFormats)[number]

type Environment = Record<string, string | undefined>

/** Reads `.env` of the working folder when there is one; what the environment says already wins. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    throw new ConfigError(`.env cannot be read: ${(error as Error).message}`)
  }
}

export const readConfig = (environment: Environment): Config => configOf(reader(environment))

function configOf(read: Reader): Config {
  const host = read('HOST') ?? '127.0.0.1'
  const port = read('PORT', portOf) ?? 8080
  const baseUrl = read('BASE_URL', httpUrl) ?? `http://${hostInUrl(host)}:${port}`
  return {
    host,
    port,
    dataDir: path.resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: read('DATABASE_URL', postgresUrl),
    databasePool: read('DATABASE_POOL', wholeNumber(2, 100)) ?? poolSize,
    baseUrl,
    altBaseUrl: read('ALT_BASE_URL', httpUrl) ?? baseUrl,
    webhookSigningKey: read('WEBHOOK_SIGNING_KEY', signingKey),
    webhookAllowCidrs: read('WEBHOOK_ALLOW_CIDRS', cidrs) ?? [],
    webhookCa: read('WEBHOOK_CA_FILE', certificates),
    trustProxy: read('TRUST_PROXY', proxies) ?? false,
    smtpUrl: read('SMTP_URL', smtpUrl),
    s3: s3Of(read),
    minFreeDiskMb: read('MIN_FREE_DISK_MB', wholeNumber(0, 1_000_000)) ?? 200,
    metricsPort: read('METRICS_PORT', portOf),
    metricsToken: read('METRICS_TOKEN', token),
    logLevel: read('LOG_LEVEL', oneOf(logLevels)) ?? 'info',
    logFormat: read('LOG_FORMAT', oneOf(logFormats)) ?? 'json',
    console: read('CONSOLE', oneOf(['on', 'off'] as const)) ?? 'on',
    workers: read('WORKERS', workersOf) ?? 1,
    backup: backupOf(read),
    backupPassphrase: read('BACKUP_PASSPHRASE', passphraseOf),
    retention: retentionOf(read),
  }
}

type Reader = {
  (name: string): string | undefined
  <T>(name: string, parse: (value: string, name: string) => T): T | undefined
}

/** An empty value counts as none, as in most `.env` files. */
const reader = (environment: Environment): Reader =>
  (<T>(name: string, parse?: (value: string, name: string) => T) => {
    const value = environment[name]?.trim()
    if (!value) return undefined
    return parse ? parse(value, name) : value
  }) as Reader

const mostDays = 36_500

/** The least of the audit is what the database itself holds on to. */
const retentionOf = (read: Reader): Retention => ({
  requestsDays: read('REQUESTS_RETENTION_DAYS', wholeNumber(1, 90)) ?? 7,
  mailsDays: read('MAILS_RETENTION_DAYS', wholeNumber(1, mostDays)) ?? 30,
  auditDays: read('AUDIT_RETENTION_DAYS', wholeNumber(90, mostDays)) ?? null,
})

/** All of them or none: half a configuration would be found out only by the first upload. */
function s3Of(read: Reader): S3Config | undefined {
  const endpoint = read('S3_ENDPOINT', httpUrl)
  const values = {
    S3_ENDPOINT: endpoint,
    S3_REGION: read('S3_REGION'),
    S3_BUCKET: read('S3_BUCKET'),
    S3_ACCESS_KEY_ID: read('S3_ACCESS_KEY_ID'),
    S3_SECRET_ACCESS_KEY: read('S3_SECRET_ACCESS_KEY'),
  }
  const missing = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === 5) return undefined
  if (missing.length > 0) throw new ConfigError(`S3 storage is only half set: ${missing.join(', ')} missing.`)
  return {
    endpoint: values.S3_ENDPOINT!,
    region: values.S3_REGION!,
    bucket: values.S3_BUCKET!,
    accessKeyId: values.S3_ACCESS_KEY_ID!,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
  }
}

/** Every setting there is: those that reading asks for. */
export function settingNames(): string[] {
  const names: string[] = []
  configOf(((name: string) => void names.push(name)) as Reader)
  return names
}

/** Of the commands that call a service. */
const otherNames = ['CELLARBOOK_URL', 'CELLARBOOK_KEY']
/** Shorter names are too near to those of other programs. */
const shortestSlip = 6

/** Variables that look like settings and are none, each in a line: a slip of the pen would otherwise go unseen. */
export function unknownSettings(environment: Environment): string[] {
  const known = settingNames()
  const nearestTo = (name: string) =>
    known.find(each => name.length >= shortestSlip && slipsBetween(name, each) !== Number.POSITIVE_INFINITY)
  return Object.keys(environment)
    .filter(name => !known.includes(name) && !otherNames.includes(name))
    .flatMap(name => {
      const meant = known.find(each => name === `CELLARBOOK_${each}`) ?? nearestTo(name)
      if (meant) return [`${name} is no setting and means nothing. Did you mean ${meant}?`]
      return name.startsWith('CELLARBOOK_') ? [`${name} is no setting and means nothing.`] : []
    })
}
