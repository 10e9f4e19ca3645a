/** A keg that is tapped, or may be again, shows what it names as it is called now; one that has ended keeps what it said. */
import { sql } from '../../../db/sql.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { lineItemsOf } from '../../core/index.ts'
import { kegTapTable } from './store.ts'

const isOpen = sql`r.status in ('tapped', 'removed')`

/** The kegs, and the beer in them. */
export async function copyItemsToKegs(ctx: WriteContext, ids: string[]): Promise<void> {
  const bookId = ctx.account.book.id
  const condition = sql`${isOpen} and (r.item_id = any (${ids}::uuid[]) or r.base_item_id = any (${ids}::uuid[]))`
  const open = await kegTapTable.all(ctx.tx, bookId, { condition, order: 'id' })
  if (open.length === 0) return
  const items = await lineItemsOf(ctx, ids)
  const renamed = open.map(keg => {
    const [item, beer] = [items.get(keg.item_id), items.get(keg.base_item_id)]
    return {
      ...keg,
      ...(item && { item_code: item.code, item_name: item.name }),
      ...(beer && {
        base_item_code: beer.code,
        base_item_name: beer.name,
        unit_symbol: beer.unit_symbol,
        unit_decimals: beer.unit_decimals,
      }),
      version: keg.version + 1,
    }
  })
  await kegTapTable.save(ctx.tx, { bookId, now: ctx.now }, renamed)
}
