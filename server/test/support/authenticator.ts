/** An authenticator in software: makes passkeys and signs with them, as a browser would for a page of this origin. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

interface Asked {
  challenge: string
  /** To make one. */
  rp?: { id: string }
  user?: { id: string }
  /** To sign. */
  rpId?: string
}

export function authenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, at: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))

  function dataOf(rpId: string, flags: number): Buffer {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count])
  }

  /** In CBOR, as COSE has it: an ES256 key. */
  function coseKey(): Buffer {
    const { x, y } = publicKey.export({ format: 'jwk' })
    const [head, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
    return Buffer.concat([head, Buffer.from(x!, 'base64url'), between, Buffer.from(y!, 'base64url')])
  }

  /** Without any statement of who made it. */
  function attestation(authData: Buffer): Buffer {
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
    return Buffer.concat([head, Buffer.of(0x58, authData.length), authData])
  }

  return {
    credentialId: credential.id,
    create({ challenge, rp, user }: Asked, at = origin): object {
      userHandle = user!.id
      const length = Buffer.of(0, id.length)
      const own = Buffer.concat([Buffer.alloc(16), length, id, coseKey()])
      const authData = Buffer.concat([dataOf(rp!.id, userPresent | userVerified | hasCredential), own])
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, at).toString('base64url'),
          attestationObject: attestation(authData).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign({ challenge, rpId }: Asked, { at = origin, host = rpId! } = {}): object {
      const client = clientData('webauthn.get', challenge, at)
      const authData = dataOf(host, userPresent | userVerified)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(client)]))
        .sign(privateKey)
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      }
    },
    /** As a copy of it would begin again. */
    forgetCount() {
      counter = 0
    },
  }
}
