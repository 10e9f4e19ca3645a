/** Workflow steps: what actions of documents wait for, done by external systems or by people. */
import { type Domain, defineDomain } from '../../kernel/domain.ts'
import { fill } from '../../kernel/slots.ts'
import { documentSteps } from '../../kernel/steps.ts'
import { workflowDefinitions } from './definitions/settings.ts'
import { saveWatched } from './definitions/store.ts'
import { handOverSteps } from './steps/deadlines.ts'
import { stepEndpoints } from './steps/endpoints.ts'
import { stepInvariants } from './steps/invariants.ts'
import { stepsOfDocuments } from './steps/starting.ts'
import { stepWorkflow } from './steps/workflow.ts'
import { taskEndpoints } from './task-endpoints.ts'

/** Steps may be about documents of any of these domains. */
export const workflowOf = (domains: readonly Domain[]): Domain =>
  defineDomain({
    name: 'workflow',
    after: ['accounts', 'mails', ...domains.map(({ name }) => name)],
    records: [{ object: 'workflow_step', path: '/workflow-steps', table: 'workflow_steps' }],
    tables: { workflow_definitions: 'record', workflow_steps: 'record' },
    endpoints: [...stepEndpoints, ...taskEndpoints],
    workflows: [stepWorkflow],
    invariants: stepInvariants(domains),
    settings: [workflowDefinitions],
    fills: [fill(documentSteps, stepsOfDocuments)],
    beforeReset: (tx, bookId) => saveWatched(tx, bookId, null),
    workers: [handOverSteps],
  })

export { completeTaskOf, listTasksOf } from './tasks.ts'
