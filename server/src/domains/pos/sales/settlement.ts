/** What is settled: a recorded sale with its parts. */
import type { Day } from '../../../lib/days.ts'
import type { Desk } from '../desks/store.ts'
import type { Sale, SaleLineRow, SalePaymentRow, SaleReturnRow } from './store.ts'

export interface Settlement {
  sale: Sale
  desk: Desk
  lines: SaleLineRow[]
  returns: SaleReturnRow[]
  payments: SalePaymentRow[]
  /** Of the stock documents; the money has the sold day. */
  day: Day
  /** Whether too little stock is told as the desk tells it, item by item. */
  isStrict: boolean
}
