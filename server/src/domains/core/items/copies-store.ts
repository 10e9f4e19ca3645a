/** SQL of documents that keep copies of their items: open ones follow the item. */
import { raw, sql } from '../../../db/sql.ts'
import { type CopyingTable, copyAgain } from '../../../db/upsert.ts'
import type { WriteContext } from '../../../kernel/context.ts'

/** Documents whose lines keep copies of their items (`itemCopies`). */
export interface CopyingDocuments {
  name: string
  /** Which of them, as rows `r`, still show an item as it is now. */
  open: string
  lines: CopyingTable
  /** The column of a line that names its document. */
  owner: string
}

/** Open documents show an item as it is now; what is posted keeps it as it was. */
export async function copyItemsToDrafts(
  { tx, account, now }: WriteContext,
  { name, open, lines, owner }: CopyingDocuments,
  itemIds: string[],
): Promise<void> {
  const at = { bookId: account.book.id, now }
  const drafts = await tx.many<{ id: string }>(sql`
    update ${raw(name)} r
       set version = r.version + 1,
           updated_at = ${at.now}
     where r.book_id = ${at.bookId} and ${raw(open)}
       and exists (select 1
                     from ${raw(lines.name)} l
                    where l.book_id = r.book_id and l.${raw(owner)} = r.id and l.item_id = any (${itemIds}::uuid[]))
    returning r.id`)
  const ids = drafts.map(({ id }) => id)
  await copyAgain(tx, at, { table: lines, condition: sql`sent.${raw(owner)} = any (${ids}::uuid[])` })
}
