/** SQL of workflow steps. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { raw, sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../db/table.ts'
import type { HoldingStep } from '../../../kernel/steps.ts'
import type { Instant } from '../../../lib/instants.ts'
import { writtenJson } from '../definitions/store.ts'
import type { AnyObject, StepKind, StepOutcome, StepStatus } from './schema.ts'

export const stepTable = defineTable({
  name: 'workflow_steps',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    run_id: column.uuid(),
    definition_code: column.text(),
    definition_name: column.text(),
    sort_order: column.integer(),
    key: column.text(),
    title: column.text(),
    kind: column.text<StepKind>(),
    status: column.text<StepStatus>(),
    document_object: column.text(),
    document_id: column.uuid(),
    blocks: column.texts(),
    role: column.text(),
    after_keys: column.texts(),
    open_after: column.integer(),
    call_mode: orNull(column.text<'auto' | 'manual'>()),
    timeout_seconds: orNull(column.integer()),
    params: orNull(writtenJson<AnyObject>()),
    shown_document: writtenJson<AnyObject>(),
    result: orNull(writtenJson<AnyObject>()),
    outcome: orNull(column.text<StepOutcome>()),
    note: orNull(column.text()),
    called_at: orNull(column.instant()),
    deadline_at: orNull(column.instant()),
    handed_over_at: orNull(column.instant()),
    completed_at: orNull(column.instant()),
    completed_by_type: orNull(column.text<'api_key' | 'user'>()),
    completed_by_id: orNull(column.uuid()),
    is_over: column.boolean(),
  },
})
export type Step = RowOf<typeof stepTable>

const isOpen = raw(`(r.status in ('pending', 'called', 'waiting_external', 'handed_over'))`)

/** In the order of their runs. */
export const listHoldingSteps = (
  db: Queryable,
  bookId: string,
  { id, action }: { id: string; action: string },
): Promise<HoldingStep[]> =>
  db.many(sql`
    select 'workflow_step' as object, r.id, r.key, r.status, r.outcome
      from workflow_steps r
     where r.book_id = ${bookId} and r.document_id = ${id} and ${action} = any (r.blocks)
       and (${isOpen} or (r.outcome = 'rejected' and not r.is_over))
     order by r.created_at, r.run_id, r.sort_order`)

/** Those that wait for this step of their run. */
export const listWaitingFor = (db: Queryable, bookId: string, { run_id, key }: Step): Promise<Step[]> =>
  stepTable.all(db, bookId, {
    condition: sql`r.run_id = ${run_id} and ${key} = any (r.after_keys) and r.status = 'pending'`,
    order: 'sort_order',
  })

/** Open ones are cancelled; a rejection is left behind. */
export async function cancelSteps(tx: Tx, at: { bookId: string; now: Instant }, documentId: string): Promise<void> {
  await tx.run(sql`
    update workflow_steps r
       set is_over = true,
           status = case when ${isOpen} then 'cancelled' else r.status end,
           version = r.version + ${isOpen}::integer,
           updated_at = case when ${isOpen} then ${at.now}::timestamptz else r.updated_at end
     where r.book_id = ${at.bookId} and r.document_id = ${documentId} and not r.is_over
       and (${isOpen} or r.outcome = 'rejected')`)
}

/** What people have to do: their own steps, once those before are done, and what was handed over. */
export const isTaskNow = sql`(r.status = 'handed_over' or (r.kind = 'person' and r.status = 'pending' and r.open_after = 0))`

export const listTasks = (db: Queryable, bookId: string): Promise<Step[]> =>
  stepTable.all(db, bookId, { condition: isTaskNow, order: 'id' })

/** Books with deadlines that passed, on any node's watch; those of a sandbox pass by its own clock. */
export const listDueBooks = async (db: Queryable, now: Instant): Promise<string[]> =>
  (
    await db.many<{ book_id: string }>(sql`
      select distinct book_id
        from ((select book_id
                 from workflow_steps
                where status in ('called', 'waiting_external') and deadline_at <= ${now}::timestamptz
                order by deadline_at
                limit 10000)
              union all
              (select s.book_id
                 from books b
                 join workflow_steps s on s.book_id = b.id
                where b.clock_ahead_seconds > 0
                  and s.status in ('called', 'waiting_external')
                  and s.deadline_at <= ${now}::timestamptz + b.clock_ahead_seconds * interval '1 second'
                limit 10000)) due`)
  ).map(({ book_id }) => book_id)

export type HandedOver = Pick<Step, 'id' | 'key' | 'title' | 'role' | 'definition_name' | 'shown_document'>

/** Hands over what is due in this book and still open, the earliest first; the book is taken. */
export const handOverDue = (tx: Tx, at: { bookId: string; now: Instant }, most: number): Promise<HandedOver[]> =>
  tx.many(sql`
    update workflow_steps r
       set status = 'handed_over',
           handed_over_at = ${at.now},
           version = r.version + 1,
           updated_at = ${at.now}
      from (select id
              from workflow_steps
             where book_id = ${at.bookId} and status in ('called', 'waiting_external')
               and deadline_at <= ${at.now}::timestamptz
             order by deadline_at
             limit ${most}) due
     where r.book_id = ${at.bookId} and r.id = due.id
    returning r.id, r.key, r.title, r.role, r.definition_name, r.shown_document`)
