/** Documents that are paid: the form of a payment, filled in with today and what remains. */
import type { AnyRecord } from '../data/actions.ts'
import { later } from '../kit/later.tsx'
import { currentDay } from '../words/use-format.ts'
import { registerInitial, registerPanel } from './action-panels.ts'
import type { BulkAction } from './list-bulk.tsx'

const PayPanel = later(async () => (await import('./pay-panel.tsx')).PayPanel)

export interface Paid extends AnyRecord {
  amount_remaining: string
  currency: string
}

/** A payment is positive whichever way it goes. */
export const remainingOf = (record: AnyRecord): string => (record as Paid).amount_remaining.replace('-', '')

export function registerPayments(object: string): void {
  registerPanel(object, 'mark_paid', PayPanel)
  registerInitial(object, 'mark_paid', record => ({
    paid_at: currentDay(),
    amount: remainingOf(record),
  }))
}

/** Of several: each is paid as a whole. */
export const payAll: BulkAction = {
  key: 'mark_paid',
  without: ['amount'],
  initial: () => ({ paid_at: currentDay() }),
}
