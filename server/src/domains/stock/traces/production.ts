/** What the trace asks of the brewery, which stands above stock: the way of goods through batches and packaging runs. */
import type { Queryable } from '../../../db/pool.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { defineSlot } from '../../../kernel/slots.ts'

export interface ProductionTrace {
  /** The layers that went into these, which production made. */
  listBehind(db: Queryable, bookId: string, lotIds: string[]): Promise<string[]>
  /** The layers production made of what these issues took from these layers. */
  listAhead(db: Queryable, bookId: string, taken: { lotIds: string[]; issueIds: string[] }): Promise<string[]>
  listNumbers(db: Queryable, bookId: string, batchIds: string[]): Promise<{ id: string; number: string }[]>
}

export const productionTrace = defineSlot<ProductionTrace>('production_trace')

const nothing: ProductionTrace = {
  listBehind: async () => [],
  listAhead: async () => [],
  listNumbers: async () => [],
}

/** Without a brewery nothing is produced. */
export const throughProduction = (): ProductionTrace => theHouse().fillingOf(productionTrace) ?? nothing
