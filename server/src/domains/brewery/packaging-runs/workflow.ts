/** The states of a packaging run: a draft moves nothing, what it is confirmed with is taken back as a whole. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { levelEffects } from '../../stock/index.ts'
import { runEffects } from './effects.ts'
import { runStatuses } from './schema.ts'

export const runWorkflow = defineWorkflow({
  object: 'packaging_run',
  states: runStatuses,
  initial: 'draft',
  actions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      emits: [
        'goods_receipt.created',
        'goods_receipt.confirmed',
        'stock_issue.created',
        'stock_issue.confirmed',
        'stock_level.changed',
      ],
      effects: runEffects,
      summary:
        'Takes the beer and the packaging, and receives the products at what both cost: two or three documents, and ' +
        'one more when the beer comes straight from its batch. All of them or none.',
      errors: ['inventory_locked', 'excise_reported', 'reserved_by_other', 'conflict', 'system_warehouse'],
    },
    cancel: {
      from: ['draft', 'confirmed'],
      to: 'cancelled',
      emits: ['goods_receipt.cancelled', 'stock_issue.cancelled', 'stock_level.changed'],
      effects: levelEffects,
      summary: 'Takes all its documents back together. Refused once any of the products was used.',
      errors: ['receipt_has_allocations', 'inventory_locked', 'excise_reported', 'conflict'],
    },
  },
})
