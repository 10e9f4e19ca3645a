/** Windows that are counted elsewhere, too: what is new here is handed on, and what all have counted comes back. */
import { boundedWindows, type Window, type WindowOptions, type Windows } from './bounded-windows.ts'

export interface SharedWindows extends Windows {
  /** What was counted here since it was last asked. */
  drain(): { name: string; added: number }[]
  /** Of what was drained and could not be handed on: it is new again. */
  giveBack(name: string, added: number): void
  /** What all have counted together, up to what was last drained here. */
  learn(name: string, window: Window): void
}

export function sharedWindows(options: WindowOptions): SharedWindows {
  const windows = boundedWindows(options)
  let fresh = new Map<string, number>()
  const add = (name: string, added: number): void => void fresh.set(name, (fresh.get(name) ?? 0) + added)
  return {
    count(name) {
      add(name, 1)
      return windows.count(name)
    },
    giveBack: add,
    peek: windows.peek,
    set: windows.set,
    get size() {
      return windows.size
    },
    drain() {
      const drained = fresh
      fresh = new Map()
      return [...drained].map(([name, added]) => ({ name, added }))
    },
    learn: (name, { count, leftMs }) => windows.set(name, { count: count + (fresh.get(name) ?? 0), leftMs }),
  }
}
