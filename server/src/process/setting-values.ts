/** What the environment may say, checked: each value that is not allowed is refused in one clear line. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { addressesOf } from '../db/hosts.ts'
import { addressList } from '../lib/addresses.ts'

export class ConfigError extends Error {}

export const refuse = (name: string, value: string, expected: string): never => {
  throw new ConfigError(`${name}=${value} is not allowed: ${expected}.`)
}

export function portOf(value: string, name: string): number {
  const port = Number(value)
  const isPort = /^\d{1,5}$/.test(value) && port >= 1 && port <= 65_535
  return isPort ? port : refuse(name, value, 'expected a number from 1 to 65535')
}

const maxWorkers = 64

export function workersOf(value: string, name: string): number {
  if (value === 'auto') return Math.min(availableParallelism(), maxWorkers)
  const workers = Number(value)
  const isFine = /^\d{1,2}$/.test(value) && workers >= 1 && workers <= maxWorkers
  return isFine ? workers : refuse(name, value, `expected a number from 1 to ${maxWorkers}, or auto for one per core`)
}

/** From the least to the most, both allowed. */
export const wholeNumber =
  (least: number, most: number) =>
  (value: string, name: string): number => {
    const number = Number(value)
    const isFine = /^\d{1,9}$/.test(value) && number >= least && number <= most
    return isFine ? number : refuse(name, value, `expected a whole number from ${least} to ${most}`)
  }

export const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function urlOf(value: string, name: string, { protocols, expected }: { protocols: string[]; expected: string }): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url && protocols.includes(url.protocol) ? url : refuse(name, withoutPassword(value), expected)
}

/** Start-up messages end up in logs. */
const withoutPassword = (value: string): string => value.replace(/:[^:@/]*@/, ':…@')

export function httpUrl(value: string, name: string): string {
  const url = urlOf(value, name, {
    protocols: ['http:', 'https:'],
    expected: 'expected an address such as https://api.example.com',
  })
  if (url.search || url.hash) refuse(name, value, 'expected an address without ? and #')
  return value.replace(/\/+$/, '')
}

export function postgresUrl(value: string, name: string): string {
  for (const address of addressesOf(value)) {
    urlOf(address, name, {
      protocols: ['postgres:', 'postgresql:'],
      expected: 'expected postgres://user:password@host:5432/database, several hosts with commas between them',
    })
  }
  return value
}

export function smtpUrl(value: string, name: string): string {
  urlOf(value, name, { protocols: ['smtp:', 'smtps:'], expected: 'expected smtp://user:password@host:587' })
  return value
}

export function signingKey(value: string, name: string): string {
  return value.length >= 32 ? value : refuse(name, '…', 'expected at least 32 characters')
}

export function token(value: string, name: string): string {
  return /^[\x21-\x7e]{16,}$/.test(value) ? value : refuse(name, '…', 'expected at least 16 characters without spaces')
}

const parts = (value: string): string[] =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

export function cidrs(value: string, name: string): string[] {
  const list = parts(value)
  return addressList(list) ? list : refuse(name, value, 'expected addresses or CIDR ranges with commas between them')
}

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** Every certificate of the file is read now: a wrong one would be found out only by the first delivery. */
export function certificates(file: string, name: string): string {
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
export function proxies(value: string, name: string): false | number | string[] {
  if (value === 'false') return false
  if (/^[1-9]$/.test(value)) return Number(value)
  const list = parts(value)
  if (addressList(list) && !list.some(entry => entry.endsWith('/0'))) return list
  return refuse(name, value, 'expected how many proxies stand in front (1 to 9), or their addresses or CIDR ranges')
}

export const oneOf =
  <T extends string>(allowed: readonly T[]) =>
  (value: string, name: string): T =>
    allowed.find(item => item === value) ?? refuse(name, value, `expected one of ${allowed.join(', ')}`)
