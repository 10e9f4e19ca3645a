/** Workflow steps as the kernel knows them. */
import { readScopeOfObject } from '../../../contract/events.ts'
import type { ReadContext, RecordContext, WriteContext } from '../../../kernel/context.ts'
import { defineDocument } from '../../../kernel/document.ts'
import { type Holder, holdsOneOf } from '../../../kernel/rights.ts'
import { isDriven, refusalOf } from './rules.ts'
import { WorkflowStep } from './schema.ts'
import { type Step, stepTable } from './store.ts'
import { stepWorkflow } from './workflow.ts'

const access = { scopes: ['workflow:write'] } as const

export const workflowSteps = defineDocument({
  object: 'workflow_step',
  id: 'workflowSteps',
  path: '/workflow-steps',
  name: 'a workflow step',
  many: 'workflow steps',
  access: { read: access, write: access },
  workflow: stepWorkflow,
  table: stepTable,
  listed: WorkflowStep,
  detail: WorkflowStep,
  view: step => ({
    run_id: step.run_id,
    definition: { code: step.definition_code, name: step.definition_name },
    key: step.key,
    title: step.title,
    kind: step.kind,
    status: step.status,
    document: { object: step.document_object as WorkflowStep['document']['object'], id: step.document_id },
    blocks: step.blocks,
    role: step.role,
    payload: payloadOf(step),
    result: step.result,
    outcome: step.outcome,
    note: step.note,
    called_at: step.called_at,
    deadline_at: step.deadline_at,
    handed_over_at: step.handed_over_at,
    completed_at: step.completed_at,
    completed_by: step.completed_by_id === null ? null : { type: step.completed_by_type!, id: step.completed_by_id },
  }),
  extras: async (step, ctx) => shownTo(holderOf(ctx), step),
  guards: step => ({ call: isDriven(step), wait: isDriven(step), complete: isDriven(step), hand_over: isDriven(step) }),
  refuses: refusalOf,
})

const payloadOf = ({ params, shown_document }: Step): WorkflowStep['payload'] => ({
  params: params ?? {},
  document: shown_document,
})

/** Nobody for the service itself. */
const holderOf = (ctx: RecordContext): Holder | undefined =>
  'caller' in ctx ? (ctx as ReadContext).caller : (ctx as WriteContext).holder

/** Whoever may not read the document does not read it here. */
export function shownTo(holder: Holder | undefined, step: Step): Pick<WorkflowStep, 'payload'> {
  const mayRead = !holder || holdsOneOf(holder, [readScopeOfObject(step.document_object, holder.tenant.modules)])
  const payload = payloadOf(step)
  return { payload: mayRead ? payload : { ...payload, document: null, redacted: true } }
}
