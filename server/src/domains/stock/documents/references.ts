/** What a draft refers to: warehouses, a partner, an order, a batch, items, layers. */

import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { findPartner, lineItemsOf, refuseUnits, unusableItems } from '../../core/index.ts'
import { findOpenBatch } from '../production.ts'
import { findWarehouse, type WarehouseRow } from '../warehouses/store.ts'
import type { DocumentCreate, LineCreate, MovementType } from './schema.ts'
import { findLotsToName, findOrderToIssue } from './store.ts'

export interface References {
  body: DocumentCreate
  warehouse: Pick<WarehouseRow, 'id' | 'name' | 'type'>
  target?: Pick<WarehouseRow, 'id' | 'name'> | undefined
  partnerName?: string | null | undefined
}

export async function findReferences(
  ctx: WriteContext,
  type: MovementType,
  body: DocumentCreate,
): Promise<{ references: References; rows: ProblemRow[] }> {
  const rows: ProblemRow[] = []
  const warehouse = await usableWarehouse(ctx, body.warehouse_id)
  if (!warehouse) rows.push(invalidReference('warehouse_id'))
  const target = body.target_warehouse_id ? await anyWarehouse(ctx, body.target_warehouse_id) : undefined
  if (body.target_warehouse_id && !target) rows.push(invalidReference('target_warehouse_id'))
  else rows.push(...targetFaults(type, body.movement_purpose, body.target_warehouse_id ?? null))
  const order = body.order_id ? await findOrderToIssue(ctx.tx, ctx.account.book.id, body.order_id) : undefined
  if (body.order_id && !order) rows.push(invalidReference('order_id'))
  const partnerId = body.partner_id ?? order?.partner_id ?? null
  const partner = partnerId === null ? undefined : await findPartner(ctx.tx, ctx.account.book.id, partnerId)
  if (body.partner_id && !partner?.is_active) rows.push(invalidReference('partner_id'))
  const batch = await findOpenBatch(ctx, body.batch_id)
  if (body.batch_id && !batch) rows.push(invalidReference('batch_id'))
  if (isProduced(type, body.movement_purpose)) rows.push(...priceFaults(batch, body.lines ?? []))
  rows.push(...tooFarAhead('date', body.date, ctx.today))
  const ofLots = { warehouseId: warehouse?.id, prefix: (index: number) => `lines[${index}].` }
  rows.push(...(await lotFaults(ctx, body.lines ?? [], ofLots)))
  const found = { body: { ...body, partner_id: partnerId }, warehouse: warehouse!, target }
  return { references: { ...found, partnerName: partner?.name ?? null }, rows }
}

export const isProduced = (type: MovementType, purpose: string | undefined): boolean =>
  type === 'receipt' && purpose === 'production_in'

/** What a batch makes is worth what is in the batch: nobody names its price. */
export const priceFaults = (
  batch: { item_id: string } | undefined,
  lines: readonly { item_id: string; unit_price?: string | null | undefined }[],
  prefix = (index: number) => `lines[${index}].`,
): ProblemRow[] =>
  lines.flatMap(({ item_id, unit_price }, index) => {
    if (item_id !== batch?.item_id || (unit_price ?? null) === null) return []
    const message = 'The batch says what it is worth.'
    return [{ field: `${prefix(index)}unit_price`, code: 'unexpected_field', message }]
  })

export const anyWarehouse = (ctx: WriteContext, id: string) => findWarehouse(ctx.tx, ctx.account.book.id, id)

async function usableWarehouse(ctx: WriteContext, id: string): Promise<WarehouseRow | undefined> {
  const warehouse = await anyWarehouse(ctx, id)
  return warehouse?.is_active ? warehouse : undefined
}

/** Only the issue of a transfer has a destination, and it always has one. */
export function targetFaults(type: MovementType, purpose: string | undefined, targetId: string | null): ProblemRow[] {
  const isTransfer = type === 'issue' && purpose === 'transfer'
  const field = 'target_warehouse_id'
  if (isTransfer && targetId === null) return [{ field, code: 'required', message: 'A transfer needs a destination.' }]
  if (isTransfer || targetId === null) return []
  return [{ field, code: 'unexpected_field', message: 'Only the issue of a transfer has a destination.' }]
}

/** Rows found before are told together with those of the lines. */
export async function refuseItems(
  ctx: WriteContext,
  lines: readonly LineCreate[],
  { prefix, found = [] }: { prefix: (index: number) => string; found?: readonly ProblemRow[] },
): Promise<void> {
  const items = await lineItemsOf(
    ctx,
    lines.map(line => line.item_id),
  )
  const unusable = unusableItems(lines, items, { field: index => `${prefix(index)}item_id`, isStockDocument: true })
  const rows = [...found, ...unusable]
  if (rows.length > 0) throw validationFailed(rows)
  await refuseUnits(ctx, { lines, items, field: (index, name) => `${prefix(index)}${name}` })
}

interface OfLots {
  /** None when the warehouse that was named is not there itself. */
  warehouseId: string | undefined
  prefix: (index: number) => string
}

type NamesLot = Pick<LineCreate, 'item_id' | 'lot_id'>

/** A line may name a layer of its own item in its own warehouse. */
export async function lotFaults(
  ctx: WriteContext,
  lines: readonly NamesLot[],
  { warehouseId, prefix }: OfLots,
): Promise<ProblemRow[]> {
  const ids = lines.flatMap(({ lot_id }) => lot_id ?? [])
  if (ids.length === 0) return []
  const lots = new Map((await findLotsToName(ctx.tx, ctx.account.book.id, ids)).map(lot => [lot.id, lot]))
  return lines.flatMap(({ lot_id, item_id }, index) => {
    if (!lot_id) return []
    const lot = lots.get(lot_id)
    const fits = lot?.item_id === item_id && (warehouseId === undefined || lot.warehouse_id === warehouseId)
    return fits ? [] : [invalidReference(`${prefix(index)}lot_id`)]
  })
}

export async function refuseLots(ctx: WriteContext, lines: readonly NamesLot[], of: OfLots): Promise<void> {
  const rows = await lotFaults(ctx, lines, of)
  if (rows.length > 0) throw validationFailed(rows)
}
