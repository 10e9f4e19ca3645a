import { english } from '../plural.ts'

export const words = {
  nothing: 'Nothing to show yet.',
  toDo: {
    title: 'To do',
    nothing: 'Nothing waits for you.',
    names: {
      orders_to_prepare: 'Orders to prepare',
      draft_receipts: 'Drafts of receipts',
      overdue_invoices: 'Overdue invoices',
      bills_due: 'Bills due this week',
      inbox: 'Inbox waits',
      tasks: 'Tasks',
      failing_webhooks: 'Failing webhooks',
      expiring_keys: 'Keys that expire',
    },
    urgencies: { soon: 'soon', late: 'late', new: 'new' },
  },
  plots: {
    sales: 'Sales, 30 days',
    stock_value: 'Stock value, 12 months',
    receivables: 'Receivables',
    webhook_health: 'Webhook health, 24 hours',
  },
  ageing: {
    label: 'By how late it is',
    ages: {
      not_due: 'Not due yet',
      late_30: '1–30 days late',
      late_60: '31–60 days late',
      late_90: '61–90 days late',
      late_over_90: 'Over 90 days late',
    },
    invoices: (number: number, shown: string) => `${shown} ${english(number, 'invoice', 'invoices')}`,
  },
  plot: { table: 'Show as table', plot: 'Show as plot', step: 'From' },
  series: {
    invoices: 'invoiced',
    cash_desks: 'cash desks',
    stock: 'stock',
    open: 'open',
    overdue: 'overdue',
    due: 'due',
    succeeded: 'delivered',
    failed: 'failed',
    waiting: 'waiting',
    enabled: 'enabled',
    disabled: 'disabled',
    failing: 'failing',
  },
  first: {
    title: 'Begin here',
    text: 'This book is still empty. Three steps, and it works for you.',
    steps: {
      item: { title: 'Add an item', text: 'What you sell, buy or brew, with its unit and price.' },
      receipt: { title: 'Receive goods', text: 'What came in, and what it cost: the stock begins with it.' },
      order: { title: 'Take an order', text: 'It reserves stock, and an issue and an invoice follow from it.' },
    },
    fill: 'Fill the sandbox',
    fillText: 'Or look around first: a small brewery with partners, items, stock and batches.',
  },
}
