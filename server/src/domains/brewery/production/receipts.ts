/** Beer leaves a batch for stock: a goods receipt, made and confirmed at once. */
import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { type Day, daysAfter } from '../../../lib/days.ts'
import { decimal, zero } from '../../../lib/decimal.ts'
import { refuseOtherUnit, refuseScale, unitOf } from '../../core/index.ts'
import {
  changedLevels,
  confirmReceiptPart,
  emitLevels,
  findWarehouse,
  insertDocument,
  type LevelEffects,
  listStockLines,
  type MovedPart,
  newDocument,
  newLine,
  requireUnlocked,
  type StockDocument,
  type WarehouseRow,
} from '../../stock/index.ts'
import type { ReceiveBody } from '../batches/bodies.ts'
import { appendEntries, type LedgerFacts, layerOf, newOperation } from '../batches/ledger.ts'
import { shown } from '../batches/loss.ts'
import { receiptOf } from '../batches/rules.ts'
import type { BatchPhase } from '../batches/schema.ts'
import type { Batch } from '../batches/store.ts'
import { ofDocument, refuseMoreBeer } from './port.ts'
import { type BeerRow, getBeer } from './store.ts'

type ReceiptTransition = Transition<Batch, BatchPhase, never, LevelEffects>

export async function receiveProduction(
  ctx: WriteContext,
  batch: Batch,
  body: ReceiveBody,
): Promise<ReceiptTransition> {
  const date = body.date ?? ctx.today
  const warehouse = await findWarehouse(ctx.tx, ctx.account.book.id, body.warehouse_id ?? batch.warehouse_id)
  const rows = [
    ...(warehouse?.is_active ? [] : [invalidReference('warehouse_id')]),
    ...tooFarAhead('date', body.date, ctx.today),
    ...brewedLater(batch, date),
  ]
  if (rows.length > 0) throw validationFailed(rows)
  const beer = await getBeer(ctx.tx, ctx.account.book.id, batch.item_id)
  await refuseOtherUnit(ctx, { sent: body.unit, unit: unitOf(beer), field: 'unit' })
  refuseScale(body.quantity, unitOf(beer), 'quantity')
  if (warehouse!.type === 'system') throw problem('system_warehouse')
  const { facts, row, levels } = await receiveBeer(ctx, batch, { ...body, beer, date, warehouse: warehouse! })
  emitLevels(ctx, levels)
  return {
    changes: facts,
    created: { object: 'goods_receipt', id: row.id },
    effects: () => changedLevels(ctx, levels),
    afterwards: shown(ctx),
  }
}

const brewedLater = ({ brew_date }: Batch, date: Day): ProblemRow[] =>
  date < brew_date ? [{ field: 'date', code: 'not_allowed', message: `The batch was brewed on ${brew_date}.` }] : []

/** What is received, in the unit of the beer. */
export interface ReceivedBeer extends Omit<ReceiveBody, 'unit' | 'warehouse_id'> {
  beer: BeerRow
  date: Day
  warehouse: WarehouseRow
  /** The run it is received for. */
  packaging_run_id?: string
}

/** Gives what the batch is then; saving that, and telling of the levels, is the caller's. */
export async function receiveBeer(
  ctx: WriteContext,
  batch: Batch,
  received: ReceivedBeer,
): Promise<MovedPart & { facts: LedgerFacts }> {
  const at = { warehouse_id: received.warehouse.id, date: received.date }
  await requireUnlocked(ctx, at, { itemIds: [batch.item_id] })
  const litres = decimal(received.quantity).times(received.beer.litres_per_unit)
  refuseMoreBeer(batch, received.beer, litres)
  const movements = receiptOf(layerOf(batch), litres, received.is_final ?? false)
  const receipt = await draftReceipt(ctx, batch, received)
  const lines = await listStockLines(ctx.tx, ctx.account.book.id, receipt.id)
  const values = new Map([[lines[0]!.id, zero.minus(movements[0]!.value)]])
  const moved = await confirmReceiptPart(ctx, receipt, { lines, values })
  const operation = newOperation(ctx, { note: received.note ?? null })
  const facts = await appendEntries(ctx, batch, { operation, entries: ofDocument(movements, receipt) })
  return { ...moved, facts }
}

async function draftReceipt(ctx: WriteContext, batch: Batch, received: ReceivedBeer): Promise<StockDocument> {
  const { beer, date, warehouse, quantity, additional_cost, note, packaging_run_id } = received
  const draft = await newDocument(ctx, 'receipt', {
    body: {
      warehouse_id: warehouse.id,
      movement_purpose: 'production_in',
      date,
      batch_id: batch.id,
      notes: note ?? null,
      ...(additional_cost !== undefined && { additional_cost }),
    },
    warehouse,
    origin: { packaging_run_id: packaging_run_id ?? null },
  })
  const line = newLine(draft.id, 1, {
    item_id: batch.item_id,
    quantity,
    lot_number: received.lot_number === undefined ? batch.number : received.lot_number,
    expiry_date: received.expiry_date === undefined ? bestBefore(beer, date) : received.expiry_date,
  })
  return insertDocument(ctx, draft, [line])
}

/** What keeps for so many days. */
export const bestBefore = ({ shelf_life_days }: Pick<BeerRow, 'shelf_life_days'>, date: Day): Day | null =>
  shelf_life_days === null ? null : daysAfter(date, shelf_life_days)
