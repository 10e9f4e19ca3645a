/** Kegs on tap as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import { moneyText } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import { KegTap } from './schema.ts'
import { kegTapTable } from './store.ts'
import { kegTapWorkflow } from './workflow.ts'

export const kegTaps = defineDocument({
  object: 'keg_tap',
  id: 'kegTaps',
  path: '/keg-taps',
  name: 'a keg on tap',
  many: 'kegs on tap',
  access: {
    read: { scopes: ['pos:read'] },
    write: { scopes: ['pos:write'], additionalScopes: ['stock:write'] },
  },
  workflow: kegTapWorkflow,
  table: kegTapTable,
  listed: KegTap,
  detail: KegTap,
  view: keg => ({
    cash_desk: { id: keg.cash_desk_id, name: keg.cash_desk_name },
    tap_number: keg.tap_number,
    status: keg.status,
    item: { id: keg.item_id, code: keg.item_code, name: keg.item_name },
    base_item: { id: keg.base_item_id, code: keg.base_item_code, name: keg.base_item_name },
    unit: unitOf(keg),
    lot_id: keg.lot_id,
    lot_number: keg.lot_number,
    expiry_date: keg.expiry_date,
    quantity: keg.quantity,
    sold_quantity: keg.sold_quantity,
    overdrawn_quantity: keg.overdrawn_quantity,
    wasted_quantity: keg.wasted_quantity,
    remaining_quantity: keg.remaining_quantity,
    total_cost: moneyText(keg.total_cost),
    remaining_cost: moneyText(keg.remaining_cost),
    tapped_at: keg.tapped_at,
    ended_at: keg.ended_at,
    repack_id: keg.repack_id,
    stock_issue_id: keg.stock_issue_id,
  }),
})
