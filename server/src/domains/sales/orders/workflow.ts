/** The states of an order. What its stock issue and its invoice allow is told by the guards of the document. */
import { type ActionKeyOf, defineWorkflow } from '../../../contract/workflow.ts'
import { levelEffects } from '../../stock/index.ts'
import { orderStatuses } from './schema.ts'
import { holdingEffects, Shortages } from './shortages.ts'

export const orderWorkflow = defineWorkflow({
  object: 'order',
  states: orderStatuses,
  initial: 'draft',
  actions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      event: 'confirmed',
      emits: ['stock_level.changed'],
      effects: holdingEffects,
      tells: { shortages: Shortages },
      summary:
        'Confirms the order and reserves as much of its stock as is available. `shortages` lists what could not be ' +
        'reserved, to a key with stock:read.',
      errors: ['no_lines'],
    },
    start_preparation: {
      title: 'Start preparing {document}',
      from: ['confirmed'],
      to: 'in_preparation',
      summary: 'Marks the goods as being prepared.',
      errors: [],
    },
    ship: {
      from: ['confirmed', 'in_preparation'],
      to: 'shipped',
      event: 'shipped',
      summary: 'Marks the goods as shipped. Refused while a stock issue of the order is a draft.',
      errors: ['conflict'],
    },
    deliver: {
      from: ['shipped', 'confirmed', 'in_preparation'],
      to: 'delivered',
      event: 'delivered',
      emits: ['stock_level.changed'],
      effects: levelEffects,
      summary:
        'Marks the goods as delivered. Goods that are picked up need not be shipped first. Once goods were issued, stock ' +
        'still held for the rest of the order is released.',
      errors: [],
    },
    create_stock_issue: {
      title: 'Create the stock issue of {document}',
      from: ['confirmed', 'in_preparation', 'shipped', 'delivered', 'invoiced'],
      to: 'same',
      creates: 'stock_issue',
      emits: ['stock_issue.created'],
      summary: 'Creates a draft stock issue for the order.',
      errors: ['no_lines', 'warehouse_required'],
    },
    create_invoice: {
      title: 'Create the invoice of {document}',
      from: ['confirmed', 'in_preparation', 'shipped', 'delivered'],
      to: 'invoiced',
      creates: 'invoice',
      event: 'invoiced',
      emits: ['invoice.created'],
      summary: 'Creates a draft invoice for the order.',
      errors: ['warehouse_required', 'conflict'],
    },
    cancel: {
      from: ['draft', 'confirmed', 'in_preparation'],
      to: 'cancelled',
      event: 'cancelled',
      emits: ['stock_issue.cancelled', 'stock_level.changed'],
      effects: levelEffects,
      summary: 'Cancels the order and releases its stock. Not possible once a stock issue is confirmed.',
      errors: [],
    },
    revert_to_draft: {
      title: 'Revert {document} to draft',
      from: ['confirmed'],
      to: 'draft',
      emits: ['stock_level.changed'],
      effects: levelEffects,
      summary:
        'Reopens the order as a draft and releases its stock. Not possible once it has a stock issue or an invoice.',
      errors: [],
    },
  },
  automatic: [
    {
      from: ['invoiced'],
      to: ['confirmed', 'in_preparation', 'shipped', 'delivered'],
      summary: 'Its invoice was cancelled: the order returns to its previous state.',
    },
  ],
})

export type OrderAction = ActionKeyOf<typeof orderWorkflow>
