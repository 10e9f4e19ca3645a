/**
 * Encryption of a backup by a passphrase: AES-256-GCM over pieces of 64 kB, each with a number of its own, the last one
 * marked. So it is written and read as it streams, and a piece that is changed, moved or missing is found out.
 * Two heads: one whose key is of the passphrase itself, for single backups; and one for the many small parts of the log,
 * whose keys are drawn from one that a keyring keeps, so that each part does not cost a third of a second.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { type ByteReader, byteReader } from './bytes.ts'
import { BackupRefusal, damaged } from './refusal.ts'

const magic = Buffer.from('cellarbook sealed 1\n')
/** As long as the other. */
const ringMagic = Buffer.from('cellarbook sealed 2\n')
const saltBytes = 16
const checkBytes = 32
const pieceBytes = 64 * 1024
const tagBytes = 16
/** 128 MB and a third of a second for whoever guesses. */
const costExponent = 17
/** A head that asks for more is no head of ours: it would take all memory. */
const highestExponent = 20

interface Keys {
  sealing: Buffer
  check: Buffer
}

/** What a passphrase was made into, by its salt: worked out once. */
export interface Keyring {
  /** Of what this keyring seals. */
  readonly salt: Buffer
  drawn(salt: Buffer, exponent: number): Promise<Buffer>
}

export function openKeyring(passphrase: string): Keyring {
  const known = new Map<string, Promise<Buffer>>()
  return {
    salt: randomBytes(saltBytes),
    drawn(salt, exponent) {
      const name = `${exponent} ${salt.toString('hex')}`
      const drawn = known.get(name) ?? draw(passphrase, salt, exponent)
      known.set(name, drawn)
      return drawn
    },
  }
}

const draw = (passphrase: string, salt: Buffer, exponent: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const cost = { N: 2 ** exponent, r: 8, p: 1, maxmem: 256 * 2 ** exponent * 8 }
    scrypt(passphrase.normalize('NFKC'), salt, 64, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })

const halves = (key: Buffer): Keys => ({ sealing: key.subarray(0, 32), check: key.subarray(32) })

/** Of one part: no two have the same. */
const partKeys = (drawn: Buffer, own: Buffer): Keys =>
  halves(Buffer.from(hkdfSync('sha256', drawn, own, 'cellarbook log', 64)))

const checkOf = ({ check }: Keys, head: Buffer): Buffer => createHmac('sha256', check).update(head).digest()

/** No key seals two backups, so the number of the piece is a nonce. */
function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(piece), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export async function* sealed(source: AsyncIterable<Uint8Array>, secret: string | Keyring): AsyncGenerator<Buffer> {
  const { head, keys } = await (typeof secret === 'string' ? headBy(secret) : headFrom(secret))
  yield Buffer.concat([head, checkOf(keys, head)])
  const reader = byteReader(source)
  let piece = await reader.take(pieceBytes)
  for (let number = 0; ; number++) {
    const next = await reader.take(pieceBytes)
    const isLast = next.length === 0
    const cipher = createCipheriv('aes-256-gcm', keys.sealing, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    if (isLast) return
    piece = next
  }
}

interface Head {
  head: Buffer
  keys: Keys
}

async function headBy(passphrase: string): Promise<Head> {
  const salt = randomBytes(saltBytes)
  const head = Buffer.concat([magic, Buffer.of(costExponent), salt])
  return { head, keys: halves(await draw(passphrase, salt, costExponent)) }
}

async function headFrom(ring: Keyring): Promise<Head> {
  const own = randomBytes(saltBytes)
  const head = Buffer.concat([ringMagic, Buffer.of(costExponent), ring.salt, own])
  return { head, keys: partKeys(await ring.drawn(ring.salt, costExponent), own) }
}

/** The bytes as they were, whether they are sealed or not. */
export async function* unsealed(
  source: AsyncIterable<Uint8Array>,
  secret: string | Keyring | undefined,
): AsyncGenerator<Buffer> {
  const reader = byteReader(source)
  const begin = await reader.take(magic.length)
  if (!begin.equals(magic) && !begin.equals(ringMagic)) {
    yield begin
    yield* reader.pass(Number.MAX_SAFE_INTEGER)
    return
  }
  if (secret === undefined) throw new BackupRefusal('The backup is encrypted: set BACKUP_PASSPHRASE.')
  const ring = typeof secret === 'string' ? openKeyring(secret) : secret
  yield* opened(reader, await openedKeys(reader, begin, ring))
}

async function openedKeys(reader: ByteReader, begin: Buffer, ring: Keyring): Promise<Keys> {
  const isPart = begin.equals(ringMagic)
  const rest = await reader.take(1 + (isPart ? 2 : 1) * saltBytes)
  const check = await reader.take(checkBytes)
  if (check.length < checkBytes || rest[0]! > highestExponent) throw damaged('its head cannot be read')
  const drawn = await ring.drawn(rest.subarray(1, 1 + saltBytes), rest[0]!)
  const keys = isPart ? partKeys(drawn, rest.subarray(1 + saltBytes)) : halves(drawn)
  if (!timingSafeEqual(check, checkOf(keys, Buffer.concat([begin, rest])))) {
    throw new BackupRefusal('BACKUP_PASSPHRASE is not the one this backup was encrypted with. Nothing was restored.')
  }
  return keys
}

async function* opened(reader: ByteReader, keys: Keys): AsyncGenerator<Buffer> {
  let piece = await reader.take(pieceBytes + tagBytes)
  for (let number = 0; ; number++) {
    const next = await reader.take(pieceBytes + tagBytes)
    yield openPiece(piece, keys, nonceOf(number, next.length === 0))
    if (next.length === 0) return
    piece = next
  }
}

function openPiece(piece: Buffer, keys: Keys, nonce: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keys.sealing, nonce, { authTagLength: tagBytes })
    decipher.setAuthTag(piece.subarray(-tagBytes))
    return Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    throw damaged('a piece of it was changed or is missing')
  }
}
