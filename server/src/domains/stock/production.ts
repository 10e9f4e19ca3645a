/** What stock asks of the brewery, which stands above it: documents of a batch move the value it has in process. */
import type { WriteContext } from '../../kernel/context.ts'
import { theHouse } from '../../kernel/domain.ts'
import { defineSlot } from '../../kernel/slots.ts'
import type { Decimal } from '../../lib/decimal.ts'
import type { StockDocument, StockLineRow } from './documents/store.ts'

/** What a batch makes of a document that is about to be posted. */
export interface ProductionPlan {
  /** By line: what the batch says they are worth. */
  values: ReadonlyMap<string, Decimal>
  /** Once the document is posted and its cost is known. */
  posted(document: StockDocument): Promise<void>
}

export interface Production {
  /** A batch that documents may refer to, with the item it makes. */
  findOpenBatch(ctx: WriteContext, batchId: string): Promise<{ item_id: string } | undefined>
  /** Refuses what the batch can neither take nor give. */
  plan(ctx: WriteContext, document: StockDocument, lines: StockLineRow[]): Promise<ProductionPlan>
  /** Gives the batch back what a posting moved, or refuses. */
  takeBack(ctx: WriteContext, document: StockDocument): Promise<void>
  /** Stock of items that batches make came or went. */
  stockMoved(ctx: WriteContext, itemIds: string[]): Promise<unknown>
}

export const production = defineSlot<Production>('production')

const filled = (): Production | undefined => theHouse().fillingOf(production)

export const findOpenBatch = async (ctx: WriteContext, batchId: string | null | undefined) =>
  batchId ? filled()?.findOpenBatch(ctx, batchId) : undefined

const untouched: ProductionPlan = { values: new Map(), posted: async () => {} }

/** A document without a batch costs nothing here. */
export async function planProduction(
  ctx: WriteContext,
  document: StockDocument,
  lines: StockLineRow[],
): Promise<ProductionPlan> {
  return document.batch_id === null ? untouched : (filled()?.plan(ctx, document, lines) ?? untouched)
}

export async function takeBackProduction(ctx: WriteContext, document: StockDocument): Promise<void> {
  if (document.batch_id !== null) await filled()?.takeBack(ctx, document)
}

/** Only what is brewed is asked about: everything else costs nothing here. */
export async function noteMovedStock(ctx: WriteContext, lines: readonly StockLineRow[]): Promise<void> {
  const brewed = lines.filter(({ item_type }) => item_type === 'production_item')
  if (brewed.length > 0) await filled()?.stockMoved(ctx, [...new Set(brewed.map(({ item_id }) => item_id))])
}
