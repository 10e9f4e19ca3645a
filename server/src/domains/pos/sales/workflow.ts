/** The states of a sale: settled with what it moved, or recorded alone until it can be. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { saleEffects } from './effects.ts'
import { RefundBody, RetryBody, saleStatuses } from './schema.ts'

const settling = [
  'stock_issue.created',
  'stock_issue.confirmed',
  'goods_receipt.created',
  'goods_receipt.confirmed',
  'stock_level.changed',
  'cashflow.created',
  'cashflow.paid',
] as const

export const settlingEvents = settling

export const saleWorkflow = defineWorkflow({
  object: 'pos_sale',
  states: saleStatuses,
  initial: 'settled',
  alsoCreatedIn: ['settlement_failed'],
  actions: {
    retry_settlement: {
      title: 'Retry the settlement of {document}',
      from: ['settlement_failed'],
      to: 'settled',
      emits: settling,
      effects: saleEffects,
      body: RetryBody,
      summary:
        'Posts the stock, the packaging and the payments of a sale that was only recorded. `stock_date` dates the ' +
        'stock documents where the sold day has no stock or its month is filed; the money keeps the sold day.',
      errors: ['settlement_failed'],
    },
    refund: {
      from: ['settled'],
      to: 'same',
      emits: [
        'goods_receipt.created',
        'goods_receipt.confirmed',
        'stock_level.changed',
        'cashflow.created',
        'cashflow.paid',
      ],
      effects: saleEffects,
      body: RefundBody,
      needsBody: true,
      summary:
        'Gives back some lines or all that is left, at the price that was paid, in the present session. Answers with ' +
        'the refund: a sale of its own with negative amounts.',
      errors: [
        'external_ref_conflict',
        'unit_mismatch',
        'unit_not_available',
        'quantity_scale',
        'conflict',
        'payment_method_not_supported',
        'invalid_amount',
        'payment_amount_mismatch',
        'sale_kegs_partially_returned',
        'inventory_locked',
        'excise_reported',
      ],
    },
    cancel: {
      from: ['settled', 'settlement_failed'],
      to: 'cancelled',
      emits: ['stock_issue.cancelled', 'goods_receipt.cancelled', 'stock_level.changed', 'cashflow.cancelled'],
      effects: saleEffects,
      summary:
        'The sale was a mistake: its stock, packaging and payments are taken back together. Closed once its session ' +
        'is, or while a refund of it stands.',
      errors: [
        'sale_kegs_partially_returned',
        'receipt_has_allocations',
        'inventory_locked',
        'excise_reported',
        'conflict',
      ],
    },
  },
})
