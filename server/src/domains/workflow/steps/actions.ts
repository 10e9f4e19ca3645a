/** What external systems and people do with a step, and what follows from its completion. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { workflowSteps } from './document.ts'
import { isTask, later, resultErrors } from './rules.ts'
import type { CompleteBody } from './schema.ts'
import { listWaitingFor, type Step } from './store.ts'
import { tellOfTasks } from './telling.ts'

const called = (ctx: WriteContext, { timeout_seconds }: Step) => ({
  called_at: ctx.now,
  deadline_at: later(ctx.now, timeout_seconds!),
})

/** Whoever says nothing leaves what was noted when it was handed over. */
const completed = (ctx: WriteContext, step: Step, { outcome = 'ok', result, note }: CompleteBody) => ({
  outcome,
  result: result ?? null,
  note: note ?? step.note,
  completed_at: ctx.now,
  completed_by_type: ctx.actor.type as 'api_key' | 'user',
  completed_by_id: ctx.actor.id,
})

export const stepActions = documentActions(
  workflowSteps,
  {
    call: async (ctx, step) => ({ changes: called(ctx, step) }),
    wait: async (ctx, step, { timeout_seconds }) => ({
      changes: { deadline_at: later(ctx.now, timeout_seconds ?? step.timeout_seconds!) },
      isSilent: step.status === 'waiting_external',
    }),
    complete: async (ctx, step, body) => ({
      changes: completed(ctx, step, body),
      afterwards: after => goOn(ctx, after),
    }),
    hand_over: async (ctx, _step, { note }) => ({
      changes: { handed_over_at: ctx.now, note: note ?? null },
      afterwards: after => tellOfTasks(ctx, [after]),
    }),
  },
  { bodyErrors: { complete: resultErrors } },
)

/** Steps that waited for this one are a step nearer; those that waited for nothing else begin. */
async function goOn(ctx: WriteContext, done: Step): Promise<void> {
  if (done.outcome !== 'ok') return
  const begun: Step[] = []
  for (const step of await listWaitingFor(ctx.tx, ctx.account.book.id, done)) {
    const nearer = { ...step, open_after: step.open_after - 1 }
    const isCalled = nearer.open_after === 0 && nearer.call_mode === 'auto'
    begun.push(
      isCalled
        ? await moveAutomatically(ctx, workflowSteps, {
            row: nearer,
            to: 'called',
            changes: called(ctx, nearer),
            event: 'step_called',
          })
        : await workflowSteps.touch(ctx, nearer),
    )
  }
  await tellOfTasks(ctx, begun.filter(isTask))
}

/** A person completes a task; whether the person may is asked before. */
export async function completeTask(ctx: WriteContext, step: Step, body: CompleteBody): Promise<Step> {
  if (!isTask(step))
    throw problem('invalid_transition', {
      allowed_actions: workflowSteps.openActions(step),
      detail: 'It is not the task of a person now.',
    })
  const after = await moveAutomatically(ctx, workflowSteps, {
    row: step,
    to: 'completed',
    changes: completed(ctx, step, body),
  })
  await goOn(ctx, after)
  return after
}
