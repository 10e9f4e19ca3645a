/** Packaging balances as the wire shows them. */
import { decimal, money, moneyText } from '../../../../lib/decimal.ts'
import type { PackagingBalance } from './schema.ts'
import type { Balance } from './store.ts'

export const balanceView = (row: Balance, livemode: boolean): PackagingBalance => ({
  object: 'packaging_balance',
  id: row.id,
  partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name! },
  item: { id: row.item_id, code: row.item_code, name: row.item_name },
  deposit: { id: row.deposit_id, code: row.deposit_code, name: row.deposit_name },
  deposit_id: row.deposit_id,
  pieces: row.pieces,
  deposit_amount: moneyText(row.deposit_amount),
  deposit_total: money(decimal(row.pieces).times(row.deposit_amount)),
  currency: row.currency,
  last_movement_on: row.last_movement_on,
  livemode,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
