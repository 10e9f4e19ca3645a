/** The states of a received invoice in the order they come, and what may still be done with one. */
import type { ReceivedInvoiceListItem } from '@cellarbook/sdk'
import { isZero } from '../../format/decimal.ts'

export const stages = ['draft', 'confirmed', 'paid'] as const

/** After the export and after a cancellation nothing changes any more. */
export const isEditable = ({ status, exported_at }: ReceivedInvoiceListItem): boolean =>
  status !== 'cancelled' && exported_at === null

/** As the list finds them: nobody waits for one of nothing. */
export const isOverdue = ({ status, due_date, amount_remaining }: ReceivedInvoiceListItem, today: string): boolean =>
  status === 'confirmed' && due_date < today && !isZero(amount_remaining)
