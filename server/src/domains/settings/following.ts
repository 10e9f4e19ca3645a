/** What the settings rename is told to everybody who shows the name. */
import type { WriteContext } from '../../kernel/context.ts'
import { theHouse } from '../../kernel/domain.ts'
import { itemOf, listItemsOfUnits, saveItems } from '../core/items/store.ts'
import { itemView } from '../core/items/view.ts'

/** Items show their units, documents the units of their items. */
export async function followUnits(ctx: WriteContext, unitIds: string[]): Promise<void> {
  if (unitIds.length === 0) return
  const { book } = ctx.account
  const rows = await listItemsOfUnits(ctx.tx, book.id, unitIds)
  const items = rows.map(row => ({ ...itemOf(row), version: row.version + 1, updatedAt: ctx.now }))
  await saveItems(ctx.tx, { bookId: book.id, now: ctx.now }, items)
  for (const item of items) {
    const changes = [
      ...(unitIds.includes(item.unit.id) ? ['unit'] : []),
      ...(item.recipeUnit && unitIds.includes(item.recipeUnit.id) ? ['recipe_unit'] : []),
    ]
    ctx.emit('item.updated', itemView(item, book.isLive), { changes })
  }
  const kept = items.filter(({ unit }) => unitIds.includes(unit.id)).map(({ id }) => id)
  for (const follower of theHouse().followers) await follower.items?.(ctx, kept)
}

export async function followWarehouses(ctx: WriteContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  for (const follower of theHouse().followers) await follower.warehouses?.(ctx, ids)
}
