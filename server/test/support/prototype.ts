/**
 * A tenant nobody has used yet, kept in the template of all databases: to copy its rows costs a fifth of making them. It is
 * made by the real action, once in a run; what a copy differs by is written into its rows as text.
 */
import type { Database } from '../../src/db/pool.ts'
import { join, raw, sql } from '../../src/db/sql.ts'
import { createTenant } from '../../src/domains/accounts/actions.ts'
import type { Clock } from '../../src/lib/instants.ts'
import { toInstant } from '../../src/lib/instants.ts'

const marks = { slug: 'slug-of-the-prototype', name: 'Name of the prototype', ids: 'ids-of-it', at: 'time-of-it' }

interface Kept {
  table: string
  columns: string
  /** The rows of the prototype as JSON: PostgreSQL writes and reads its values exactly. */
  rows: string
}

/** Makes the function that copies it, and leaves nothing else of it. `owner` is of the tables. */
export async function keepPrototype(owner: Database): Promise<void> {
  // PostgreSQL writes no zeros at the end of a moment.
  const now = Math.floor(Date.now() / 1_000) * 1_000 - 1
  await createTenant(owner, () => now, { slug: marks.slug, name: marks.name })
  const tables = await tablesOf(owner)
  const kept: Kept[] = []
  for (const { table, columns } of tables) {
    const found = await owner.maybe<{ rows: string | null }>(sql`
      select json_agg(t)::text as rows from ${raw(table)} t where ${raw(ownedBy(table, columns))}`)
    if (found?.rows) kept.push({ table, columns, rows: found.rows })
  }
  await owner.run(sql`create schema testing`)
  await owner.run(sql`grant usage on schema testing to public`)
  await owner.run(sql`${raw(copying(kept, toInstant(now)))}`)
  await owner.transaction(async tx => {
    await tx.run(sql`set local session_replication_role = replica`)
    const inTurn = kept.toSorted((one, other) => roots.indexOf(one.table) - roots.indexOf(other.table))
    for (const { table, columns } of inTurn) {
      await tx.run(sql`delete from ${raw(table)} where ${raw(ownedBy(table, columns))}`)
    }
  })
}

/** What all others are found by: they go last, in this order. */
const roots = ['books', 'tenants']

const ownTenant = `(select id from tenants where slug = '${marks.slug}')`
const ownBooks = `(select id from books where tenant_id = ${ownTenant})`

function ownedBy(table: string, columns: string): string {
  if (table === 'tenants') return `slug = '${marks.slug}'`
  if (table === 'books') return `tenant_id = ${ownTenant}`
  return columns.split(', ').includes('book_id') ? `book_id in ${ownBooks}` : `tenant_id = ${ownTenant}`
}

const tablesOf = (owner: Database) =>
  owner.many<{ table: string; columns: string }>(sql`
    select c.table_name as table, string_agg(c.column_name, ', ') as columns
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
     group by 1
    having bool_or(c.column_name in ('tenant_id', 'book_id')) or c.table_name = 'tenants'`)

/**
 * The text of the function. Its rows are sound, so no key of them is looked for again; nobody knows the tenant yet, so
 * nobody is told. What the audit says is appended as always: each entry carries the hash of its own.
 */
function copying(kept: readonly Kept[], at: string): string {
  const told = kept.find(({ table }) => table === 'audit_entries')!
  const written = kept.filter(({ table }) => !table.startsWith('audit_'))
  const marked = marking([...written, told], at)
  const inserts = written.map(
    row => `insert into ${row.table} (${row.columns})
            select ${row.columns} from json_populate_recordset(null::${row.table}, ${filled(marked(row))});`,
  )
  return `
    create function testing.copy_tenant(ids text, slug text, name text, at timestamptz) returns void
    language plpgsql security definer set session_replication_role = replica as $copy$
    #variable_conflict use_column
    declare
      told_name text := trim(both '"' from to_json(copy_tenant.name)::text);
    begin
      ${inserts.join('\n')}
      perform append_audit(e.tenant_id, copy_tenant.at, e.actor_type, e.actor_id, e.action, e.subject_id, e.details,
                           null, null, null)
         from json_populate_recordset(null::audit_entries, ${filled(marked(told))}) e;
    end
    $copy$`
}

const filled = (rows: string): string =>
  Object.entries({ slug: 'copy_tenant.slug', name: 'told_name', ids: 'copy_tenant.ids', at: 'copy_tenant.at::text' })
    .reduce(
      (text, [mark, value]) => `replace(${text}, '${marks[mark as keyof typeof marks]}', ${value})`,
      `$rows$${rows}$rows$`,
    )
    .concat('::json')

/** Ids keep their order: a copy has the time of its own in all of them, then their place, then what was random. */
function marking(kept: readonly Kept[], at: string): (row: Kept) => string {
  const shape = /"([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})"/g
  const ids = [...new Set(kept.flatMap(({ rows }) => [...rows.matchAll(shape)].map(([, id]) => id!)))].sort()
  const places = new Map(ids.map((id, place) => [id, place.toString(16).padStart(3, '0')]))
  const time = at.replace('Z', '+00:00')
  return ({ rows }) =>
    rows
      .replace(shape, (_, id) => `"${marks.ids}-7${places.get(id)}${id.slice(18)}"`)
      .replaceAll(`"${time}"`, `"${marks.at}"`)
}

let last = 0

/** Of a moment before all ids that are made from now on, and after those of the copy before. */
function idTime(): string {
  last = Math.max(last + 1, Date.now() - 1)
  const text = last.toString(16).padStart(12, '0')
  return `${text.slice(0, 8)}-${text.slice(8)}`
}

export async function copyTenant(database: Database, clock: Clock, wanted: { slug: string; name: string }) {
  const values = [idTime(), wanted.slug, wanted.name, toInstant(clock())].map(value => sql`${value}`)
  await database.run(sql`select testing.copy_tenant(${join(values, ', ')})`)
}
