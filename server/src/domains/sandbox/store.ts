/** SQL that empties a book and moves its clock. Only a sandbox is ever touched by it. */
import type { Queryable, Tx } from '../../db/pool.ts'
import { join, raw, sql } from '../../db/sql.ts'
import { theHouse } from '../../kernel/domain.ts'

/** The log begins anew behind its last number: whoever read it before is told to sync again. */
export async function emptyBook(tx: Tx, bookId: string): Promise<void> {
  const { domains, tables } = theHouse()
  for (const { beforeReset } of domains) await beforeReset?.(tx, bookId)
  const emptied = Object.keys(tables).filter(table => tables[table] !== 'kept')
  // In one statement: references are looked at when it ends, so tables that name each other need no order.
  const deletions = emptied.map(
    table => sql`${raw(`empty_${table}`)} as (delete from ${raw(table)} where book_id = ${bookId})`,
  )
  await tx.run(sql`with ${join(deletions)} select 1`)
  await tx.run(sql`
    update books
       set first_sequence = last_sequence + 1,
           clock_ahead_seconds = 0
     where id = ${bookId}`)
}

export const saveClock = (tx: Tx, bookId: string, aheadSeconds: number): Promise<number> =>
  tx.run(sql`update books set clock_ahead_seconds = ${aheadSeconds} where id = ${bookId}`)

export interface BookContents {
  partners: number
  items: number
  warehouses: number
}

export async function countContents(db: Queryable, bookId: string): Promise<BookContents> {
  const row = await db.maybe<Record<keyof BookContents, string>>(sql`
    select (select count(*) from partners where book_id = ${bookId}) as partners,
           (select count(*) from items where book_id = ${bookId}) as items,
           (select count(*) from warehouses where book_id = ${bookId}) as warehouses`)
  return { partners: Number(row!.partners), items: Number(row!.items), warehouses: Number(row!.warehouses) }
}
