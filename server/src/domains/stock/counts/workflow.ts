/** The states of an inventory count. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { moveEffects } from '../levels/effects.ts'
import { countStatuses } from './schema.ts'

export const countWorkflow = defineWorkflow({
  object: 'inventory_count',
  states: countStatuses,
  initial: 'draft',
  actions: {
    start: {
      from: ['draft'],
      to: 'running',
      summary: 'Locks the warehouse and records the expected quantity of each item at the end of the day of the count.',
      errors: ['conflict'],
    },
    finish: {
      from: ['running'],
      to: 'closed',
      emits: [
        'stock_issue.created',
        'stock_issue.confirmed',
        'goods_receipt.created',
        'goods_receipt.confirmed',
        'stock_level.changed',
      ],
      effects: moveEffects,
      summary:
        'Posts shortages as one issue and surpluses as one receipt, dated on the day of the count, and unlocks ' +
        'the warehouse. Uncounted lines change nothing. Refused when documents after that day used the missing ' +
        'stock.',
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
