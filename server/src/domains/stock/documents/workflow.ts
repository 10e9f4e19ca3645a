/** The states of goods receipts and stock issues: stock moves only when a document is confirmed. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { postingEffects } from '../levels/effects.ts'
import { stockStatuses } from './schema.ts'

const takenBack = [
  'receipt_has_allocations',
  'repack_pair_cancel_required',
  'inventory_locked',
  'excise_reported',
  'conflict',
  'sale_kegs_partially_returned',
] as const

export const stockDocumentWorkflow = defineWorkflow({
  objects: ['goods_receipt', 'stock_issue'],
  states: stockStatuses,
  initial: 'draft',
  actions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      event: 'confirmed',
      emits: ['goods_receipt.created', 'stock_level.changed'],
      effects: postingEffects,
      summary:
        'Posts the stock. A transfer also drafts a receipt at the destination. Packaging on deposit that goes to a ' +
        'partner with a sale, or comes back with purpose packaging_return, moves the balance of the partner.',
      errors: [
        'no_lines',
        'inventory_locked',
        'excise_reported',
        'system_warehouse',
        'reserved_by_other',
        'conflict',
        'transfer_blocked',
        'packaging_return_exceeds_balance',
      ],
    },
    cancel: {
      from: ['confirmed'],
      to: 'cancelled',
      event: 'cancelled',
      emits: ['goods_receipt.cancelled', 'stock_level.changed'],
      effects: postingEffects,
      summary:
        'Reverses the posting for good. Refused once stock of the receipt was issued, while an invoice includes the ' +
        'issue, and once packaging that went out with it came back.',
      errors: takenBack,
    },
    revert_to_draft: {
      title: 'Revert {document} to draft',
      from: ['confirmed'],
      to: 'draft',
      event: 'reverted_to_draft',
      emits: ['goods_receipt.cancelled', 'stock_level.changed'],
      effects: postingEffects,
      summary: 'Reverses the posting and reopens the document as a draft. Refused for the same reasons as cancel.',
      errors: takenBack,
    },
  },
  automatic: [
    {
      from: ['draft'],
      to: 'cancelled',
      summary: 'The issue of its transfer was reversed, or its order was cancelled: the draft is cancelled with it.',
    },
  ],
})
