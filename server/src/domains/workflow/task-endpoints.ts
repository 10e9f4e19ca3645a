/** /tasks: the steps that wait for a person, for the person who may do them. */
import { Shape, type Static } from '../../contract/schema.ts'
import { sql } from '../../db/sql.ts'
import { rowOfPath } from '../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint, type PrepareContext } from '../../kernel/endpoint.ts'
import { defineList } from '../../kernel/list.ts'
import { shownTo, workflowSteps } from './steps/document.ts'
import { resultErrors } from './steps/rules.ts'
import { CompleteBody, WorkflowStep } from './steps/schema.ts'
import { isTaskNow, type Step, stepTable } from './steps/store.ts'
import { completeTaskOf, doesAll, refuseOthers } from './tasks.ts'

/** No right is asked for: the role says whose task it is, and nobody sees more of a document than elsewhere. */
const access = { scopes: [], persons: 'all' } as const

const stepOfPath = rowOfPath(workflowSteps)

const filters = Shape({})

const list = defineList<Static<typeof filters>, WorkflowStep, Step>({
  id: 'tasks.list',
  path: '/tasks',
  summary: 'List the tasks of the person',
  description: 'Those of their role; owners and admins see those of everybody.',
  access,
  filters,
  record: WorkflowStep,
  select({ db, account, caller }, { where }, page) {
    const { role } = caller.owner
    const own = doesAll(role) ? [] : [sql`r.role = ${role}`]
    return stepTable.page(db, { bookId: account.book.id, where: [isTaskNow, ...own, ...where] }, page)
  },
  view: (row, { account, caller }) => ({ ...workflowSteps.show(row, account.book.isLive), ...shownTo(caller, row) }),
})

const get = defineEndpoint({
  id: 'tasks.get',
  method: 'GET',
  path: '/tasks/{id}',
  summary: 'Show a task',
  description: 'Also a step that is no task yet, or no longer.',
  access,
  returns: { status: 200, schema: WorkflowStep, etag: true },
  errors: [],
  record: stepOfPath,
  handle({ record }, ctx) {
    refuseOthers(ctx.caller.owner, record)
    return workflowSteps.reply(record, ctx)
  },
})

const whoseTurn = async (_input: unknown, { caller }: PrepareContext) => ({ ready: caller.owner })

const complete = defineEndpoint({
  id: 'tasks.actions.complete',
  method: 'POST',
  path: '/tasks/{id}/actions/complete',
  summary: 'Complete a task',
  description: 'In the name of the person. Steps that waited for it go on; a rejected one holds its document back.',
  access,
  body: CompleteBody,
  bodyErrors: resultErrors,
  returns: { status: 200, schema: WorkflowStep, etag: true },
  errors: ['invalid_transition', 'stale_version'],
  record: stepOfPath,
  prepare: whoseTurn,
  async handle({ body, record, ready: person }, ctx) {
    const after = await completeTaskOf(ctx, { stepId: record.id, person }, body)
    return workflowSteps.reply(after, ctx)
  },
})

export const taskEndpoints: readonly Endpoint[] = [list, get, complete]
