/** Counts by name in windows of time, in bounded memory, and by a clock that nobody can set. */

export interface Window {
  count: number
  /** Until it ends. */
  leftMs: number
}

export interface Windows {
  /** Counts one; the first one begins the window. */
  count(name: string): Window
  /** The same without counting. */
  peek(name: string): Window
  /** What is known of it from elsewhere. */
  set(name: string, window: Window): void
  readonly size: number
}

export interface WindowOptions {
  windowMs: number
  /** Kept at once. Above that the oldest is forgotten. */
  most: number
  now?: () => number
}

export function boundedWindows({ windowMs, most, now: clock = () => performance.now() }: WindowOptions): Windows {
  // Whole: with its fractions a window of a minute could have more than a minute left, by the last bit of a sum.
  const now = () => Math.floor(clock())
  /** In the order of their ends: a window that begins anew goes to the end. */
  const open = new Map<string, { count: number; endsMs: number }>()

  function forgetEnded(nowMs: number): void {
    for (const [name, { endsMs }] of open) {
      if (endsMs > nowMs) return
      open.delete(name)
    }
  }

  /** One that was set may have ended behind others that have not. */
  function current(name: string, nowMs: number) {
    const window = open.get(name)
    if (!window || window.endsMs > nowMs) return window
    open.delete(name)
    return undefined
  }

  function begin(name: string, nowMs: number) {
    if (open.size >= most) open.delete(open.keys().next().value!)
    const window = { count: 0, endsMs: nowMs + windowMs }
    open.set(name, window)
    return window
  }

  return {
    count(name) {
      const nowMs = now()
      forgetEnded(nowMs)
      const window = current(name, nowMs) ?? begin(name, nowMs)
      window.count += 1
      return { count: window.count, leftMs: window.endsMs - nowMs }
    },
    peek(name) {
      const nowMs = now()
      forgetEnded(nowMs)
      const window = current(name, nowMs)
      return window ? { count: window.count, leftMs: window.endsMs - nowMs } : { count: 0, leftMs: windowMs }
    },
    set(name, { count, leftMs }) {
      open.delete(name)
      Object.assign(begin(name, now()), { count, endsMs: now() + leftMs })
    },
    get size() {
      return open.size
    },
  }
}
