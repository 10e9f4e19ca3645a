/** The states of a repack. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { levelEffects, moveEffects } from '../levels/effects.ts'
import { repackStatuses } from './schema.ts'

export const repackWorkflow = defineWorkflow({
  object: 'repack',
  states: repackStatuses,
  initial: 'draft',
  actions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      emits: ['stock_issue.confirmed', 'goods_receipt.confirmed', 'stock_level.changed'],
      effects: moveEffects,
      summary: 'Posts both documents; the outputs share the cost of the inputs.',
      errors: ['inventory_locked', 'excise_reported', 'reserved_by_other', 'conflict'],
    },
    cancel: {
      from: ['confirmed'],
      to: 'cancelled',
      emits: ['goods_receipt.cancelled', 'stock_issue.cancelled', 'stock_level.changed'],
      effects: levelEffects,
      summary: 'Reverses both documents. Refused once any of the output was issued.',
      errors: ['inventory_locked', 'excise_reported', 'receipt_has_allocations'],
    },
  },
})
