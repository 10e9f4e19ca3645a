/** How many streams and held answers one key may have open at once on a node. */
import { problem } from '../contract/problems.ts'
import { countedPlaces, type Places, type PlacesHere } from '../lib/places.ts'

const maxListeners = 50

export interface Listeners {
  /** Takes a place, or refuses; the caller gives it back. */
  enter(keyId: string): Promise<() => void>
}

export const listenerPlaces = (most = maxListeners): PlacesHere => countedPlaces({ mostOfOne: most })

export const keyListeners = (places: Places = listenerPlaces()): Listeners => ({
  async enter(keyId) {
    if (!(await places.take(keyId))) throw tooMany()
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      places.giveBack(keyId)
    }
  },
})

const tooMany = () =>
  problem('rate_limited', {
    detail: `This key follows the log ${maxListeners} times already.`,
    headers: { 'Retry-After': '5' },
  })
