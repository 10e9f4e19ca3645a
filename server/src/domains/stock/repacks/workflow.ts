/** The states of a repack. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { repackStatuses } from './schema.ts'

export const repackWorkflow = defineWorkflow({
  object: 'repack',
  states: repackStatuses,
  initial: 'draft',
  actions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      summary: 'Posts both documents; the cost of what goes in is shared by what comes out.',
      errors: ['inventory_locked', 'excise_reported', 'reserved_by_other', 'conflict'],
    },
    cancel: {
      from: ['confirmed'],
      to: 'cancelled',
      summary: 'Takes both documents back. Refused when something of what came out was already issued.',
      errors: ['inventory_locked', 'excise_reported', 'receipt_has_allocations'],
    },
  },
})
