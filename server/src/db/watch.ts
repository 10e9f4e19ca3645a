/** Keeps watch over the connections of a pool: those that lead nowhere are ended, and while PostgreSQL is away, all. */
import { backendOf, type Connections } from './connections.ts'
import type { Probe } from './probe.ts'

const beatMs = 500
/** A statement without a byte of answer for this long is asked about. */
const silentBeats = 2

export interface Watch {
  /** PostgreSQL did not answer when it was last asked. */
  readonly isAway: boolean
  /** Asks it now, and ends what leads nowhere. */
  look(): Promise<boolean>
  stop(): void
}

export function watchConnections(connections: Connections, probe: Probe): Watch {
  let isAway = false
  let looking: Promise<boolean> | undefined

  async function lookOnce(): Promise<boolean> {
    const silent = connections.silentFor(silentBeats)
    const sight = await probe.look(silent.map(backendOf))
    isAway = sight === undefined
    if (!sight) {
      connections.cutAll()
      return false
    }
    if (sight.hasMoved) {
      connections.cutAll()
      return true
    }
    // One connection vanished without a word: those that nobody uses right now are not trusted either.
    if (sight.wasSilent) connections.cutIdle()
    const dead = connections.judge(silent, sight.atWork)
    if (dead.length > 0) await probe.end(dead.map(backendOf))
    return true
  }

  const look = (): Promise<boolean> => {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }

  const timer = setInterval(() => {
    connections.beat()
    if (isAway || connections.silentFor(silentBeats).length > 0) void look()
  }, beatMs).unref()

  return {
    get isAway() {
      return isAway
    },
    look,
    stop() {
      clearInterval(timer)
      probe.close()
    },
  }
}
