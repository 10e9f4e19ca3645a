/** The states of an inventory count. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { countStatuses } from './schema.ts'

export const countWorkflow = defineWorkflow({
  object: 'inventory_count',
  states: countStatuses,
  initial: 'draft',
  actions: {
    start: {
      from: ['draft'],
      to: 'running',
      summary: 'Locks the warehouse and notes what is expected of each item at the end of the day of the count.',
      errors: ['conflict'],
    },
    finish: {
      from: ['running'],
      to: 'closed',
      summary:
        'Posts what is missing as one issue and what is too much as one receipt, on the day of the count, and unlocks ' +
        'the warehouse. Lines that were not counted change nothing. Refused when documents after that day used what is ' +
        'missing.',
      errors: ['excise_reported', 'conflict'],
    },
    cancel: {
      from: ['running'],
      to: 'cancelled',
      summary: 'Unlocks the warehouse and posts nothing.',
      errors: [],
    },
  },
})
