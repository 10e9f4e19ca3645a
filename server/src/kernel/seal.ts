/**
 * Posted documents keep what they said. A seal is the hash of a document's content, written with the posting, and what
 * its papers say of others: the parties, the account. `verify` computes the hash again in SQL and names what changed.
 */
import { createHash } from 'node:crypto'
import { forMany } from '../db/alike.ts'
import type { Queryable, Tx } from '../db/pool.ts'
import { inBook, ofBook, oneOfEach } from '../db/rows.ts'
import { raw, type Sql, sql } from '../db/sql.ts'
import type { Instant } from '../lib/instants.ts'
import type { Invariant } from './verify.ts'

/**
 * `text` is hashed as it is stored, `decimal` by its value; an `amount` of zero is left out, as null always is: so a
 * column that is added later leaves older seals valid.
 */
export type SealedField = 'text' | 'decimal' | 'amount'

type Fields<Row> = Partial<Record<keyof Row & string, SealedField>>

/** What a seal covers. Fields that may still change when the document is posted, such as notes, stay out. */
export interface SealedContent<Row, Line = never> {
  object: string
  table: string
  fields: Fields<Row>
  lines?: { table: string; owner: string; order: keyof Line & string; fields: Fields<Line> }
  /** Which rows `r` of the table must have a seal, and which must not. */
  isPosted: string
  isOpen: string
}

export interface Seal {
  object: string
  document_id: string
  content_hash: string
  /** As JSON text: it is hashed byte for byte. */
  parties: string | null
}

const unit = '\u001f'
const record = '\u001e'

export function sealOf<Row extends { id: string }, Line = never>(
  content: SealedContent<Row, Line>,
  row: Row,
  { lines = [], parties = null }: { lines?: readonly Line[]; parties?: string | null } = {},
): Seal {
  const head = [...writeFields(content.fields, row), ...(parties === null ? [] : [`parties=${parties}`])].join(unit)
  const body = lines.map(line => writeFields(content.lines!.fields, line).join(unit)).join(record)
  const content_hash = createHash('sha256').update(`${head}${record}${body}`).digest('hex')
  return { object: content.object, document_id: row.id, content_hash, parties }
}

function writeFields<Row>(fields: Fields<Row>, row: Row): string[] {
  const parts: string[] = []
  for (const [name, kind] of Object.entries(fields) as [keyof Row & string, SealedField][]) {
    const value = row[name]
    if (value === null || value === undefined) continue
    const text = kind === 'text' ? String(value) : withoutZeros(String(value))
    if (kind !== 'amount' || text !== '0') parts.push(`${name}=${text}`)
  }
  return parts
}

/** `1.500` as `1.5`, without the cost of a decimal: a document may have hundreds of lines. */
const withoutZeros = (text: string): string => {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '-0' ? '0' : short
}

/** The hash of the row `r` and its lines in SQL; `s` is its seal. */
export function hashInSql<Row, Line>({ fields, lines }: SealedContent<Row, Line>): string {
  const head = `concat_ws(chr(31), ${expressions(fields, 'r')}, 'parties=' || s.parties::text)`
  const body = lines
    ? `coalesce((
         select string_agg(concat_ws(chr(31), ${expressions(lines.fields, 'l')}), chr(30) order by l.${lines.order})
           from ${lines.table} l
          where l.book_id = r.book_id and l.${lines.owner} = r.id), '')`
    : `''`
  return `encode(sha256(convert_to(${head} || chr(30) || ${body}, 'UTF8')), 'hex')`
}

const expressions = (fields: object, alias: string): string =>
  (Object.entries(fields) as [string, SealedField][])
    .map(([name, kind]) => {
      const column = `${alias}.${name}`
      const value = { text: column, decimal: `trim_scale(${column})`, amount: `nullif(trim_scale(${column}), 0)` }[kind]
      return `'${name}=' || ${value}::text`
    })
    .join(', ')

export const sealInvariant = <Row, Line>(content: SealedContent<Row, Line>): Invariant => ({
  id: `${content.table}.keep_what_they_said`,
  meaning: 'What is posted carries a seal, and its content is still the one that was sealed.',
  broken: sql`
    select r.book_id, r.id, s.content_hash
      from ${raw(content.table)} r
      left join document_seals s on s.book_id = r.book_id and s.document_id = r.id
     where (s.document_id is null and ${raw(content.isPosted)})
        or (s.document_id is not null and ${raw(content.isOpen)})
        or s.content_hash <> ${raw(hashInSql(content))}`,
})

interface Sealed {
  at: { bookId: string; now: Instant }
  seal: Seal
}

const sealColumns = { ...ofBook, document_id: 'uuid', object: 'text', content_hash: 'text', parties: 'text' }

/** Part of a posting statement, or one of its own. */
export const sealsInsert = (all: readonly Sealed[]): Sql => sql`
  insert into document_seals as t (book_id, document_id, object, content_hash, parties, sealed_by, sealed_at)
  select s.book_id, s.document_id, s.object, s.content_hash, s.parties::json, 'posting', s.now
    from ${oneOfEach(
      all.map(({ at, seal }) => ({ ...inBook(at), ...seal })),
      sealColumns,
    )}
      on conflict (book_id, document_id) do update
     set content_hash = excluded.content_hash,
         parties = excluded.parties`

export const saveSeal = (tx: Tx, at: { bookId: string; now: Instant }, seal: Seal): void =>
  tx.send(forMany(sealsInsert, { at, seal }))

/** A document that is a draft again may change again. */
export const breakSeal = (tx: Tx, bookId: string, documentId: string): void =>
  tx.send(sql`delete from document_seals where book_id = ${bookId} and document_id = ${documentId}`)

/** What the papers of a posted document say of others, as JSON text; null of a draft. */
export async function findParties(db: Queryable, bookId: string, documentId: string): Promise<string | null> {
  const row = await db.maybe<{ parties: string | null }>(sql`
    select parties::text as parties
      from document_seals
     where book_id = ${bookId} and document_id = ${documentId}`)
  return row?.parties ?? null
}
