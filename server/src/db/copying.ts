/** Whole tables out of one database and into another: by COPY in text, which every version of PostgreSQL reads. */
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

export interface CopiedTable {
  name: string
  columns: string[]
  partitions: { name: string; bound: string }[]
}

export interface SequenceValue {
  name: string
  value: string
}

const quoted = pg.escapeIdentifier
const namesOf = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/** All tables of the schema. What PostgreSQL computes itself is not copied. */
export async function listTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query(`
    select t.relname as name,
           (select array_agg(a.attname::text order by a.attnum)
              from pg_attribute a
             where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           coalesce((select json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid))
                                     order by p.relname)
                       from pg_inherits i join pg_class p on p.oid = i.inhrelid
                      where i.inhparent = t.oid), '[]') as partitions
      from pg_class t
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
     order by t.relname`)
  return rows
}

export async function listSequences(client: pg.Client): Promise<SequenceValue[]> {
  const { rows } = await client.query(`
    select sequencename as name, last_value::text as value
      from pg_sequences
     where schemaname = 'public' and last_value is not null
     order by sequencename`)
  return rows
}

/**
 * The rows as the snapshot of the transaction has them; counted when they have all been read. The last of them comes before
 * PostgreSQL tells how many they were, and by the answer to another statement it has told.
 */
export function copyOut(client: pg.Client, { name, columns }: CopiedTable) {
  const stream = client.query(to(`copy (select ${namesOf(columns)} from ${quoted(name)}) to stdout`))
  return {
    bytes: stream as AsyncIterable<Buffer>,
    async rows(): Promise<number> {
      await client.query('select')
      return stream.rowCount
    },
  }
}

export interface CopyIn {
  write(bytes: Uint8Array): Promise<void>
  /** Returns how many rows it was. */
  end(): Promise<number>
}

export function copyIn(client: pg.Client, { name, columns }: CopiedTable): CopyIn {
  const stream = client.query(from(`copy ${quoted(name)} (${namesOf(columns)}) from stdin`))
  const done = finished(stream)
  done.catch(() => {})
  return {
    async write(bytes) {
      if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), done])
    },
    async end() {
      stream.end()
      await done
      return stream.rowCount
    },
  }
}

/** Nothing of a migration stays, and no trigger or key looks at rows that come in the order of their tables. */
export async function beginLoad(client: pg.Client, tables: readonly CopiedTable[]): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const { name, partitions } of tables) {
    for (const { name: part, bound } of partitions) {
      await client.query(`create table if not exists ${quoted(part)} partition of ${quoted(name)} ${bound}`)
    }
  }
}

export async function endLoad(client: pg.Client, sequences: readonly SequenceValue[]): Promise<void> {
  for (const { name, value } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value])
  }
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error(`COMMIT was answered by ${command}`)
  await client.query('analyze')
}
