/** The states an invoice goes through, in their order, and when it is late. */
import type { InvoiceListItem } from '@cellarbook/sdk'

export const stages = ['draft', 'issued', 'paid'] as const

/** Days are text: the earlier one sorts first. */
export const isOverdue = ({ status, due_date }: InvoiceListItem, today: string): boolean =>
  status === 'issued' && due_date !== null && due_date < today
