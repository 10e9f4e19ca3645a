/** A draft of a run shows what it names as it is called now. */
import { sql } from '../../../db/sql.ts'
import { copyAgain } from '../../../db/upsert.ts'
import type { Renamed, WriteContext } from '../../../kernel/context.ts'
import { isDraft, renameInDrafts } from '../../../kernel/renames.ts'
import { runMaterialTable, runOutputTable, runTable, touchDraftsOfItems } from './store.ts'

/** The beer, the outputs, the materials. */
export async function copyItemsToRuns(ctx: WriteContext, itemIds: string[]): Promise<void> {
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  const ids = await touchDraftsOfItems(ctx.tx, at, itemIds)
  if (ids.length === 0) return
  await copyAgain(ctx.tx, at, { table: runTable, condition: sql`sent.id = any (${ids}::uuid[])` })
  await copyAgain(ctx.tx, at, { table: runOutputTable, condition: sql`sent.run_id = any (${ids}::uuid[])` })
  const ofRuns = sql`sent.output_id = any (array(
    select id
      from packaging_run_outputs
     where book_id = ${at.bookId} and run_id = any (${ids}::uuid[])))`
  await copyAgain(ctx.tx, at, { table: runMaterialTable, condition: ofRuns })
}

const names = { warehouse_id: 'warehouse_name', target_warehouse_id: 'target_warehouse_name' } as const

export const renameWarehousesOfRuns = (ctx: WriteContext, renamed: readonly Renamed[]): Promise<void> =>
  renameInDrafts(ctx, { table: runTable, open: isDraft, names }, renamed)
