/** Identifiers: UUIDv7, so that new rows land at the end of every index; and such that follow from content. */
import { createHash, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

export const newId = idMaker()

/** Later ones are greater, also within a millisecond and when the clock is set back. */
function idMaker(): () => string {
  const randomBytes = randomStock()
  let msecs = 0
  let seq = 0
  return () => {
    const random = randomBytes(16)
    const now = Date.now()
    if (now > msecs) {
      msecs = now
      seq = random.readUInt32BE() >>> 1
    } else {
      seq += 1
    }
    return v7({ random, msecs, seq })
  }
}

/** To ask the system for random bytes takes ten times as long as to write an id: it is asked for many at once. */
function randomStock(): (count: number) => Buffer {
  const stock = Buffer.allocUnsafeSlow(4_096)
  let used = stock.length
  return count => {
    if (used + count > stock.length) {
      randomFillSync(stock)
      used = 0
    }
    used += count
    return stock.subarray(used - count, used)
  }
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidShape.test(text)

/** An id that follows from what it names (UUIDv8): the same text has the same one. */
export function contentId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hash[16]!, 16) % 4]
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
