/** Stock documents as the wire shows them. */

import { referenceOf } from '../../../contract/schema.ts'
import { decimal, moneyText, plain } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import { type Shortage, unitPriceOf } from '../posting/rules.ts'
import type { StockLine } from './schema.ts'
import type { StockDocument, StockLineRow } from './store.ts'

const nameRef = (id: string | null, name: string | null) => (id === null ? null : { id, name: name! })

export const stockDocumentView = (document: StockDocument) => ({
  number: document.number,
  movement_type: document.movement_type,
  movement_purpose: document.movement_purpose,
  status: document.status,
  date: document.date,
  warehouse: { id: document.warehouse_id, name: document.warehouse_name },
  target_warehouse: nameRef(document.target_warehouse_id, document.target_name),
  partner: nameRef(document.partner_id, document.partner_name),
  order_id: document.order_id,
  batch_id: document.batch_id,
  packaging_run_id: document.packaging_run_id,
  repack_id: document.repack_id,
  source_issue_id: document.source_issue_id,
  pos_sale_id: document.pos_sale_id,
  packaging_return_id: document.packaging_return_id,
  keg_tap_id: document.keg_tap_id,
  totals: {
    additional_cost: moneyText(document.additional_cost),
    total_cost: moneyText(document.total_cost),
  },
  notes: document.notes,
  external_ref: referenceOf(document),
})

export const lineView = (line: StockLineRow, document: StockDocument): StockLine => ({
  object: 'stock_line',
  id: line.id,
  item: { id: line.item_id, code: line.item_code, name: line.item_name },
  quantity: line.quantity,
  issued_quantity: postedQuantity(line),
  unit: unitOf(line),
  unit_price: shownPrice(line, document),
  lot_id: line.lot_id,
  lot_number: line.lot_number,
  expiry_date: line.expiry_date,
  notes: line.notes,
  created_at: line.created_at,
})

export const postedQuantity = ({ issued_quantity, quantity }: StockLineRow): string => issued_quantity ?? quantity

/** What is posted shows what it cost: an issue always, a receipt where the batch and not a price gave the value. */
function shownPrice(line: StockLineRow, { movement_type, batch_id }: StockDocument): string | null {
  const hasOwn = movement_type === 'receipt' && (batch_id === null || line.unit_price !== null)
  if (hasOwn || line.value === null) return line.unit_price
  const quantity = decimal(postedQuantity(line))
  return quantity.eq(0) ? null : plain(unitPriceOf(decimal(line.value), quantity))
}

/** What a line lacks. */
export const shortageView = ({ lineId, itemId, requested, available }: Shortage, lines: StockLineRow[]) => ({
  line_id: lineId,
  item_id: itemId,
  requested: plain(requested),
  available: plain(available),
  unit: unitOf(lines.find(({ id }) => id === lineId)!),
})
