/** SQL of uploads and attachments. */
import { type Listed, type Page, type PageRequest, type Selection, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { raw, type Sql, sql } from '../../../db/sql.ts'
import { only, type Table, upsertRows } from '../../../db/upsert.ts'
import { carrierTable } from '../../../kernel/file-carriers.ts'
import { assert } from '../../../lib/assert.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { purposes } from './schema.ts'

interface Entity {
  entity_type: string | null
  entity_id: string | null
}

export interface UploadRow extends Entity {
  id: string
  path: string
  file_name: string
  mime_type: string
  file_size: number
  attachment_id: string | null
}

export async function insertUpload(
  tx: Tx,
  at: { bookId: string; now: Instant },
  { held, ...upload }: UploadRow & { held: Sql },
): Promise<void> {
  await tx.run(sql`
    insert into uploads (book_id, id, path, file_name, mime_type, file_size, entity_type, entity_id, created_at, held_until)
    values (${at.bookId}, ${upload.id}, ${upload.path}, ${upload.file_name}, ${upload.mime_type}, ${upload.file_size},
            ${upload.entity_type}, ${upload.entity_id}, ${at.now}, ${at.now}::timestamptz + ${held})`)
}

/** How long the bytes of an announcement count: when none came, and when they may lie in the storage. */
export const heldUnsent = sql`interval '1 hour'`
export const heldSent = sql`interval '24 hours'`

/** The bytes of uploads under way, but for one of them. */
export async function announcedBytes(
  db: Queryable,
  at: { bookId: string; now: Instant },
  except: string | undefined,
): Promise<number> {
  const row = await db.maybe<{ bytes: string }>(sql`
    select coalesce(sum(file_size), 0) as bytes
      from uploads
     where book_id = ${at.bookId}
       and attachment_id is null
       and held_until > ${at.now}
       and id is distinct from ${except ?? null}`)
  return Number(row!.bytes)
}

export async function findUpload(db: Queryable, bookId: string, path: string): Promise<UploadRow | undefined> {
  const row = await db.maybe<Omit<UploadRow, 'file_size'> & { file_size: string }>(sql`
    select id, path, file_name, mime_type, file_size, entity_type, entity_id, attachment_id
      from uploads
     where book_id = ${bookId} and path = ${path}`)
  return row && { ...row, file_size: Number(row.file_size) }
}

/** True for the first who asks: the address works once. Undefined when there is no such upload. */
export async function claimUpload(
  tx: Tx,
  at: { bookId: string; now: Instant },
  id: string,
): Promise<boolean | undefined> {
  const row = await tx.maybe<{ is_used: boolean }>(sql`
    select used_at is not null as is_used from uploads where book_id = ${at.bookId} and id = ${id}`)
  if (!row || row.is_used) return row && false
  await tx.run(sql`
    update uploads
       set used_at = ${at.now}, held_until = created_at + ${heldSent}
     where book_id = ${at.bookId} and id = ${id}`)
  return true
}

/** Nothing was kept of the bytes: they may be sent again. */
export const releaseUpload = (tx: Tx, bookId: string, id: string): Promise<number> =>
  tx.run(sql`
    update uploads
       set used_at = null, held_until = created_at + ${heldUnsent}
     where book_id = ${bookId} and id = ${id} and attachment_id is null`)

export const closeUpload = (
  tx: Tx,
  bookId: string,
  { id, attachmentId }: { id: string; attachmentId: string },
): Promise<number> =>
  tx.run(sql`update uploads set attachment_id = ${attachmentId} where book_id = ${bookId} and id = ${id}`)

export interface AttachmentRow extends Entity, Listed {
  path: string
  file_name: string
  mime_type: string
  file_size: number
  /** In hexadecimal. */
  sha256: string
  purpose: (typeof purposes)[number]
}

const columns = sql`r.id, r.path, r.file_name, r.mime_type, r.file_size::integer, encode(r.sha256, 'hex') as sha256,
  r.purpose, r.entity_type, r.entity_id, r.created_at, r.updated_at`
const from = sql`attachments r`

export const findAttachment = (db: Queryable, bookId: string, id: string): Promise<AttachmentRow | undefined> =>
  db.maybe(sql`select ${columns} from ${from} where r.book_id = ${bookId} and r.id = ${id}`)

export const listAttachments = (db: Queryable, of: Selection, page: PageRequest): Promise<Page<AttachmentRow>> =>
  selectPage(db, { ...of, columns, from }, page)

/** All files of one record, oldest first. */
export const listAttachmentsOf = (db: Queryable, bookId: string, entityId: string): Promise<AttachmentRow[]> =>
  db.many(sql`
    select ${columns} from ${from}
     where r.book_id = ${bookId} and r.entity_id = ${entityId}
     order by r.created_at, r.id`)

const table: Table<Omit<AttachmentRow, 'created_at' | 'updated_at'>> = {
  name: 'attachments',
  columns: {
    id: 'uuid',
    path: 'text',
    file_name: 'text',
    mime_type: 'text',
    file_size: 'bigint',
    sha256: 'bytea',
    purpose: 'text',
    entity_type: 'text',
    entity_id: 'uuid',
  },
}

/** New or changed. */
export const saveAttachment = (tx: Tx, bookId: string, attachment: AttachmentRow): Promise<void> =>
  upsertRows(
    tx,
    { bookId, now: attachment.updated_at },
    { table, rows: [only(table, { ...attachment, sha256: `\\x${attachment.sha256}` })] },
  )

export async function entityExists(
  db: Queryable,
  bookId: string,
  { type, id }: { type: string; id: string },
): Promise<boolean> {
  const carrier = carrierTable(type)
  assert(carrier, `${type} carries files`)
  const row = await db.maybe(sql`
    select 1 from ${raw(carrier.table)} r where book_id = ${bookId} and id = ${id} and ${carrier.condition}`)
  return row !== undefined
}

/** Uploads nobody finished, oldest first, of all books. */
export const listAbandonedUploads = (
  db: Queryable,
  before: Instant,
): Promise<{ book_id: string; id: string; path: string }[]> =>
  db.many(sql`
    select book_id, id, path
      from uploads
     where created_at < ${before}
     order by created_at
     limit 500`)

/** Says what became of it at the very moment it goes; undefined when it is gone already. */
export const deleteUpload = (
  db: Queryable,
  bookId: string,
  id: string,
): Promise<{ attachment_id: string | null } | undefined> =>
  db.maybe(sql`delete from uploads where book_id = ${bookId} and id = ${id} returning attachment_id`)

/** Those of the paths that some row of any book still names. */
export async function referredPaths(db: Queryable, paths: string[]): Promise<Set<string>> {
  const rows = await db.many<{ path: string }>(sql`
    select a.path
      from unnest(${paths}::text[]) as asked (path)
      join attachments a on a.path = asked.path and a.book_id = split_part(asked.path, '/', 2)::uuid
     union
    select u.path
      from unnest(${paths}::text[]) as asked (path)
      join uploads u on u.path = asked.path and u.book_id = split_part(asked.path, '/', 2)::uuid`)
  return new Set(rows.map(({ path }) => path))
}

/** The files of a book that is emptied; the sweep removes their bytes. */
export const discardFilesOf = (tx: Tx, bookId: string): Promise<number> =>
  tx.run(sql`
    insert into discarded_files (path)
    select path from attachments where book_id = ${bookId}
     union
    select path from uploads where book_id = ${bookId}
        on conflict (path) do nothing`)

export const listDiscardedFiles = (db: Queryable): Promise<{ path: string }[]> =>
  db.many(sql`select path from discarded_files order by discarded_at limit 500`)

export const forgetDiscardedFile = (db: Queryable, path: string): Promise<number> =>
  db.run(sql`delete from discarded_files where path = ${path}`)
