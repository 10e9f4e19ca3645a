/** Use cases of stock documents before they move anything: drafts of callers, and of the service itself. */

import { refuseBeyond } from '../../../contract/amounts.ts'
import { problem } from '../../../contract/problems.ts'
import { referenceOf } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { touchRecord } from '../../../kernel/domain.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { decimal, plain, plainText, sum } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { receivedValues } from '../posting/rules.ts'
import { linkToOrder } from '../sales/actions.ts'
import { documentOf } from './document.ts'
import { findReferences, type References, refuseItems } from './references.ts'
import type { DocumentCreate, LineCreate, MovementType } from './schema.ts'
import { type StockDocument, type StockLineColumns, stockLineTable } from './store.ts'

/** What the service itself says of a document it makes. */
export type Origin = Partial<
  Pick<
    StockDocument,
    | 'repack_id'
    | 'count_id'
    | 'source_issue_id'
    | 'order_id'
    | 'batch_phase'
    | 'packaging_run_id'
    | 'pos_sale_id'
    | 'packaging_return_id'
    | 'keg_tap_id'
  >
>

export async function addDocument(ctx: WriteContext, type: MovementType, body: DocumentCreate): Promise<StockDocument> {
  const lines = body.lines ?? []
  const { references, rows } = await findReferences(ctx, type, body)
  await refuseItems(ctx, lines, { prefix: index => `lines[${index}].`, found: rows })
  if (references.warehouse.type === 'system') throw problem('system_warehouse')
  const document = await newDocument(ctx, type, references)
  const fresh = lines.map((line, index) => newLine(document.id, index + 1, line))
  return insertDocument(ctx, document, await linkToOrder(ctx, document, fresh))
}

/** Also for documents the service makes itself. */
export async function insertDocument(
  ctx: WriteContext,
  draft: StockDocument,
  lines: StockLineColumns[],
): Promise<StockDocument> {
  const document = { ...draft, total_cost: costOf(draft, lines) }
  await documentOf(document).insert(ctx, document, referenceOf(document) ?? undefined)
  await stockLineTable.insert(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, lines)
  touchOrderOf(ctx, document)
  return document
}

/** Whenever the state of its issue is another one. */
export function touchOrderOf(ctx: WriteContext, { order_id }: StockDocument): void {
  if (order_id !== null) touchRecord(ctx, 'order', order_id)
}

export async function newDocument(
  ctx: WriteContext,
  type: MovementType,
  { body, warehouse, target, partnerName, origin = {} }: References & { origin?: Origin },
): Promise<StockDocument> {
  const date = body.date ?? ctx.today
  return {
    id: newId(),
    version: 1,
    movement_type: type,
    number: await takeNumber(ctx, type === 'receipt' ? 'goods_receipt' : 'stock_issue', date),
    movement_purpose: body.movement_purpose ?? (type === 'receipt' ? 'purchase' : 'sale'),
    status: 'draft',
    date,
    warehouse_id: warehouse.id,
    warehouse_name: warehouse.name,
    warehouse_type: warehouse.type,
    target_warehouse_id: target?.id ?? null,
    target_name: target?.name ?? null,
    partner_id: body.partner_id ?? null,
    partner_name: partnerName ?? null,
    order_id: body.order_id ?? null,
    batch_id: body.batch_id ?? null,
    batch_phase: null,
    packaging_run_id: null,
    repack_id: null,
    count_id: null,
    source_issue_id: null,
    pos_sale_id: null,
    packaging_return_id: null,
    keg_tap_id: null,
    additional_cost: plainText(body.additional_cost ?? '0'),
    total_cost: '0',
    notes: body.notes ?? null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    posted_at: null,
    created_at: ctx.now,
    updated_at: ctx.now,
    ...origin,
  }
}

export const newLine = (documentId: string, order: number, line: Omit<LineCreate, 'unit'>): StockLineColumns => ({
  id: newId(),
  document_id: documentId,
  line_order: order,
  item_id: line.item_id,
  quantity: plainText(line.quantity),
  issued_quantity: null,
  unit_price: line.unit_price ? plainText(line.unit_price) : null,
  given_value: null,
  value: null,
  lot_id: line.lot_id ?? null,
  lot_number: line.lot_number ?? null,
  expiry_date: line.expiry_date ?? null,
  source_lot_id: null,
  order_line_id: null,
  notes: line.notes ?? null,
})

/** A draft receipt shows what it will be worth; the cost of an issue is known when it is confirmed. */
export function costOf({ movement_type, additional_cost }: StockDocument, lines: readonly StockLineColumns[]): string {
  if (movement_type === 'issue') return '0'
  const values = receivedValues(
    lines.map(line => ({
      quantity: decimal(line.issued_quantity ?? line.quantity),
      unitPrice: line.unit_price === null ? null : decimal(line.unit_price),
      givenValue: line.given_value === null ? null : decimal(line.given_value),
    })),
    decimal(additional_cost),
  )
  const cost = sum(values)
  refuseBeyond(cost)
  return plain(cost)
}
