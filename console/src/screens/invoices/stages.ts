/** The states an invoice goes through, in their order, and when it is late. */
import type { InvoiceListItem } from '@cellarbook/sdk'
import { isZero } from '../../format/decimal.ts'

export const stages = ['draft', 'issued', 'paid'] as const

/** As the list finds them: one that credit notes took all of is not. Days are text: the earlier one sorts first. */
export const isOverdue = ({ status, due_date, amount_remaining }: InvoiceListItem, today: string): boolean =>
  status === 'issued' && due_date !== null && due_date < today && !isZero(amount_remaining)
