/** One end for everything an attempt does. An AbortController costs Node 8 microseconds, so only a new connection has one. */

export interface Deadline {
  readonly isOver: boolean
  /** Called once, with the reason; at once when it is over already. */
  onEnd(listener: (reason: Error) => void): void
  /** For what knows no other way. */
  signal(): AbortSignal
}

export interface EndableDeadline extends Deadline {
  end(reason: Error): void
}

export function newDeadline(): EndableDeadline {
  let ended: Error | undefined
  let controller: AbortController | undefined
  const listeners: ((reason: Error) => void)[] = []
  return {
    get isOver() {
      return ended !== undefined
    },
    onEnd(listener) {
      if (ended) listener(ended)
      else listeners.push(listener)
    },
    signal() {
      controller ??= new AbortController()
      if (ended) controller.abort(ended)
      return controller.signal
    },
    end(reason) {
      if (ended) return
      ended = reason
      controller?.abort(reason)
      for (const listener of listeners) listener(reason)
    },
  }
}
