/** SQL of items that excise has counted. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { beersOf } from '../../core/index.ts'

/**
 * Whether beer of the item has moved in excise; with a new volume, or of what is filled from it and says none. What is
 * no beer yet counts only in months that are filed: it would change them.
 */
export async function isCounted(
  db: Queryable,
  bookId: string,
  { itemId, isVolumeNew }: { itemId: string; isVolumeNew: boolean },
): Promise<boolean> {
  const row = await db.maybe<{ is_counted: boolean }>(sql`
    select exists (
      select 1
        from stock_lines l
        join stock_documents d on d.book_id = l.book_id and d.id = l.document_id
        join warehouses w on w.book_id = d.book_id and w.id = d.warehouse_id
       where l.book_id = ${bookId} and d.status = 'confirmed'
         and l.item_id in (select id
                             from items
                            where book_id = ${bookId}
                              and (id = ${itemId} or (${isVolumeNew} and base_item_id = ${itemId} and volume_l is null)))
         and (w.is_excise_relevant or d.packaging_run_id is not null)
         and (l.item_id in (select item_id from ${beersOf(bookId)} e)
              or to_char(d.date, 'YYYY-MM') <= (select max(period)
                                                  from filed_excise_periods
                                                 where book_id = ${bookId} and is_filed))) as is_counted`)
  return row!.is_counted
}
