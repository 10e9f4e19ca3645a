/** Places that are few: so many over all, and so many of one name. Whoever counts them may be in another process. */

export type Awaitable<T> = T | Promise<T>

export interface Places {
  /** False when there is none left. Without a name it counts over all alone. */
  take(name: string | null): Awaitable<boolean>
  giveBack(name: string | null): void
}

export interface PlacesHere extends Places {
  take(name: string | null): boolean
}

export interface PlaceLimits {
  most?: number
  mostOfOne: number
}

export function countedPlaces({ most = Number.POSITIVE_INFINITY, mostOfOne }: PlaceLimits): PlacesHere {
  const taken = new Map<string, number>()
  let all = 0
  return {
    take(name) {
      const ofOne = name === null ? 0 : (taken.get(name) ?? 0)
      if (all >= most || ofOne >= mostOfOne) return false
      all += 1
      if (name !== null) taken.set(name, ofOne + 1)
      return true
    },
    giveBack(name) {
      all -= 1
      if (name === null) return
      const left = (taken.get(name) ?? 1) - 1
      if (left > 0) taken.set(name, left)
      else taken.delete(name)
    },
  }
}

/** The places one holder has, so that all of them can be given back for it. */
export interface HeldPlaces extends PlacesHere {
  giveBackAll(): void
}

export function heldPlaces(places: PlacesHere): HeldPlaces {
  const held = new Map<string | null, number>()
  return {
    take(name) {
      const isTaken = places.take(name)
      if (isTaken) held.set(name, (held.get(name) ?? 0) + 1)
      return isTaken
    },
    giveBack(name) {
      places.giveBack(name)
      const left = (held.get(name) ?? 1) - 1
      if (left > 0) held.set(name, left)
      else held.delete(name)
    },
    giveBackAll() {
      for (const [name, count] of held) for (let at = 0; at < count; at += 1) places.giveBack(name)
      held.clear()
    },
  }
}
