/**
 * Encryption of a backup by a passphrase: AES-256-GCM over pieces of 64 kB, each with a number of its own, the last one
 * marked. So it is written and read as it streams, and a piece that is changed, moved or missing is found out.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { type ByteReader, byteReader } from './bytes.ts'
import { BackupRefusal, damaged } from './refusal.ts'

const magic = Buffer.from('cellarbook sealed 1\n')
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

const keysOf = (passphrase: string, salt: Buffer, exponent: number): Promise<Keys> =>
  new Promise((resolve, reject) => {
    const cost = { N: 2 ** exponent, r: 8, p: 1, maxmem: 256 * 2 ** exponent * 8 }
    scrypt(passphrase.normalize('NFKC'), salt, 64, cost, (error, key) =>
      error ? reject(error) : resolve({ sealing: key.subarray(0, 32), check: key.subarray(32) }),
    )
  })

const checkOf = ({ check }: Keys, head: Buffer): Buffer => createHmac('sha256', check).update(head).digest()

/** No key seals two backups, so the number of the piece is a nonce. */
function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(piece), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export async function* sealed(source: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const head = Buffer.concat([magic, Buffer.of(costExponent), salt])
  const keys = await keysOf(passphrase, salt, costExponent)
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

/** The bytes as they were, whether they are sealed or not. */
export async function* unsealed(
  source: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): AsyncGenerator<Buffer> {
  const reader = byteReader(source)
  const begin = await reader.take(magic.length)
  if (!begin.equals(magic)) {
    yield begin
    yield* reader.pass(Number.MAX_SAFE_INTEGER)
    return
  }
  if (passphrase === undefined) throw new BackupRefusal('The backup is encrypted: set BACKUP_PASSPHRASE.')
  yield* opened(reader, await openedKeys(reader, passphrase))
}

async function openedKeys(reader: ByteReader, passphrase: string): Promise<Keys> {
  const rest = await reader.take(1 + saltBytes)
  const check = await reader.take(checkBytes)
  if (check.length < checkBytes || rest[0]! > highestExponent) throw damaged('its head cannot be read')
  const head = Buffer.concat([magic, rest])
  const keys = await keysOf(passphrase, rest.subarray(1), rest[0]!)
  if (!timingSafeEqual(check, checkOf(keys, head))) {
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
