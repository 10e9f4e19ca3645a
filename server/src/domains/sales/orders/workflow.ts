/** The states of an order. What its stock issue and its invoice allow is told by the guards of the document. */
import { type ActionKeyOf, defineWorkflow } from '../../../contract/workflow.ts'
import { orderStatuses } from './schema.ts'

export const orderWorkflow = defineWorkflow({
  object: 'order',
  states: orderStatuses,
  initial: 'draft',
  actions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      event: 'confirmed',
      summary: 'Takes the order on and reserves its stock as far as there is some.',
      errors: ['no_lines'],
    },
    start_preparation: {
      from: ['confirmed'],
      to: 'in_preparation',
      summary: 'Says that the goods are being prepared.',
      errors: [],
    },
    ship: {
      from: ['confirmed', 'in_preparation'],
      to: 'shipped',
      event: 'shipped',
      summary: 'Says that the goods left. Refused while a stock issue of the order is a draft.',
      errors: ['conflict'],
    },
    deliver: {
      from: ['shipped', 'confirmed', 'in_preparation'],
      to: 'delivered',
      event: 'delivered',
      summary: 'Says that the goods arrived; straight away when they are picked up.',
      errors: [],
    },
    create_stock_issue: {
      from: ['confirmed', 'in_preparation', 'shipped', 'delivered', 'invoiced'],
      to: 'same',
      summary: 'Drafts the stock issue of the order.',
      errors: ['no_lines', 'warehouse_required'],
    },
    create_invoice: {
      from: ['confirmed', 'in_preparation', 'shipped', 'delivered'],
      to: 'invoiced',
      event: 'invoiced',
      summary: 'Drafts the invoice of the order.',
      errors: ['warehouse_required', 'conflict'],
    },
    cancel: {
      from: ['draft', 'confirmed', 'in_preparation'],
      to: 'cancelled',
      event: 'cancelled',
      summary: 'Calls the order off and releases its stock. Not possible once a stock issue is confirmed.',
      errors: [],
    },
    revert_to_draft: {
      from: ['confirmed'],
      to: 'draft',
      summary: 'Opens the order again and releases its stock. Not possible once there is an issue or an invoice.',
      errors: [],
    },
  },
  automatic: [
    {
      from: ['invoiced'],
      to: ['confirmed', 'in_preparation', 'shipped', 'delivered'],
      summary: 'Its invoice was cancelled: the order returns to where it was.',
    },
  ],
})

export type OrderAction = ActionKeyOf<typeof orderWorkflow>
