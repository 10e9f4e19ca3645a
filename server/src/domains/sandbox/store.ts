/** SQL that empties a book. Only a sandbox is ever emptied. */
import type { Queryable, Tx } from '../../db/pool.ts'
import { raw, sql } from '../../db/sql.ts'
import { theHouse } from '../../kernel/domain.ts'

/** The log begins anew behind its last number: whoever read it before is told to sync again. */
export async function emptyBook(tx: Tx, bookId: string): Promise<void> {
  const { domains, tables } = theHouse()
  for (const { beforeReset } of domains) await beforeReset?.(tx, bookId)
  const emptied = Object.keys(tables).filter(table => tables[table] !== 'kept')
  for (const table of referringFirst(emptied, await listReferences(tx, emptied))) {
    await tx.run(sql`delete from ${raw(table)} where book_id = ${bookId}`)
  }
  await tx.run(sql`update books set first_sequence = last_sequence + 1 where id = ${bookId}`)
}

interface Reference {
  from: string
  to: string
}

/** Foreign keys between the tables. */
const listReferences = (db: Queryable, tables: string[]): Promise<Reference[]> =>
  db.many(sql`
    select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
      from pg_constraint
     where contype = 'f' and conrelid <> confrelid
       and conrelid::regclass::text = any (${tables}::text[])
       and confrelid::regclass::text = any (${tables}::text[])`)

/** What refers to others comes before them; of those that name each other the one that stands first. */
export function referringFirst(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = []
  const visited = new Set<string>()
  const visit = (table: string): void => {
    if (visited.has(table)) return
    visited.add(table)
    for (const { from, to } of references) if (to === table) visit(from)
    ordered.push(table)
  }
  tables.forEach(visit)
  return ordered
}

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
