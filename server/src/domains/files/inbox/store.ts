/** SQL of the inbox: what came, and what it refuses. */

import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs } from '../../../db/table.ts'
import type { Table } from '../../../db/upsert.ts'
import type { ImportWarning } from '../../finance/index.ts'
import type { outcomes, submissionStatuses } from './schema.ts'

export const submissionTable = defineTable({
  name: 'inbox_submissions',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    status: column.text<(typeof submissionStatuses)[number]>(),
    outcome: column.text<(typeof outcomes)[number]>(),
    attachment_id: column.uuid(),
    received_invoice_id: orNull(column.uuid()),
    sha256: column.hex(),
    reason: orNull(column.text()),
    note: orNull(column.text()),
    is_duplicate: column.boolean(),
    sender: column.text(),
    warnings: column.json<ImportWarning[]>(),
  },
  computed: { file_name: readAs(column.text(), 'a.file_name') },
  joins: sql`join attachments a on a.book_id = r.book_id and a.id = r.attachment_id`,
})

export type SubmissionRow = RowOf<typeof submissionTable>

/** The first time these bytes were taken. What was rejected may come again: the reason may be gone. */
export const findFirstOfBytes = (db: Queryable, bookId: string, sha256: string): Promise<SubmissionRow | undefined> =>
  db.maybe(sql`
    select ${submissionTable.select}
      from ${submissionTable.from}
     where r.book_id = ${bookId} and r.sha256 = decode(${sha256}, 'hex') and r.outcome <> 'isdoc_rejected'
     order by r.created_at
     limit 1`)

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
