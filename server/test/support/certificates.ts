/** Self-signed certificates for test receivers, written in DER by hand so that no test needs openssl. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { addressBytes } from '../../src/lib/public-addresses.ts'

export interface TestCertificate {
  /** PEM; also the `ca` that trusts it. */
  cert: string
  key: string
}

export interface CertificateOptions {
  /** Names and IP addresses. */
  hosts?: readonly string[]
  validFrom?: Date
  validTo?: Date
}

const dayMs = 86_400_000

export function selfSigned({
  hosts = ['localhost', '127.0.0.1', '::1'],
  validFrom = new Date(Date.now() - dayMs),
  validTo = new Date(Date.now() + dayMs),
}: CertificateOptions = {}): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signature = sequence(identifier('1.2.840.10045.4.3.2')) // ecdsa-with-SHA256
  // Two certificates of one name in one list of trusted ones would be taken for each other.
  const commonName = Buffer.from(`Cellarbook test ${randomBytes(8).toString('hex')}`)
  const name = sequence(der(0x31, sequence(identifier('2.5.4.3'), der(0x0c, commonName))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))), // version 3
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])), // serial number
    signature,
    name,
    sequence(time(validFrom), time(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames(hosts))),
  )
  const certificate = sequence(body, signature, bits(sign('sha256', body, privateKey)))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map(host =>
    isIP(host) ? der(0x87, Buffer.from(addressBytes(host)!)) : der(0x82, Buffer.from(host)),
  )
  return sequence(identifier('2.5.29.17'), der(0x04, sequence(...names)))
}

/** Tag, length, content. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}

const sequence = (...contents: Buffer[]): Buffer => der(0x30, ...contents)

const bits = (content: Buffer): Buffer => der(0x03, Buffer.of(0), content)

/** Generalised time: 20260131235959Z. */
const time = (date: Date): Buffer => der(0x18, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`))

/** Base 128, highest group first, with a flag on all but the last byte. */
function identifier(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first! * 40 + second!, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const groups = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
  return groups
}
