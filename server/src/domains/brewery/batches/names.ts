/** An open batch shows what it names as it is called now; one that has ended keeps what it said. */
import { sql } from '../../../db/sql.ts'
import type { Renamed, WriteContext } from '../../../kernel/context.ts'
import { renameInDrafts } from '../../../kernel/renames.ts'
import { itemOfLine, lineItemsOf } from '../../core/index.ts'
import { batchTable } from './store.ts'

const openBatches = { table: batchTable, open: sql`r.phase not in ('completed', 'cancelled')` }

export const renameWarehousesOfBatches = (ctx: WriteContext, renamed: readonly Renamed[]): Promise<void> =>
  renameInDrafts(ctx, { ...openBatches, names: { warehouse_id: 'warehouse_name' } }, renamed)

export async function copyItemsToBatches(ctx: WriteContext, ids: string[]): Promise<void> {
  const bookId = ctx.account.book.id
  const condition = sql`${openBatches.open} and r.item_id = any (${ids}::uuid[])`
  const open = await batchTable.all(ctx.tx, bookId, { condition, order: 'id' })
  const items = await lineItemsOf(ctx, ids)
  const renamed = open.flatMap(batch => {
    const { code, name } = itemOfLine(items, batch.item_id)
    const isSame = code === batch.item_code && name === batch.item_name
    return isSame ? [] : [{ ...batch, item_code: code, item_name: name, version: batch.version + 1 }]
  })
  await batchTable.save(ctx.tx, { bookId, now: ctx.now }, renamed)
}
