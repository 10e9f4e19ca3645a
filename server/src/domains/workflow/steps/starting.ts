/** Steps made by an action of a document, in its transaction, and ended with the document. */
import type { WriteContext } from '../../../kernel/context.ts'
import { theHouse } from '../../../kernel/domain.ts'
import type { DocumentSteps } from '../../../kernel/steps.ts'
import { newId } from '../../../lib/ids.ts'
import { meets } from '../definitions/conditions.ts'
import type { StepEntry } from '../definitions/schema.ts'
import { type Definition, listStarted } from '../definitions/store.ts'
import { workflowSteps } from './document.ts'
import { isTask, later } from './rules.ts'
import { cancelSteps, listHoldingSteps, type Step, stepTable } from './store.ts'
import { tellOfTasks } from './telling.ts'

type Started = Parameters<DocumentSteps['start']>[1]

export const stepsOfDocuments: DocumentSteps = {
  listHolding: listHoldingSteps,
  start: startRuns,
  end: (ctx, { id }) => cancelSteps(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, id),
}

async function startRuns(ctx: WriteContext, { action, state, record }: Started): Promise<void> {
  // Nobody waits for what is cancelled.
  if (state === 'cancelled') return
  const bookId = ctx.account.book.id
  const started = await listStarted(ctx.tx, bookId, { document: record.object, action, state })
  const { listed } = theHouse().documentOf(record.object)!
  const fitting = started.filter(({ conditions }) => meets(listed, record, conditions))
  const steps = fitting.flatMap(definition => newRun(ctx, definition, record))
  if (steps.length === 0) return
  await stepTable.insert(ctx.tx, { bookId, now: ctx.now }, steps)
  for (const step of steps.filter(({ status }) => status === 'called'))
    workflowSteps.emit(ctx, step, { name: 'step_called' })
  await tellOfTasks(ctx, steps.filter(isTask))
}

function newRun(ctx: WriteContext, definition: Definition, record: Started['record']): Step[] {
  const run_id = newId()
  return definition.steps.map((entry, index) => ({
    ...blank,
    ...entryOf(ctx, entry),
    id: newId(),
    run_id,
    definition_code: definition.code,
    definition_name: definition.name,
    sort_order: index + 1,
    document_object: record.object,
    document_id: record.id,
    shown_document: record,
    created_at: ctx.now,
    updated_at: ctx.now,
  }))
}

const blank = {
  version: 1,
  result: null,
  outcome: null,
  note: null,
  handed_over_at: null,
  completed_at: null,
  completed_by_type: null,
  completed_by_id: null,
  is_over: false,
}

function entryOf(ctx: WriteContext, { key, title, kind, after = [], blocks = [], role = 'admin', ...call }: StepEntry) {
  const isCalled = kind === 'external' && call.call === 'auto' && after.length === 0
  return {
    key,
    title,
    kind,
    blocks,
    role,
    after_keys: after,
    open_after: after.length,
    call_mode: call.call ?? null,
    timeout_seconds: call.timeout_seconds ?? null,
    params: call.params ?? null,
    status: isCalled ? ('called' as const) : ('pending' as const),
    called_at: isCalled ? ctx.now : null,
    deadline_at: isCalled ? later(ctx.now, call.timeout_seconds!) : null,
  }
}
