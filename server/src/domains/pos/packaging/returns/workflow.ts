/** The states of a packaging return: it stands from the beginning, and may be cancelled. */
import { defineWorkflow } from '../../../../contract/workflow.ts'
import { returnEffects } from './effects.ts'
import { returnStatuses } from './schema.ts'

export const returnWorkflow = defineWorkflow({
  object: 'packaging_return',
  states: returnStatuses,
  initial: 'confirmed',
  actions: {
    cancel: {
      from: ['confirmed'],
      to: 'cancelled',
      emits: ['goods_receipt.cancelled', 'cashflow.cancelled', 'stock_level.changed'],
      effects: returnEffects,
      summary:
        'The empties leave stock again, the pieces are owed again, and what was paid out is taken back. Not open once ' +
        'the session of a refund in cash is closed; refused once the empties were issued.',
      errors: ['receipt_has_allocations', 'inventory_locked', 'excise_reported', 'insufficient_scope'],
    },
  },
})
