/** Where the money of a desk goes. */
import type { Desk, DeskMethod } from './store.ts'

/** A desk that takes cards has an account for them. */
export const accountOf = ({ cash_account_id, card_account_id }: Desk, method: DeskMethod): string =>
  method === 'cash' ? cash_account_id : card_account_id!
