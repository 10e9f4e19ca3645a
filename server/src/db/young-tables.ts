/** What the planner is told of tables it has not looked at yet. */
import type pg from 'pg'

/** The first that can be told: `pg_restore_attribute_stats`. */
const firstThatListens = 180_000

/**
 * A table nobody has analysed is planned as if a book had one row of it. Then every index that begins with the book is as
 * good as the one that finds the row, and PostgreSQL takes the youngest: 500 lines each read through all items of the book,
 * by statements and by foreign keys. That a book, or a warehouse, has many rows is enough to make it take the right one.
 * The first look at the table replaces this.
 */
export async function tellOfYoungTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version_num')::int as version")
  if (rows[0].version < firstThatListens) return
  await client.query(`
    select pg_restore_attribute_stats('schemaname', 'public', 'relname', t.relname::text, 'attname', a.attname::text,
                                      'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 10::real)
      from pg_class t
      join pg_attribute a on a.attrelid = t.oid and a.attname in ('book_id', 'warehouse_id') and not a.attisdropped
     where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
       and not exists (
         select from pg_stats s
          where s.schemaname = 'public' and s.tablename = t.relname and s.attname = a.attname)`)
}
