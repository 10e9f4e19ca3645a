/** Use cases of stock documents before they move anything: create and change. */
import { refuseBeyond } from '../../../contract/amounts.ts'
import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { allowedActions } from '../../../contract/workflow.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { claimReference } from '../../../kernel/external-refs.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { decimal, plain, plainText, sum } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { keep } from '../../../lib/merge.ts'
import { lineItemsOf, refuseUnits, unusableItems } from '../../core/items/line-items.ts'
import { findPartner } from '../../core/partners/store.ts'
import { receivedValues } from '../posting/rules.ts'
import { linkedToOrder } from '../sales/actions.ts'
import { findWarehouse, type WarehouseRow } from '../warehouses/store.ts'
import type { DocumentCreate, DocumentPatch, LineCreate, MovementType } from './schema.ts'
import {
  findDocument,
  findLotsToName,
  findOrderToIssue,
  type LineColumns,
  listLines,
  type StockDocument,
  saveDocument,
  saveLines,
  touchOrder,
} from './store.ts'
import { listedView, objectOf } from './view.ts'
import { stockDocument } from './workflow.ts'

/** What the service itself says of a document it makes. */
export type Origin = Partial<Pick<StockDocument, 'repack_id' | 'count_id' | 'source_issue_id' | 'order_id'>>

export async function addDocument(ctx: WriteContext, type: MovementType, body: DocumentCreate): Promise<StockDocument> {
  const lines = body.lines ?? []
  const { references, rows } = await referencesOf(ctx, type, body)
  await refuseItems(ctx, lines, place => `lines[${place}].`, rows)
  const { warehouse, target, partnerName } = references
  if (warehouse.type === 'system') throw problem('system_warehouse')
  await refuseLots(ctx, warehouse, lines, place => `lines[${place}].`)
  const document = await newDocument(ctx, type, { body, warehouse, target, partnerName })
  const fresh = lines.map((line, place) => newLine(document.id, place + 1, line))
  await insertDocument(ctx, document, await linkedToOrder(ctx, document, fresh))
  await claimReference(ctx, 'stock_document', body.external_ref, { object: objectOf(document), object_id: document.id })
  return document
}

/** Also for documents the service makes itself; it says so in the log. */
export async function insertDocument(ctx: WriteContext, document: StockDocument, lines: LineColumns[]): Promise<void> {
  const { book } = ctx.account
  document.total_cost = costOf(document, lines)
  await saveDocument(ctx.tx, book.id, document)
  await saveLines(ctx.tx, { bookId: book.id, now: ctx.now }, lines)
  await tellOrder(ctx, document)
  ctx.emit(`${objectOf(document)}.created`, listedView(document, book.isLive))
}

/** Whenever the state of its issue is another one. */
export async function tellOrder(ctx: WriteContext, { order_id }: StockDocument): Promise<void> {
  if (order_id !== null) await touchOrder(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, order_id)
}

interface References {
  body: DocumentCreate
  warehouse: Pick<WarehouseRow, 'id' | 'name' | 'type'>
  target?: Pick<WarehouseRow, 'id' | 'name'> | undefined
  partnerName?: string | null | undefined
}

