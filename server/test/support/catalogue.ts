/** Everything a schema is made of, object by object, in words that do not depend on numbers given by PostgreSQL. */
import type { Database } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'

const objects = sql`
  with own as (select oid, relname, relkind, reloptions, relpersistence, relrowsecurity
                 from pg_class where relnamespace = 'public'::regnamespace)
  select 'table ' || relname as name,
         concat_ws(' ', relkind, relpersistence, relrowsecurity, array_to_string(reloptions, ',')) as is
    from own where relkind in ('r', 'p', 'v', 'm', 'S')
   union all
  select 'column ' || relname || '.' || a.attname,
         concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
                   a.attidentity, a.attgenerated, a.attstattarget, a.attstorage,
                   pg_get_expr(d.adbin, d.adrelid))
    from own
    join pg_attribute a on a.attrelid = own.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = own.oid and d.adnum = a.attnum
   where relkind in ('r', 'p', 'v', 'm')
   union all
  select 'index ' || relname,
         concat_ws(' ', pg_get_indexdef(own.oid), case when not i.indisvalid then 'not valid' end,
                   array_to_string(reloptions, ','))
    from own join pg_index i on i.indexrelid = own.oid
   union all
  select 'constraint ' || r.relname || '.' || c.conname,
         concat_ws(' ', pg_get_constraintdef(c.oid), case when not c.convalidated then 'not valid' end)
    from pg_constraint c join own r on r.oid = c.conrelid
   union all
  select 'trigger ' || r.relname || '.' || t.tgname, pg_get_triggerdef(t.oid)
    from pg_trigger t join own r on r.oid = t.tgrelid where not t.tgisinternal
   union all
  select 'function ' || p.oid::regprocedure::text, pg_get_functiondef(p.oid)
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
   union all
  select 'statistics ' || stxname, pg_get_statisticsobjdef(oid) from pg_statistic_ext
   where stxnamespace = 'public'::regnamespace
   union all
  select 'extension ' || extname, '' from pg_extension
   union all
  select 'policy ' || polname || ' on ' || polrelid::regclass::text, pg_get_expr(polqual, polrelid) from pg_policy`

export async function catalogueOf(database: Database): Promise<Record<string, string>> {
  const rows = await database.many<{ name: string; is: string }>(objects)
  return Object.fromEntries(rows.map(({ name, is }) => [name, is]).sort(([one], [other]) => (one! < other! ? -1 : 1)))
}
