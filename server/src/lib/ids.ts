/** Identifiers: UUIDv7, so that new rows land at the end of every index; and such that follow from content. */
import { createHash } from 'node:crypto'
import { v7 } from 'uuid'

export const newId = (): string => v7()

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidShape.test(text)

/** An id that follows from what it names (UUIDv8): the same text has the same one. */
export function contentId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hash[16]!, 16) % 4]
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
