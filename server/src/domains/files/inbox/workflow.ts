/** The states of a submission to the inbox. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { RejectBody, SortBody, submissionStatuses } from './schema.ts'

export const submissionWorkflow = defineWorkflow({
  object: 'inbox_submission',
  states: submissionStatuses,
  initial: 'waiting',
  alsoCreatedIn: ['sorted'],
  actions: {
    sort: {
      from: ['waiting'],
      to: 'sorted',
      summary: 'Marks the file as dealt with and names the record it belongs to.',
      errors: [],
      body: SortBody,
    },
    reject: {
      from: ['waiting'],
      to: 'rejected',
      summary: 'Puts the file aside with the reason; it stays attached to the submission.',
      errors: [],
      body: RejectBody,
    },
  },
})
