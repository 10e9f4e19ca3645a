/** What always holds between stock and batches, in SQL. Each statement must return no row. */
import { sql } from '../../../db/sql.ts'
import type { Invariant } from '../../../kernel/verify.ts'

export const productionInvariants: readonly Invariant[] = [
  {
    id: 'production.documents_are_entries',
    meaning:
      'What a confirmed production document moved stands in the ledger of its batch at the same value, and nothing ' +
      'else stands there for a document.',
    broken: sql`
      select coalesce(d.book_id, e.book_id) as book_id, coalesce(d.id, e.document_id) as document_id, d.value,
             e.value as in_ledger
        from (select book_id, id, batch_id,
                     case movement_type when 'issue' then total_cost
                       else least(additional_cost, total_cost) - total_cost end as value
                from stock_documents
               where status = 'confirmed' and batch_id is not null
                 and (movement_type, movement_purpose) in (('issue', 'production_out'), ('receipt', 'production_in'))) d
        full join (select book_id, document_id, batch_id, sum(value) as value
                     from batch_entries
                    where document_id is not null and not is_undone and reverses_id is null
                    group by book_id, document_id, batch_id) e
          on e.book_id = d.book_id and e.document_id = d.id and e.batch_id = d.batch_id
       where d.value is distinct from e.value`,
  },
  {
    id: 'production.runs_own_their_documents',
    meaning: 'A document of a packaging run belongs to a run that is there, and is never a draft.',
    broken: sql`
      select d.book_id, d.id, d.status
        from stock_documents d
        left join packaging_runs r on r.book_id = d.book_id and r.id = d.packaging_run_id
       where d.packaging_run_id is not null and (r.id is null or d.status = 'draft')`,
  },
]
