/** What the trace asks of the brewery, which stands above stock: the way of goods through batches and packaging runs. */
import type { Queryable } from '../../../db/pool.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { defineSlot } from '../../../kernel/slots.ts'

/** A batch, by itself or by a run that filled its beer. */
export interface BatchOfTrace {
  id: string
  number: string
  run_id: string | null
}

/** One step of the way: to a layer, from the one it was reached from. */
export interface Link {
  lot_id: string
  from_lot_id: string
}

/** An issue took from a layer. */
export interface TakenFrom {
  lot_id: string
  issue_id: string
}

export interface ProductionTrace {
  /** The layers that went into these, which production made. */
  listBehind(db: Queryable, bookId: string, lotIds: string[]): Promise<Link[]>
  /** The layers production made of what issues took. */
  listAhead(db: Queryable, bookId: string, taken: TakenFrom[]): Promise<Link[]>
  /** The batches of documents: those they name, and those of their packaging runs. */
  listBatches(db: Queryable, bookId: string, of: { batchIds: string[]; runIds: string[] }): Promise<BatchOfTrace[]>
}

export const productionTrace = defineSlot<ProductionTrace>('production_trace')

const nothing: ProductionTrace = {
  listBehind: async () => [],
  listAhead: async () => [],
  listBatches: async () => [],
}

/** Without a brewery nothing is produced. */
export const throughProduction = (): ProductionTrace => theHouse().fillingOf(productionTrace) ?? nothing
