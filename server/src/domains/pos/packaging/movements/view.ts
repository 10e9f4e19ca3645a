/** Packaging movements as the wire shows them. */
import { moneyText } from '../../../../lib/decimal.ts'
import type { PackagingMovement } from './schema.ts'
import type { Movement } from './store.ts'

export const movementView = (row: Movement, livemode: boolean): PackagingMovement => ({
  object: 'packaging_movement',
  id: row.id,
  kind: row.kind,
  date: row.date,
  partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name! },
  item: { id: row.item_id, code: row.item_code, name: row.item_name },
  deposit_id: row.deposit_id,
  pieces: row.pieces,
  deposit_amount: moneyText(row.deposit_amount),
  balance_after: row.balance_after,
  document: { object: row.document_object, id: row.document_id, number: row.document_number },
  reverses_id: row.reverses_id,
  livemode,
  created_at: row.created_at,
})
