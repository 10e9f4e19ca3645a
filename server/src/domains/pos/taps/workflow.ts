/** The states of a keg on tap. It is tapped from the start; what was drawn from it is never put back. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { levelEffects } from '../../stock/index.ts'
import { kegStatuses, RetapBody } from './schema.ts'

export const kegTapWorkflow = defineWorkflow({
  object: 'keg_tap',
  states: kegStatuses,
  initial: 'tapped',
  actions: {
    empty: {
      from: ['tapped', 'removed'],
      to: 'emptied',
      emits: ['stock_issue.created', 'stock_issue.confirmed', 'stock_level.changed'],
      effects: levelEffects,
      summary: 'Ends the keg. What is left in it goes as waste.',
      errors: ['inventory_locked', 'excise_reported'],
    },
    remove: {
      from: ['tapped'],
      to: ['returned', 'removed'],
      emits: ['goods_receipt.cancelled', 'stock_issue.cancelled', 'stock_level.changed'],
      effects: levelEffects,
      summary:
        'Takes the keg off the tap. One that nothing was drawn from goes back to its layer, full; the rest of any ' +
        'other stays in it, for sale nowhere until it is tapped again.',
      errors: ['inventory_locked', 'excise_reported'],
    },
    retap: {
      from: ['removed'],
      to: 'tapped',
      summary: 'Taps a keg that was taken off again, here or at another desk. No stock moves.',
      body: RetapBody,
      errors: ['conflict'],
    },
  },
})
