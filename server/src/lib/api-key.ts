/** The text of an API key: `cb_live_` or `cb_test_`, 30 random base62 characters, 6 of their CRC-32. */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^cb_(live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

export type Mode = 'live' | 'test'

export function newApiKey(mode: Mode): string {
  const secret = Array.from({ length: 30 }, () => alphabet[randomInt(62)]).join('')
  return `cb_${mode}_${secret}${checksum(secret)}`
}

/** The checksum lets us, and secret scanners, tell a mistyped text from a key without asking the database. */
export function isApiKey(text: string): boolean {
  const match = shape.exec(text)
  return match !== null && checksum(match[2]!) === match[3]
}

export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

function checksum(secret: string): string {
  let rest = crc32(secret)
  let digits = ''
  for (let index = 0; index < 6; index++) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
