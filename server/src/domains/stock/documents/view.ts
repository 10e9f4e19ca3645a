/** Stock documents as the wire shows them. */
import { allowedActions } from '../../../contract/workflow.ts'
import { decimal, moneyText, plain } from '../../../lib/decimal.ts'
import { type Shortage, unitPriceOf } from '../posting/rules.ts'
import type { DetailedDocument, ListedDocument, StockLine } from './schema.ts'
import { type LineRow, referenceOf, type StockDocument, unitOfLine } from './store.ts'
import { stockDocument } from './workflow.ts'

export const objectOf = ({ movement_type }: Pick<StockDocument, 'movement_type'>) =>
  movement_type === 'receipt' ? ('goods_receipt' as const) : ('stock_issue' as const)

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name! })

export const listedView = (document: StockDocument, livemode: boolean): ListedDocument => ({
  object: objectOf(document),
  id: document.id,
  number: document.number,
  movement_type: document.movement_type,
  movement_purpose: document.movement_purpose,
  status: document.status,
  date: document.date,
  warehouse: { id: document.warehouse_id, name: document.warehouse_name },
  target_warehouse: named(document.target_warehouse_id, document.target_name),
  partner: named(document.partner_id, document.partner_name),
  order_id: document.order_id,
  batch_id: document.batch_id,
  repack_id: document.repack_id,
  source_issue_id: document.source_issue_id,
  totals: {
    additional_cost: moneyText(document.additional_cost),
    total_cost: moneyText(document.total_cost),
  },
  notes: document.notes,
  external_ref: referenceOf(document),
  allowed_actions: allowedActions(stockDocument, document.status),
  livemode,
  created_at: document.created_at,
  updated_at: document.updated_at,
})

export const detailView = (document: StockDocument, lines: LineRow[], livemode: boolean): DetailedDocument => ({
  ...listedView(document, livemode),
  lines: lines.map(line => lineView(line, document)),
})

export const lineView = (line: LineRow, document: StockDocument): StockLine => ({
  object: 'stock_line',
  id: line.id,
  item: { id: line.item_id, code: line.item_code, name: line.item_name },
  quantity: line.quantity,
  issued_quantity: postedQuantity(line),
  unit: unitOfLine(line),
  unit_price: shownPrice(line, document),
  lot_id: line.lot_id,
  lot_number: line.lot_number,
  expiry_date: line.expiry_date,
  notes: line.notes,
  created_at: line.created_at,
})

export const postedQuantity = ({ issued_quantity, quantity }: LineRow): string => issued_quantity ?? quantity

/** A posted issue shows what it cost. */
function shownPrice(line: LineRow, { movement_type }: StockDocument): string | null {
  if (movement_type === 'receipt' || line.value === null) return line.unit_price
  const quantity = decimal(postedQuantity(line))
  return quantity.eq(0) ? null : plain(unitPriceOf(decimal(line.value), quantity))
}

/** What a line lacks. */
export const shortageView = ({ lineId, itemId, requested, available }: Shortage, lines: LineRow[]) => ({
  line_id: lineId,
  item_id: itemId,
  requested: plain(requested),
  available: plain(available),
  unit: unitOfLine(lines.find(({ id }) => id === lineId)!),
})
