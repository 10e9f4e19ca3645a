/** How often keys were used: whoever keeps a log of requests tells. */
import type { Queryable } from '../../db/pool.ts'
import { loadedHouse } from '../../kernel/domain.ts'
import { defineSlot } from '../../kernel/slots.ts'
import type { Instant } from '../../lib/instants.ts'

/** The calls of each key from an instant on; a key that is not in the answer made none. */
type CountCalls = (
  db: Queryable,
  keys: { tenantId: string; ids: readonly string[] },
  since: Instant,
) => Promise<ReadonlyMap<string, number>>

export const callsOfKeys = defineSlot<CountCalls>('the calls of keys')

/** Undefined where no log is kept. */
export const countCalls = (...asked: Parameters<CountCalls>): Promise<ReadonlyMap<string, number>> | undefined =>
  loadedHouse()?.fillingOf(callsOfKeys)?.(...asked)
