/** Signatures as receivers verify them, and secrets as they lie in the database. */
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { SealFault, sealer } from '../../src/domains/webhooks/sealing.ts'
import { newSecret, signatures } from '../../src/domains/webhooks/signing.ts'

const id = '01982c5e-7d5b-7d3c-8f00-000000000001'
const body = Buffer.from('{"object":"event","data":{"name":"Žatecký ležák 🍺"}}')
const timestampSeconds = () => Math.floor(Date.now() / 1_000)

const headersOf = (secrets: string[], at = timestampSeconds()) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': signatures({ id, timestampSeconds: at, body, secrets }),
})

describe('signatures', () => {
  test('a secret is whsec_ and 32 random bytes', () => {
    const secrets = Array.from({ length: 100 }, newSecret)
    expect(new Set(secrets).size).toBe(100)
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
    }
  })

  test('an independent receiver verifies them', () => {
    const secret = newSecret()
    expect(new Webhook(secret).verify(body, headersOf([secret]))).toMatchObject({ object: 'event' })
  })

  test('a known case stays as it is', () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    expect(new Webhook(secret).sign(id, new Date(1_700_000_000_000), body)).toBe(
      signatures({ id, timestampSeconds: 1_700_000_000, body, secrets: [secret] }),
    )
  })

  test('bytes that are no UTF-8 are signed as they are', () => {
    const secret = newSecret()
    const signed = (bytes: number[]) =>
      signatures({ id, timestampSeconds: 1, body: Buffer.from(bytes), secrets: [secret] })
    expect(signed([0xff])).not.toBe(signed([0xfe]))
  })

  test('during a rotation old and new receivers verify, the newest signature stands first', () => {
    const [newest, old, other] = [newSecret(), newSecret(), newSecret()]
    const headers = headersOf([newest, old])
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/)
    expect(headers['webhook-signature'].split(' ')[0]).toBe(headersOf([newest])['webhook-signature'])
    for (const secret of [newest, old]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature')
  })

  test('another body, id or time does not verify', () => {
    const secret = newSecret()
    const headers = headersOf([secret])
    const webhook = new Webhook(secret)
    expect(() => webhook.verify(Buffer.concat([body, Buffer.from(' ')]), headers)).toThrow('No matching signature')
    expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'other' })).toThrow('No matching signature')
    const later = String(timestampSeconds() + 1)
    expect(() => webhook.verify(body, { ...headers, 'webhook-timestamp': later })).toThrow('No matching signature')
    expect(() => webhook.verify(body, headersOf([secret], timestampSeconds() - 301))).toThrow('too old')
  })

  test('what only we can cause is an assertion', () => {
    const signed = { id, timestampSeconds: 1, body }
    expect(() => signatures({ ...signed, secrets: [] })).toThrow('a delivery is signed')
    expect(() => signatures({ ...signed, secrets: ['c2VjcmV0'] })).toThrow('begins with whsec_')
    expect(() => signatures({ ...signed, timestampSeconds: 1.5, secrets: [newSecret()] })).toThrow('whole seconds')
  })
})

describe('sealed secrets', () => {
  const at = { bookId: 'book-1', ownerId: 'endpoint-1' }
  const keys = sealer('a master key of at least 32 characters')

  test('open to what was sealed, in a sealer made anew too', () => {
    const secret = newSecret()
    const sealed = keys.seal(secret, at)
    expect(keys.open(sealed, at)).toBe(secret)
    expect(sealer('a master key of at least 32 characters').open(sealed, at)).toBe(secret)
  })

  test('show nothing of the secret and are never the same twice', () => {
    const secret = newSecret()
    const sealed = keys.seal(secret, at)
    expect(sealed.includes('whsec_')).toBe(false)
    expect(sealed.includes(Buffer.from(secret.slice(6), 'base64').subarray(0, 4))).toBe(false)
    expect(keys.seal(secret, at).equals(sealed)).toBe(false)
    expect(keys.seal(secret, at).subarray(0, 9).equals(sealed.subarray(0, 9))).toBe(true)
  })

  test.for([
    { bookId: 'book-1', ownerId: 'endpoint-2' },
    { bookId: 'book-2', ownerId: 'endpoint-1' },
    { bookId: 'endpoint-1', ownerId: 'book-1' },
    { bookId: 'book-1endpoint-1', ownerId: '' },
  ])('a row swapped into %j does not open', other => {
    const sealed = keys.seal(newSecret(), at)
    expect(() => keys.open(sealed, other)).toThrow(SealFault)
    expect(() => keys.open(sealed, other)).toThrow('belongs to another one')
  })

  test('another key is named in the error, without the keys', () => {
    const other = sealer('another master key of 32 characters!')
    const sealed = keys.seal(newSecret(), at)
    expect(() => other.open(sealed, at)).toThrow(
      /sealed under key [0-9a-f]{16}; WEBHOOK_SIGNING_KEY is now [0-9a-f]{16}/,
    )
  })

  test('any changed byte, and any cut, is noticed', () => {
    const sealed = keys.seal(newSecret(), at)
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      expect(() => keys.open(changed, at), `byte ${index}`).toThrow(SealFault)
      expect(() => keys.open(sealed.subarray(0, index), at), `cut at ${index}`).toThrow(SealFault)
    }
  })
})
