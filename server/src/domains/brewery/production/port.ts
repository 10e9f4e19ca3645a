/** What a batch makes of the stock documents that refer to it. */
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, moneyText, plain } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import { type Production, type ProductionPlan, postedQuantity, type StockDocument } from '../../stock/index.ts'
import { appendEntries, layerOf, type NewEntry, newOperation, reverseEntries } from '../batches/ledger.ts'
import { touchBatch } from '../batches/occupancy.ts'
import { type Movement, withMaterial } from '../batches/rules.ts'
import { type Batch, type BatchEntry, batchTable, listStandingEntries } from '../batches/store.ts'
import { isOpen } from '../batches/workflow.ts'
import { followStock } from '../vessels/store.ts'
import { askedBy, produce } from './rules.ts'
import { type BeerRow, getBeer, listEntriesOfDocument } from './store.ts'

export const batchProduction: Production = {
  async findOpenBatch(ctx, batchId) {
    const batch = await batchTable.find(ctx.tx, ctx.account.book.id, batchId)
    return batch && isOpen(batch.phase) ? batch : undefined
  },
  async plan(ctx, document, lines) {
    const batch = await batchOf(ctx, document)
    refuseEnded(batch)
    if (isMaterial(document)) return planMaterial(ctx, batch)
    if (!isReceipt(document)) return { values: new Map(), posted: async () => {} }
    const produced = lines.map(line => ({ ...line, quantity: decimal(postedQuantity(line)) }))
    return planReceipt(ctx, batch, produced)
  },
  async takeBack(ctx, document) {
    if (!isMaterial(document) && !isReceipt(document)) return
    const batch = await batchOf(ctx, document)
    refuseEnded(batch)
    const undone = await listEntriesOfDocument(ctx.tx, ctx.account.book.id, document.id)
    if (isMaterial(document)) await refuseMovedOn(ctx, batch, undone)
    await touchBatch(ctx, batch, await reverseEntries(ctx, batch, { operation: newOperation(ctx), undone }))
  },
  stockMoved: (ctx, itemIds) => followStock(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, itemIds),
}

const batchOf = (ctx: WriteContext, { batch_id }: StockDocument): Promise<Batch> =>
  batchTable.get(ctx.tx, ctx.account.book.id, batch_id!)

/** Documents of other purposes name a batch for reading and tracing alone. */
const isMaterial = ({ movement_type, movement_purpose }: StockDocument): boolean =>
  movement_type === 'issue' && movement_purpose === 'production_out'

const isReceipt = ({ movement_type, movement_purpose }: StockDocument): boolean =>
  movement_type === 'receipt' && movement_purpose === 'production_in'

export function refuseEnded({ id, number, phase }: Batch): void {
  if (isOpen(phase)) return
  const detail = `The batch ${number} is ${phase}.`
  throw problem('conflict', { detail, blockers: [{ object: 'batch', id, number, phase }] })
}

/** Entries of a document, for the ledger. */
export const ofDocument = (
  movements: readonly Movement[],
  { movement_type, id, number }: Pick<StockDocument, 'movement_type' | 'id' | 'number'>,
): NewEntry[] =>
  movements.map(movement => ({
    ...movement,
    document_object: movement_type === 'receipt' ? ('goods_receipt' as const) : ('stock_issue' as const),
    document_id: id,
    document_number: number,
  }))

async function note(ctx: WriteContext, batch: Batch, entries: NewEntry[]): Promise<void> {
  await touchBatch(ctx, batch, await appendEntries(ctx, batch, { operation: newOperation(ctx), entries }))
}

/** B2, B8: where no litre is left, nothing can be added to it. */
function planMaterial(ctx: WriteContext, batch: Batch): ProductionPlan {
  const { id, number, volume_l } = batch
  if (volume_l === '0') {
    const detail = `Nothing of the batch ${number} is in process any more.`
    throw problem('conflict', { detail, blockers: [{ object: 'batch', id, number, volume_l }] })
  }
  return {
    values: new Map(),
    posted: row => note(ctx, batch, ofDocument([withMaterial(decimal(row.total_cost))], row)),
  }
}

async function planReceipt(
  ctx: WriteContext,
  batch: Batch,
  lines: Parameters<typeof askedBy>[0],
): Promise<ProductionPlan> {
  const row = await getBeer(ctx.tx, ctx.account.book.id, batch.item_id)
  const beer = { ...row, litres_per_unit: decimal(row.litres_per_unit) }
  const { litres, value } = askedBy(lines, beer)
  refuseMoreBeer(batch, row, litres)
  if (value.gt(batch.value)) {
    const { id, number, volume_l } = batch
    throw problem('conflict', {
      ...because('by_products_too_dear', { amount: plain(value), number }),
      blockers: [{ object: 'batch', id, number, volume_l, value: moneyText(batch.value) }],
    })
  }
  const { values, movements } = produce(layerOf(batch), lines, beer)
  return { values, posted: receipt => note(ctx, batch, ofDocument(movements, receipt)) }
}

/** In the unit of the beer: what was asked for, and what there is. */
export function refuseMoreBeer({ id, number, volume_l }: Batch, beer: BeerRow, litres: Decimal): void {
  if (litres.lte(volume_l ?? '0')) return
  const unit = unitOf(beer)
  const inUnits = (volume: Decimal) => plain(volume.div(beer.litres_per_unit).round(unit.decimals ?? 3, 'cut'))
  throw problem('conflict', {
    ...because('batch_too_small', { number, limit: volume_l ?? '0' }),
    blockers: [
      {
        object: 'batch',
        id,
        number,
        requested: inUnits(litres),
        available: inUnits(decimal(volume_l ?? '0')),
        unit,
      },
    ],
  })
}

/** Materials whose value has gone on into beer cannot be taken out again. */
async function refuseMovedOn(ctx: WriteContext, batch: Batch, undone: readonly BatchEntry[]): Promise<void> {
  const since = undone.at(-1)!.sequence
  const standing = await listStandingEntries(ctx.tx, ctx.account.book.id, batch.id)
  const moved = standing.filter(({ sequence, value }) => sequence > since && decimal(value).lt(0))
  if (moved.length === 0) return
  throw problem('conflict', {
    ...because('value_gone_on', { number: batch.number }),
    blockers: moved.map(entry => blockerOf(batch, entry)),
  })
}

function blockerOf(batch: Batch, entry: BatchEntry) {
  if (entry.document_id !== null) {
    const { document_object, document_id, document_number } = entry
    return { object: document_object!, id: document_id, status: 'confirmed', number: document_number! }
  }
  const other = entry.other_batch_id
  if (other !== null) return { object: 'batch' as const, id: other, number: entry.other_batch_number! }
  const { id, number, phase } = batch
  const value = moneyText(plain(decimal(entry.value).times(-1)))
  return { object: 'batch' as const, id, number, phase, value }
}
