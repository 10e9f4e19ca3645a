/** Signing secrets at rest: AES-256-GCM under a key derived from WEBHOOK_SIGNING_KEY, bound to the row. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { problem } from '../../contract/problems.ts'
import type { SealedAt, SecretSealer } from '../../kernel/ports/webhooks.ts'

/** A sealed secret that cannot be opened: another key, another row, or changed bytes. */
export class SealFault extends Error {}

/** Layout: version (1), key id (8), nonce (12), tag (16), ciphertext. */
const version = 1
const keyIdEnd = 9
const nonceEnd = 21
const tagEnd = 37

export function sealer(masterKey: string): SecretSealer {
  const key = deriveKey(masterKey, 'cellarbook webhook secrets', 32)
  // Derived like the key, so it tells which key it was and nothing about it.
  const head = Buffer.concat([Buffer.of(version), deriveKey(masterKey, 'cellarbook webhook secrets key id', 8)])

  return {
    seal(secret, at) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(head, at))
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([head, nonce, cipher.getAuthTag(), ciphertext])
    },
    open(sealed, at) {
      checkHead(sealed, head)
      const nonce = sealed.subarray(keyIdEnd, nonceEnd)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
        .setAAD(boundTo(head, at))
        .setAuthTag(sealed.subarray(nonceEnd, tagEnd))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8')
      } catch {
        throw new SealFault(`The secret of ${at.ownerId} was changed, or belongs to another one.`)
      }
    },
  }
}

/**
 * Answers a caller instead of failing: a secret sealed under another key can be used as little as without any, until
 * the operator brings the key back.
 */
export const answeringSealer = ({ seal, open }: SecretSealer): SecretSealer => ({
  seal,
  open(sealed, at) {
    try {
      return open(sealed, at)
    } catch (error) {
      if (!(error instanceof SealFault)) throw error
      throw problem('webhooks_not_configured', { detail: 'The secret was sealed with another signing key.' })
    }
  },
})

/** A row copied onto another endpoint, or into another book, does not open there. */
const boundTo = (head: Buffer, { bookId, ownerId }: SealedAt): Buffer =>
  Buffer.concat([head, Buffer.from(JSON.stringify([bookId, ownerId]))])

function checkHead(sealed: Buffer, head: Buffer): void {
  if (sealed.length < tagEnd || sealed[0] !== version) throw new SealFault('This is no sealed webhook secret.')
  const id = sealed.subarray(1, keyIdEnd).toString('hex')
  const ownId = head.subarray(1).toString('hex')
  if (id !== ownId) {
    throw new SealFault(`The webhook secret was sealed under key ${id}; WEBHOOK_SIGNING_KEY is now ${ownId}.`)
  }
}

const deriveKey = (masterKey: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', purpose, bytes))
