/** Packaging returns as the kernel knows them. */
import { referenceOf } from '../../../../contract/schema.ts'
import type { RecordContext } from '../../../../kernel/context.ts'
import { defineDocument } from '../../../../kernel/document.ts'
import { moneyText } from '../../../../lib/decimal.ts'
import { readPackaging } from '../access.ts'
import { listBalances } from '../balances/store.ts'
import { balanceView } from '../balances/view.ts'
import { PackagingReturn as PackagingReturnDetail, type PackagingReturnLine, PackagingReturnListed } from './schema.ts'
import { listReturnLines, type PackagingReturn, type ReturnLine, returnTable } from './store.ts'
import { returnWorkflow } from './workflow.ts'

const nameRef = (id: string | null, name: string | null) => (id === null ? null : { id, name: name! })

const refundOf = ({ refund_method: method, refund_amount, account_id, cashflow_id }: PackagingReturn) =>
  method === null
    ? null
    : { method, amount: moneyText(refund_amount!), account_id: account_id!, cashflow_id: cashflow_id! }

const lineView = (line: ReturnLine): PackagingReturnLine => ({
  object: 'packaging_return_line',
  id: line.id,
  deposit: { id: line.deposit_id, code: line.deposit_code, name: line.deposit_name },
  item: { id: line.item_id, code: line.item_code, name: line.item_name },
  pieces: line.pieces,
  deposit_amount: moneyText(line.deposit_amount),
  total: moneyText(line.total),
})

/** What is held of the deposits of a return. */
export async function balancesOf({ db, account }: RecordContext, { id, partner_id: partnerId }: PackagingReturn) {
  const lines = await listReturnLines(db, account.book.id, id)
  const depositIds = lines.map(({ deposit_id }) => deposit_id)
  const balances = await listBalances(db, account.book.id, { partnerId, depositIds })
  return balances.map(balance => balanceView(balance, account.book.isLive))
}

export const returns = defineDocument({
  object: 'packaging_return',
  id: 'packagingReturns',
  path: '/packaging-returns',
  name: 'a packaging return',
  many: 'packaging returns',
  access: { read: readPackaging, write: { scopes: ['stock:write'] } },
  family: 'packaging_return',
  workflow: returnWorkflow,
  table: returnTable,
  listed: PackagingReturnListed,
  detail: PackagingReturnDetail,
  view: row => ({
    number: row.number,
    status: row.status,
    date: row.date,
    partner: nameRef(row.partner_id, row.partner_name),
    cash_desk: nameRef(row.cash_desk_id, row.cash_desk_name),
    session_id: row.session_id,
    warehouse: { id: row.warehouse_id, name: row.warehouse_name },
    currency: row.currency,
    totals: {
      pieces: row.total_pieces,
      deposit: moneyText(row.total_deposit),
      rounding: moneyText(row.total_rounding),
      refund: moneyText(row.refund_amount ?? '0'),
    },
    refund: refundOf(row),
    goods_receipt_id: row.goods_receipt_id,
    cashflow_id: row.cashflow_id,
    pos_sale_id: row.pos_sale_id,
    notes: row.notes,
    external_ref: referenceOf(row),
  }),
  lines: { list: listReturnLines, view: lineView },
  // A write answers with what is held then; a read shows what the return was.
  extras: async (row, ctx) => ('tx' in ctx ? { balances: await balancesOf(ctx, row) } : {}),
  // What a closed session paid out stays paid out.
  guards: ({ refund_method, is_session_closed }) =>
    refund_method === 'cash' && is_session_closed ? { cancel: false } : {},
  // The close is no change of the return, so no version tells it.
  mayDiffer: ({ refund_method, session_id }) => refund_method === 'cash' && session_id !== null,
})
