/** Every setting with its default and meaning, parsed once. A wrong value stops the start with one clear line. */
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { addressList } from '../lib/addresses.ts'

export class ConfigError extends Error {}

export interface Config {
  host: string
  port: number
  /** Where the embedded PostgreSQL, uploaded files and generated secrets live. */
  dataDir: string
  /** An external PostgreSQL; without it the service runs its own. */
  databaseUrl: string | undefined
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
  logLevel: LogLevel
  /** Whether the application for people is built and served. */
  console: 'on' | 'off'
  /** Processes that serve behind the one port. */
  workers: number
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

export function readConfig(environment: Environment): Config {
  const read = reader(environment)
  const host = read('HOST') ?? '127.0.0.1'
  const port = portOf(read('PORT') ?? '8080')
  const baseUrl = read('BASE_URL', httpUrl) ?? `http://${hostInUrl(host)}:${port}`
  return {
    host,
    port,
    dataDir: path.resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: read('DATABASE_URL', postgresUrl),
    baseUrl,
    altBaseUrl: read('ALT_BASE_URL', httpUrl) ?? baseUrl,
    webhookSigningKey: read('WEBHOOK_SIGNING_KEY', signingKey),
    webhookAllowCidrs: read('WEBHOOK_ALLOW_CIDRS', cidrs) ?? [],
    webhookCa: read('WEBHOOK_CA_FILE', certificates),
    trustProxy: read('TRUST_PROXY', proxies) ?? false,
    smtpUrl: read('SMTP_URL', smtpUrl),
    s3: s3Of(read),
    logLevel: read('LOG_LEVEL', oneOf(logLevels)) ?? 'info',
    console: read('CONSOLE', oneOf(['on', 'off'] as const)) ?? 'on',
    workers: read('WORKERS', workersOf) ?? 1,
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

const refuse = (name: string, value: string, expected: string): never => {
  throw new ConfigError(`${name}=${value} is not allowed: ${expected}.`)
}

function portOf(value: string): number {
  const port = Number(value)
  const isPort = /^\d{1,5}$/.test(value) && port >= 1 && port <= 65_535
  return isPort ? port : refuse('PORT', value, 'expected a number from 1 to 65535')
}

const maxWorkers = 64

function workersOf(value: string, name: string): number {
  if (value === 'auto') return Math.min(availableParallelism(), maxWorkers)
  const workers = Number(value)
  const isFine = /^\d{1,2}$/.test(value) && workers >= 1 && workers <= maxWorkers
  return isFine ? workers : refuse(name, value, `expected a number from 1 to ${maxWorkers}, or auto for one per core`)
}

const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function urlOf(value: string, name: string, { protocols, expected }: { protocols: string[]; expected: string }): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url && protocols.includes(url.protocol) ? url : refuse(name, withoutPassword(value), expected)
}

/** Start-up messages end up in logs. */
const withoutPassword = (value: string): string => value.replace(/:[^:@/]*@/, ':…@')

function httpUrl(value: string, name: string): string {
  const url = urlOf(value, name, {
    protocols: ['http:', 'https:'],
    expected: 'expected an address such as https://api.example.com',
  })
  if (url.search || url.hash) refuse(name, value, 'expected an address without ? and #')
  return value.replace(/\/+$/, '')
}

function postgresUrl(value: string, name: string): string {
  urlOf(value, name, {
    protocols: ['postgres:', 'postgresql:'],
    expected: 'expected postgres://user:password@host:5432/database',
  })
  return value
}

function smtpUrl(value: string, name: string): string {
  urlOf(value, name, { protocols: ['smtp:', 'smtps:'], expected: 'expected smtp://user:password@host:587' })
  return value
}

function signingKey(value: string, name: string): string {
  return value.length >= 32 ? value : refuse(name, '…', 'expected at least 32 characters')
}

const parts = (value: string): string[] =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

function cidrs(value: string, name: string): string[] {
  const list = parts(value)
  return addressList(list) ? list : refuse(name, value, 'expected addresses or CIDR ranges with commas between them')
}

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** Every certificate of the file is read now: a wrong one would be found out only by the first delivery. */
function certificates(file: string, name: string): string {
  const found = textOf(file, name).match(certificate) ?? []
  if (found.length === 0) refuse(name, file, 'expected a file with certificates in PEM')
  for (const [index, pem] of found.entries()) {
    if (!isCertificate(pem)) refuse(name, file, `certificate ${index + 1} of the file cannot be read`)
  }
  return found.join('\n')
}

function textOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return refuse(name, file, `the file cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== null
  } catch {
    return false
  }
}

/** Never everybody: the left-most hop of X-Forwarded-For is whatever the client wrote. */
function proxies(value: string, name: string): false | number | string[] {
  if (value === 'false') return false
  if (/^[1-9]$/.test(value)) return Number(value)
  const list = parts(value)
  if (addressList(list) && !list.some(entry => entry.endsWith('/0'))) return list
  return refuse(name, value, 'expected how many proxies stand in front (1 to 9), or their addresses or CIDR ranges')
}

const oneOf =
  <T extends string>(allowed: readonly T[]) =>
  (value: string, name: string): T =>
    allowed.find(item => item === value) ?? refuse(name, value, `expected one of ${allowed.join(', ')}`)

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
