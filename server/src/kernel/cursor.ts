/** Cursors: the place in a list, signed and bound to the list, the book and the filter. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Cursors {
  /** `scope` names everything the cursor is bound to. */
  seal(scope: string, place: readonly (string | number)[]): string
  /** Undefined when the text is not one of ours for this scope. */
  open(scope: string, cursor: string): (string | number)[] | undefined
}

const macBytes = 16

export function signedCursors(secret: Buffer): Cursors {
  const macOf = (scope: string, payload: Buffer) =>
    createHmac('sha256', secret).update(scope).update('\n').update(payload).digest().subarray(0, macBytes)
  return {
    seal(scope, place) {
      const payload = Buffer.from(JSON.stringify(place))
      return Buffer.concat([macOf(scope, payload), payload]).toString('base64url')
    },
    open(scope, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      // Decoding forgives stray characters; a cursor of ours is exactly its own encoding.
      if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) return undefined
      const payload = bytes.subarray(macBytes)
      if (!timingSafeEqual(bytes.subarray(0, macBytes), macOf(scope, payload))) return undefined
      return JSON.parse(payload.toString())
    },
  }
}
