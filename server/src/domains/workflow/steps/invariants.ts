/** What always holds of workflow steps, in SQL. Each statement must return no row. */
import { steppedDocuments } from '../../../contract/steps.ts'
import { join, raw, sql } from '../../../db/sql.ts'
import type { Domain } from '../../../kernel/domain.ts'
import type { Invariant } from '../../../kernel/verify.ts'

const open = raw(`('pending', 'called', 'waiting_external', 'handed_over')`)

/** The documents of these domains that are not cancelled. */
function goingOn(domains: readonly Domain[]) {
  const records = domains.flatMap(({ records: own = [] }) => own)
  const fieldOf = (object: string) =>
    domains.flatMap(({ workflows = [] }) => workflows).find(({ objects }) => objects.includes(object))!.field
  return records
    .filter(({ object }) => (steppedDocuments as readonly string[]).includes(object))
    .map(({ object, table, condition }) => {
      const own = condition ? raw(` and ${condition}`) : raw('')
      return sql`select ${object} as object, r.book_id, r.id from ${raw(table)} r
                  where r.${raw(fieldOf(object))} <> 'cancelled'${own}`
    })
}

export const stepInvariants = (domains: readonly Domain[]): readonly Invariant[] => [
  {
    id: 'workflow_steps.open_document',
    meaning: 'An open step has a document that is there and not cancelled.',
    broken: sql`
      select s.book_id, s.id, s.status, s.document_object, s.document_id
        from workflow_steps s
        left join (${join(goingOn(domains), ' union all ')}) d
          on d.book_id = s.book_id and d.object = s.document_object and d.id = s.document_id
       where s.status in ${open} and d.id is null`,
  },
  {
    id: 'workflow_steps.deadline',
    meaning: 'A step that was called or is waited for has a deadline.',
    broken: sql`
      select book_id, id, status
        from workflow_steps
       where status in ('called', 'waiting_external') and deadline_at is null`,
  },
  {
    id: 'workflow_steps.after_counted',
    meaning: 'A pending step counts the steps before it that are not completed with ok.',
    broken: sql`
      select s.book_id, s.id, s.open_after
        from workflow_steps s
       where s.status = 'pending'
         and s.open_after <> (
           select count(*)
             from workflow_steps e
            where e.book_id = s.book_id and e.run_id = s.run_id and e.key = any (s.after_keys)
              and e.outcome is distinct from 'ok')`,
  },
]
