/** SQL of the inbox: what came, and what it refuses. */
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { only, type Table, upsertRows } from '../../../db/upsert.ts'
import type { ImportWarning } from '../../finance/received-invoices/warnings.ts'
import type { outcomes, submissionStatuses } from './schema.ts'

interface SubmissionColumns {
  id: string
  version: number
  status: (typeof submissionStatuses)[number]
  outcome: (typeof outcomes)[number]
  attachment_id: string
  received_invoice_id: string | null
  /** In hexadecimal. */
  sha256: string
  reason: string | null
  note: string | null
  is_duplicate: boolean
  sender: string
  warnings: ImportWarning[]
}

export interface SubmissionRow extends SubmissionColumns, Listed {
  file_name: string
}

const columns = sql`r.id, r.version, r.status, r.outcome, r.attachment_id, a.file_name, r.received_invoice_id,
  encode(r.sha256, 'hex') as sha256, r.reason, r.note, r.is_duplicate, r.sender, r.created_at, r.updated_at, r.warnings`
const withFile = sql`inbox_submissions r
  join attachments a on a.book_id = r.book_id and a.id = r.attachment_id`

export const findSubmission = (db: Queryable, bookId: string, id: string): Promise<SubmissionRow | undefined> =>
  db.maybe(sql`select ${columns} from ${withFile} where r.book_id = ${bookId} and r.id = ${id}`)

/** The first time these bytes were taken. What was rejected may come again: the reason may be gone. */
export const findFirstOfBytes = (db: Queryable, bookId: string, sha256: string): Promise<SubmissionRow | undefined> =>
  db.maybe(sql`
    select ${columns} from ${withFile}
     where r.book_id = ${bookId} and r.sha256 = decode(${sha256}, 'hex') and r.outcome <> 'isdoc_rejected'
     order by r.created_at
     limit 1`)

export const listSubmissions = (
  db: Queryable,
  bookId: string,
  where: Sql[],
  page: PageRequest,
): Promise<Page<SubmissionRow>> => selectPage(db, { bookId, columns, from: withFile, where }, page)

const table: Table<SubmissionColumns> = {
  name: 'inbox_submissions',
  columns: {
    id: 'uuid',
    version: 'integer',
    status: 'text',
    outcome: 'text',
    attachment_id: 'uuid',
    received_invoice_id: 'uuid',
    sha256: 'bytea',
    reason: 'text',
    note: 'text',
    is_duplicate: 'boolean',
    sender: 'text',
    warnings: 'jsonb',
  },
}

/** New or changed. */
export const saveSubmission = (tx: Tx, bookId: string, submission: SubmissionRow): Promise<void> =>
  upsertRows(tx, table, { bookId, now: submission.updated_at }, [
    only(table, { ...submission, sha256: `\\x${submission.sha256}` }),
  ])

export const blockKinds = ['sender', 'file'] as const

/** What the inbox refuses: a sender by e-mail, a file by its SHA-256 in hexadecimal. */
export interface InboxBlockRow {
  id: string
  kind: (typeof blockKinds)[number]
  value: string
  note: string | null
  is_active: boolean
}

export const inboxBlockTable: Table<InboxBlockRow> = {
  name: 'inbox_blocks',
  columns: { id: 'uuid', kind: 'text', value: 'text', note: 'text', is_active: 'boolean' },
}

export const listInboxBlocks = (db: Queryable, bookId: string): Promise<InboxBlockRow[]> =>
  db.many(sql`
    select id, kind, value, note, is_active
      from inbox_blocks
     where book_id = ${bookId}
     order by kind, value`)

export async function isBlocked(
  db: Queryable,
  bookId: string,
  { sender, sha256 }: { sender: string; sha256: string },
): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1
      from inbox_blocks
     where book_id = ${bookId} and is_active
       and ((kind = 'sender' and value = lower(${sender})) or (kind = 'file' and value = ${sha256}))`)
  return row !== undefined
}
