/** Packaging adjustments as the kernel knows them: never changed, adjusted back instead. */
import { referenceOf } from '../../../../contract/schema.ts'
import { defineRecord } from '../../../../kernel/plain-record.ts'
import { moneyText } from '../../../../lib/decimal.ts'
import { readPackaging } from '../access.ts'
import { listBalances } from '../balances/store.ts'
import { balanceView } from '../balances/view.ts'
import { AdjustmentListed, PackagingAdjustment } from './schema.ts'
import { type AdjustedPieces, adjustmentTable, listAdjustedPieces } from './store.ts'

const lineView = (line: AdjustedPieces): PackagingAdjustment['lines'][number] => ({
  object: 'packaging_adjustment_line',
  id: line.id,
  deposit: { id: line.deposit_id, code: line.deposit_code, name: line.deposit_name },
  item: { id: line.item_id, code: line.item_code, name: line.item_name },
  pieces: line.pieces,
  deposit_amount: moneyText(line.deposit_amount),
})

export const adjustments = defineRecord({
  object: 'packaging_adjustment',
  id: 'packagingAdjustments',
  path: '/packaging-adjustments',
  name: 'a packaging adjustment',
  many: 'packaging adjustments',
  access: { read: readPackaging, write: { scopes: ['stock:write'] } },
  // Returns and adjustments share one namespace of references.
  family: 'packaging_return',
  table: adjustmentTable,
  shape: AdjustmentListed,
  view: row => ({
    date: row.date,
    partner: { id: row.partner_id, name: row.partner_name },
    reason: row.reason,
    external_ref: referenceOf(row),
  }),
  detail: {
    shape: PackagingAdjustment,
    // Balances go on.
    mayDiffer: true,
    async read(row, { db, account }) {
      const lines = await listAdjustedPieces(db, account.book.id, row.id)
      const depositIds = lines.map(({ deposit_id }) => deposit_id)
      const balances = await listBalances(db, account.book.id, { partnerId: row.partner_id, depositIds })
      return {
        lines: lines.map(lineView),
        balances: balances.map(balance => balanceView(balance, account.book.isLive)),
      }
    },
  },
})
