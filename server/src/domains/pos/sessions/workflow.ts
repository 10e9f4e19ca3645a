/** The states of a session: open from its float to its count. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { CashBody, CloseBody, ExplainBody, sessionStatuses } from './schema.ts'

const emits = ['cashflow.created', 'cashflow.paid'] as const

export const sessionWorkflow = defineWorkflow({
  object: 'cash_desk_session',
  states: sessionStatuses,
  initial: 'open',
  actions: {
    cash_in: {
      title: 'Put cash into the drawer of {document}',
      from: ['open'],
      to: 'same',
      creates: 'cashflow',
      emits,
      summary: 'Records a paid income on the cash account; with `account_id` a transfer from there.',
      errors: ['invalid_amount'],
      body: CashBody,
    },
    cash_out: {
      title: 'Take cash out of the drawer of {document}',
      from: ['open'],
      to: 'same',
      creates: 'cashflow',
      emits,
      summary: 'Records a paid expense on the cash account; with `account_id` a transfer to there.',
      errors: ['invalid_amount', 'overpay'],
      body: CashBody,
    },
    explain_float: {
      title: 'Explain the float of {document}',
      from: ['open'],
      to: 'same',
      creates: 'cashflow',
      emits,
      summary:
        'Posts the difference between the float that was expected and the one that was there. The cash of the session ' +
        'stays as it is: the money went before it began.',
      errors: [],
      body: ExplainBody,
    },
    close: {
      from: ['open'],
      to: 'closed',
      emits,
      summary:
        'Compares the count with what should be there, posts the difference, takes out what is withdrawn, and keeps ' +
        'the Z report.',
      errors: ['invalid_amount', 'overpay'],
      body: CloseBody,
    },
  },
})
