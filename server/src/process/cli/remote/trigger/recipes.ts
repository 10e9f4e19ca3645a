/** Which calls make which event. Every type of the catalogue can be caused by calls, so there is a recipe for each. */
import type { eventCatalogue } from '../../../../contract/events.ts'
import { type Bench, dayOf, type Made } from './bench.ts'
import * as records from './records.ts'

export interface Recipe {
  /** The calls in words, for the list. */
  does: string
  run(bench: Bench): Promise<unknown>
}

const make = (does: string, run: records.Make): Recipe => ({ does, run })

interface Action {
  key: string
  body?: (made: Made) => object
}

const paid: Action = { key: 'mark_paid', body: made => ({ paid_at: dayOf(made) }) }
const actionOf = (action: string | Action): Action => (typeof action === 'string' ? { key: action } : action)

/** Makes a document and runs its actions; the last one emits the event. */
const acts = (path: string, made: records.Make, ...actions: (string | Action)[]): Recipe => ({
  does: `creates one of ${path}, then ${actions.map(action => actionOf(action).key).join(', ')}`,
  async run(bench) {
    const document = await made(bench)
    for (const { key, body } of actions.map(actionOf)) {
      await bench.post(`${path}/${document.id}/actions/${key}`, body?.(document))
    }
  },
})

const changes = (path: string, made: records.Make, change: object): Recipe => ({
  does: `creates one of ${path}, then changes it`,
  run: async bench => bench.patch(`${path}/${(await made(bench)).id}`, change),
})

const { partner, item, order, receipt, issue, invoice, receivedInvoice, cashflow, submission, batch } = records

/** The actions of a step in their order, and the states from which the last of some of them is still ahead. */
const before = { call: ['pending'], wait: ['pending', 'called'], complete: ['pending', 'called', 'waiting_external'] }

/** Takes a step up to an action, from wherever it is. */
const drives = (last: keyof typeof before): Recipe => ({
  does: `takes an external workflow step as far as ${last}`,
  async run(bench) {
    const states = before[last]
    const { id, status } = await records.stepIn(states)(bench)
    const keys = Object.keys(before).slice(states.indexOf(String(status)), states.length)
    for (const key of keys) {
      await bench.post(`/workflow-steps/${id}/actions/${key}`, key === 'complete' ? { outcome: 'ok' } : {})
    }
  },
})

export const recipes: Readonly<Record<keyof typeof eventCatalogue, Recipe>> = {
  'partner.created': make('creates a partner', partner),
  'partner.updated': changes('/partners', partner, { notes: 'Triggered' }),
  'item.created': make('creates an item', item),
  'item.updated': changes('/items', item, { sale_price: '101' }),
  'order.created': make('creates a partner, a service and an order', order),
  'order.confirmed': acts('/orders', order, 'confirm'),
  'order.shipped': acts('/orders', order, 'confirm', 'ship'),
  'order.delivered': acts('/orders', order, 'confirm', 'ship', 'deliver'),
  'order.invoiced': acts('/orders', order, 'confirm', 'ship', 'deliver', 'create_invoice'),
  'order.cancelled': acts('/orders', order, 'cancel'),
  'stock_issue.created': make('receives an item, then creates a stock issue', issue),
  'stock_issue.confirmed': acts('/stock-issues', issue, 'confirm'),
  'stock_issue.cancelled': acts('/stock-issues', issue, 'confirm', 'cancel'),
  'stock_issue.reverted_to_draft': acts('/stock-issues', issue, 'confirm', 'revert_to_draft'),
  'goods_receipt.created': make('creates an item and a goods receipt', receipt),
  'goods_receipt.confirmed': acts('/goods-receipts', receipt, 'confirm'),
  'goods_receipt.cancelled': acts('/goods-receipts', receipt, 'confirm', 'cancel'),
  'goods_receipt.reverted_to_draft': acts('/goods-receipts', receipt, 'confirm', 'revert_to_draft'),
  'stock_level.changed': acts('/goods-receipts', receipt, 'confirm'),
  'invoice.created': make('creates a partner and an invoice', invoice),
  'invoice.issued': acts('/invoices', invoice, 'issue'),
  'invoice.paid': acts('/invoices', invoice, 'issue', paid),
  'invoice.payment_reverted': acts('/invoices', invoice, 'issue', paid, 'revert_payment'),
  'invoice.cancelled': acts('/invoices', invoice, 'issue', 'cancel'),
  'received_invoice.created': make('creates a partner and a received invoice', receivedInvoice),
  'received_invoice.confirmed': acts('/received-invoices', receivedInvoice, 'confirm'),
  'received_invoice.paid': acts('/received-invoices', receivedInvoice, 'confirm', paid),
  'received_invoice.payment_reverted': acts('/received-invoices', receivedInvoice, 'confirm', paid, 'revert_payment'),
  'received_invoice.cancelled': acts('/received-invoices', receivedInvoice, 'cancel'),
  'cashflow.created': make('creates a cash-flow document', cashflow),
  'cashflow.paid': acts('/cashflows', cashflow, paid),
  'cashflow.payment_reverted': acts('/cashflows', cashflow, paid, 'revert_payment'),
  'cashflow.cancelled': acts('/cashflows', cashflow, 'cancel'),
  'inbox.submission_received': make('submits a text file to the inbox', submission),
  'workflow.step_called': drives('call'),
  'workflow.step_waiting_external': drives('wait'),
  'workflow.step_completed_external': drives('complete'),
  'batch.phase_changed': make('creates an item and a batch', batch),
  'batch.measurement_added': {
    does: 'creates a batch, then measures its pH',
    run: async bench => bench.post(`/batches/${(await batch(bench)).id}/measurements`, { ph: '5.2' }),
  },
}
