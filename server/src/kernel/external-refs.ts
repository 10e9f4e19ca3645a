/** The callers' own identifiers: one namespace per book and family. */
import { locationOf } from '../contract/locations.ts'
import { problem } from '../contract/problems.ts'
import type { ExternalRef } from '../contract/schema.ts'
import type { Queryable } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { WriteContext } from './context.ts'

/** A namespace of references; several kinds of records may share one. */
export type Family = string

export interface ReferencedRecord {
  object: string
  object_id: string
}

export const findByReference = (
  db: Queryable,
  bookId: string,
  { family, ref }: { family: Family; ref: ExternalRef },
): Promise<ReferencedRecord | undefined> =>
  db.maybe(sql`
    select object, object_id
      from external_refs
     where book_id = ${bookId} and family = ${family} and system = ${ref.system} and ref_id = ${ref.id}`)

/** The filter `external_ref=<system>:<id>` of a list; it splits at the first colon. */
export function carriesReference(bookId: string, family: Family, text: string): Sql {
  const colon = text.indexOf(':')
  return sql`r.id = (
    select object_id
      from external_refs
     where book_id = ${bookId} and family = ${family}
       and system = ${text.slice(0, colon)} and ref_id = ${text.slice(colon + 1)})`
}

/**
 * The id of the record to return instead of creating one; undefined when the reference is free or absent.
 * A taken reference without `on_conflict=return`, or of another kind of record, is refused.
 */
export async function resolveReference(
  ctx: WriteContext,
  wanted: { family: Family; object: string; ref: ExternalRef | undefined; onConflict: 'return' | undefined },
): Promise<string | undefined> {
  const { family, ref } = wanted
  if (!ref) return undefined
  const taken = await findByReference(ctx.tx, ctx.account.book.id, { family, ref })
  if (!taken) return undefined
  if (wanted.onConflict === 'return' && taken.object === wanted.object) return taken.object_id
  throw problem('external_ref_conflict', {
    existing_id: taken.object_id,
    headers: { Location: locationOf(taken.object, taken.object_id) },
  })
}

export async function claimReference(
  ctx: WriteContext,
  ref: ExternalRef | undefined,
  record: ReferencedRecord & { family: Family },
): Promise<void> {
  if (!ref) return
  ctx.tx.send(sql`
    insert into external_refs (book_id, family, system, ref_id, object, object_id)
    values (${ctx.account.book.id}, ${record.family}, ${ref.system}, ${ref.id}, ${record.object}, ${record.object_id})`)
}
