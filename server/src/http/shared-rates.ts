/** Rates over all nodes of one database: tries to sign in exactly, everything else within half a second. */
import type { Database } from '../db/pool.ts'
import { shareCounts } from '../kernel/shared-counts.ts'
import { sharedWindows } from '../lib/shared-windows.ts'
import { countedBy, type RateCounter, rateWindows } from './rate.ts'

export interface SharedRates extends RateCounter {
  stop(): void
}

export function sharedRates(database: Database): SharedRates {
  const windows = rateWindows(sharedWindows)
  const sharing = shareCounts(database, windows)
  const rates = countedBy(windows)
  return {
    ...rates,
    async countAddress(door, address) {
      const rate = rates.countAddress(door, address)
      if (door !== 'signIns') return rate
      // Few, and each is worth a statement: who guesses passwords would try every node.
      await sharing.exchange()
      return rates.peekAddress(door, address)
    },
    stop: sharing.stop,
  }
}
