/** Workflow steps: read and driven by external systems. */
import { Type } from 'typebox'
import { OneOf, Shape, SomeOf, type Static, Uuid } from '../../../contract/schema.ts'
import { steppedDocuments } from '../../../contract/steps.ts'
import { sql } from '../../../db/sql.ts'
import { documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, is, isAnyOf } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { stepActions } from './actions.ts'
import { shownTo, workflowSteps } from './document.ts'
import { stepKinds, stepStatuses, WorkflowStep } from './schema.ts'
import { isTaskNow, type Step, stepTable } from './store.ts'

const filters = Shape({
  status: Type.Optional(SomeOf(stepStatuses)),
  kind: Type.Optional(OneOf(stepKinds)),
  is_task: Type.Optional(Type.Boolean({ description: 'Waits for a person now.' })),
  document_object: Type.Optional(OneOf(steppedDocuments)),
  document_id: Type.Optional(Uuid),
  definition: Type.Optional(Type.String({ description: 'The code of its definition.' })),
  run_id: Type.Optional(Uuid),
})
type Filters = Static<typeof filters>

const list = defineList<Filters, WorkflowStep, Step>({
  id: 'workflowSteps.list',
  path: '/workflow-steps',
  summary: 'List workflow steps',
  description: 'What actions of documents have started; definitions are kept in the settings of the account.',
  access: workflowSteps.access.read,
  filters,
  record: WorkflowStep,
  select(ctx, { filters: asked, where }, page) {
    const conditions = conditionsOf<Filters>(asked, {
      status: isAnyOf(sql`r.status`),
      kind: is(sql`r.kind`),
      is_task: isTask => sql`${isTaskNow} = ${isTask}`,
      document_object: is(sql`r.document_object`),
      document_id: is(sql`r.document_id`),
      definition: is(sql`r.definition_code`),
      run_id: is(sql`r.run_id`),
    })
    return stepTable.page(ctx.db, { bookId: ctx.account.book.id, where: [...where, ...conditions] }, page)
  },
  view: (row, ctx) => ({ ...workflowSteps.show(row, ctx.account.book.isLive), ...shownTo(ctx.caller, row) }),
})

export const stepEndpoints: readonly Endpoint[] = [list, ...documentReads(workflowSteps), ...stepActions.endpoints]
