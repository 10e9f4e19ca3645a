/** What always holds of attachments and the inbox, in SQL. Each statement must return no row. */
import { sql } from '../../db/sql.ts'
import type { Invariant } from '../../kernel/verify.ts'

export const fileInvariants: readonly Invariant[] = [
  {
    id: 'attachments.bytes_are_counted',
    meaning: 'The bytes a book holds against its quota are the sum of its attachments.',
    broken: sql`
      select b.id as book_id, b.stored_bytes, coalesce(sum(a.file_size), 0) as held
        from books b
        left join attachments a on a.book_id = b.id
       group by b.id, b.stored_bytes
      having b.stored_bytes <> coalesce(sum(a.file_size), 0)`,
  },
  {
    id: 'attachments.of_finished_uploads',
    meaning: 'A finished upload became the attachment it names, with the announced size.',
    broken: sql`
      select u.book_id, u.id, u.path, u.attachment_id
        from uploads u
        left join attachments a on a.book_id = u.book_id and a.id = u.attachment_id
       where u.attachment_id is not null
         and (a.id is null or a.path <> u.path or a.file_size <> u.file_size)`,
  },
  {
    id: 'inbox.outcomes_are_whole',
    meaning: 'An imported submission names its invoice, a rejected one its reason.',
    broken: sql`
      select book_id, id, outcome, received_invoice_id, reason
        from inbox_submissions
       where (outcome = 'isdoc_imported' and received_invoice_id is null)
          or (outcome = 'isdoc_rejected') <> (reason is not null)`,
  },
]
