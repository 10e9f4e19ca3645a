/** How many streams and held answers one key may have open at once on a node. */
import { problem } from '../contract/problems.ts'

const maxListeners = 50

export interface Listeners {
  /** Takes a place, or refuses; the caller gives it back. */
  enter(keyId: string): () => void
}

export function keyListeners(most = maxListeners): Listeners {
  const open = new Map<string, number>()
  return {
    enter(keyId) {
      const count = open.get(keyId) ?? 0
      if (count >= most) {
        const detail = `This key follows the log ${most} times already.`
        throw problem('rate_limited', { detail, headers: { 'Retry-After': '5' } })
      }
      open.set(keyId, count + 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        const left = (open.get(keyId) ?? 1) - 1
        if (left > 0) open.set(keyId, left)
        else open.delete(keyId)
      }
    },
  }
}