export async function newDocument(
  ctx: WriteContext,
  type: MovementType,
  { body, warehouse, target, partnerName }: References,
  origin: Origin = {},
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
    repack_id: null,
    count_id: null,
    source_issue_id: null,
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

export const newLine = (documentId: string, place: number, line: LineCreate): LineColumns => ({
  id: newId(),
  document_id: documentId,
  line_order: place,
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
export function costOf({ movement_type, additional_cost }: StockDocument, lines: readonly LineColumns[]): string {
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

/** Batches come with the brewery; until then none can be referred to. */
async function referencesOf(
  ctx: WriteContext,
  type: MovementType,
  body: DocumentCreate,
): Promise<{ references: References; rows: ProblemRow[] }> {
  const rows: ProblemRow[] = []
  const warehouse = await usableWarehouse(ctx, body.warehouse_id)
  if (!warehouse) rows.push(invalidReference('warehouse_id'))
  const target = body.target_warehouse_id ? await anyWarehouse(ctx, body.target_warehouse_id) : undefined
  if (body.target_warehouse_id && !target) rows.push(invalidReference('target_warehouse_id'))
  rows.push(...targetFaults(type, body.movement_purpose, body.target_warehouse_id ?? null))
  const partner = body.partner_id ? await findPartner(ctx.tx, ctx.account.book.id, body.partner_id) : undefined
  if (body.partner_id && !partner?.isActive) rows.push(invalidReference('partner_id'))
  const order = body.order_id ? await findOrderToIssue(ctx.tx, ctx.account.book.id, body.order_id) : undefined
  if (body.order_id && !order) rows.push(invalidReference('order_id'))
  if (body.batch_id) rows.push(invalidReference('batch_id'))
  rows.push(...tooFarAhead('date', body.date, ctx.today))
  return { references: { body, warehouse: warehouse!, target, partnerName: partner?.name ?? null }, rows }
}

const anyWarehouse = (ctx: WriteContext, id: string) => findWarehouse(ctx.tx, ctx.account.book.id, id)

async function usableWarehouse(ctx: WriteContext, id: string): Promise<WarehouseRow | undefined> {
  const warehouse = await anyWarehouse(ctx, id)
  return warehouse?.is_active ? warehouse : undefined
}

/** Only a transfer has a destination, and it always has one. */
function targetFaults(type: MovementType, purpose: string | undefined, targetId: string | null): ProblemRow[] {
  const isTransfer = type === 'issue' && purpose === 'transfer'
  const field = 'target_warehouse_id'
  if (isTransfer && targetId === null) return [{ field, code: 'required', message: 'A transfer has a destination.' }]
  if (isTransfer || targetId === null) return []
  return [{ field, code: 'unexpected_field', message: 'Only a transfer has a destination.' }]
}

/** Rows found before are told together with those of the lines. */
export async function refuseItems(
  ctx: WriteContext,
  lines: readonly LineCreate[],
  prefix: (place: number) => string,
  found: readonly ProblemRow[] = [],
): Promise<void> {
  const items = await lineItemsOf(
    ctx,
    lines.map(line => line.item_id),
  )
  const unusable = unusableItems(lines, items, { field: place => `${prefix(place)}item_id`, isStockDocument: true })
  const rows = [...found, ...unusable]
  if (rows.length > 0) throw validationFailed(rows)
  await refuseUnits(ctx, lines, items, (place, name) => `${prefix(place)}${name}`)
}

/** A line may name a layer of its own item in its own warehouse. */
export async function refuseLots(
  ctx: WriteContext,
  warehouse: { id: string },
  lines: readonly { item_id: string; lot_id?: string | null | undefined }[],
  prefix: (place: number) => string,
): Promise<void> {
  const ids = lines.flatMap(({ lot_id }) => lot_id ?? [])
  if (ids.length === 0) return
  const lots = new Map((await findLotsToName(ctx.tx, ctx.account.book.id, ids)).map(lot => [lot.id, lot]))
  const rows = lines.flatMap(({ lot_id, item_id }, place) => {
    if (!lot_id) return []
    const lot = lots.get(lot_id)
    const fits = lot?.warehouse_id === warehouse.id && lot.item_id === item_id
    return fits ? [] : [invalidReference(`${prefix(place)}lot_id`)]
  })
  if (rows.length > 0) throw validationFailed(rows)
}

/** Only a draft is edited; what is confirmed is taken back first. */
export function refuseClosed({ status }: StockDocument): void {
  if (status !== 'draft') {
    throw problem('invalid_transition', { allowed_actions: allowedActions(stockDocument, status) })
  }
}

export async function changeDocument(
  ctx: WriteContext,
  before: StockDocument,
  body: DocumentPatch,
): Promise<StockDocument> {
  refuseClosed(before)
  const changed = await patched(ctx, before, body)
  const names = ['date', 'partner_id', 'notes', 'target_warehouse_id', 'additional_cost'] as const
  if (names.every(name => changed[name] === before[name])) return before
  changed.total_cost = costOf(changed, await listLines(ctx.tx, ctx.account.book.id, before.id))
  return touch(ctx, changed)
}

async function patched(ctx: WriteContext, before: StockDocument, body: DocumentPatch): Promise<StockDocument> {
  const rows: ProblemRow[] = []
  const partnerId = keep(body.partner_id, before.partner_id)
  const isNewPartner = partnerId !== null && partnerId !== before.partner_id
  const partner = isNewPartner ? await findPartner(ctx.tx, ctx.account.book.id, partnerId) : undefined
  if (isNewPartner && !partner?.isActive) rows.push(invalidReference('partner_id'))
  const targetId = keep(body.target_warehouse_id, before.target_warehouse_id)
  const target = targetId === null ? undefined : await anyWarehouse(ctx, targetId)
  if (targetId !== null && !target) rows.push(invalidReference('target_warehouse_id'))
  if (body.target_warehouse_id !== undefined) {
    rows.push(...targetFaults(before.movement_type, before.movement_purpose, targetId))
  }
  rows.push(...(await dateFaults(ctx, before, body.date)))
  if (rows.length > 0) throw validationFailed(rows)
  return {
    ...before,
    date: body.date ?? before.date,
    partner_id: partnerId,
    partner_name: isNewPartner ? partner!.name : partnerId === null ? null : before.partner_name,
    notes: keep(body.notes, before.notes),
    target_warehouse_id: targetId,
    target_name: target?.name ?? null,
    additional_cost: body.additional_cost ? plainText(body.additional_cost) : before.additional_cost,
  }
}

/** Goods cannot arrive before they left, a repack has one day, and a number carries its year. */
async function dateFaults(ctx: WriteContext, before: StockDocument, date: string | undefined): Promise<ProblemRow[]> {
  if (date === undefined || date === before.date) return []
  const far = tooFarAhead('date', date, ctx.today)
  if (far.length > 0) return far
  const row = (message: string): ProblemRow => ({ field: 'date', code: 'not_allowed', message })
  if (date.slice(0, 4) !== before.date.slice(0, 4)) return [row(`The number ${before.number} belongs to its year.`)]
  if (before.repack_id !== null) return [row('Both halves of a repack have its date.')]
  if (before.source_issue_id === null) return []
  const issue = await findDocument(ctx.tx, ctx.account.book.id, 'issue', before.source_issue_id)
  return date < issue!.date ? [row(`The goods left on ${issue!.date}.`)] : []
}

/** The next version. */
export async function touch(ctx: WriteContext, document: StockDocument): Promise<StockDocument> {
  const after = { ...document, version: document.version + 1, updated_at: ctx.now }
  await saveDocument(ctx.tx, ctx.account.book.id, after)
  return after
}
