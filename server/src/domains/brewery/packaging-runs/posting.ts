/** The stock documents of a packaging run: made and confirmed within its own confirmation, all dated as it is. */
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, plain } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import {
  confirmIssuePart,
  confirmReceiptPart,
  insertDocument,
  listStockLines,
  type MovedPart,
  type MovementPurpose,
  type MovementType,
  newDocument,
  newLine,
  type StockLineRow,
  unitPriceOf,
  type WarehouseRow,
} from '../../stock/index.ts'
import { touchBatch } from '../batches/occupancy.ts'
import { batchTable } from '../batches/store.ts'
import { refuseEnded } from '../production/port.ts'
import { receiveBeer } from '../production/receipts.ts'
import { getBeer } from '../production/store.ts'
import { type FillingCost, takeFrom } from './rules.ts'
import { listLayersOfBatch, type PackagingRun, type PackedOutput } from './store.ts'

type NewLine = ReturnType<typeof newLine>

interface Draft {
  type: MovementType
  purpose: MovementPurpose
  warehouse: WarehouseRow
  /** The batch it names. */
  batchId: string | null
  /** Of its lines, once the document has an id. */
  lines(documentId: string): NewLine[]
}

/** A document of the run with its lines, not yet confirmed. */
async function draftOf(ctx: WriteContext, run: PackagingRun, { type, purpose, warehouse, batchId, lines }: Draft) {
  const body = { warehouse_id: warehouse.id, movement_purpose: purpose, date: run.date, batch_id: batchId }
  const draft = await newDocument(ctx, type, { body, warehouse, origin: { packaging_run_id: run.id } })
  const row = await insertDocument(ctx, draft, lines(draft.id))
  return { row, lines: await listStockLines(ctx.tx, ctx.account.book.id, row.id) }
}

/** What the batch has in process becomes a layer of stock; its id, with what moved. */
export async function receiveFromBatch(
  ctx: WriteContext,
  run: PackagingRun,
  warehouse: WarehouseRow,
): Promise<MovedPart & { lotId: string }> {
  const bookId = ctx.account.book.id
  const batch = await batchTable.get(ctx.tx, bookId, run.batch_id!)
  refuseEnded(batch)
  const { facts, ...moved } = await receiveBeer(ctx, batch, {
    beer: await getBeer(ctx.tx, bookId, batch.item_id),
    quantity: run.released_quantity,
    date: run.date,
    warehouse,
    is_final: run.is_final,
    packaging_run_id: run.id,
  })
  await touchBatch(ctx, batch, facts)
  const [line] = await listStockLines(ctx.tx, bookId, moved.row.id)
  return { ...moved, lotId: line!.id }
}

/** The beer that is filled, and what is lost on the way: out of one layer, out of those of the batch, or by FIFO. */
export async function releaseBeer(
  ctx: WriteContext,
  run: PackagingRun,
  { warehouse, lotId }: { warehouse: WarehouseRow; lotId: string | null },
): Promise<MovedPart> {
  const isOfBatch = lotId === null && run.batch_id !== null
  const parts = isOfBatch ? await partsOfBatch(ctx, run) : undefined
  const { row, lines } = await draftOf(ctx, run, {
    type: 'issue',
    purpose: 'tank_release',
    warehouse,
    batchId: run.batch_id,
    lines: documentId =>
      parts?.map((part, index) =>
        newLine(documentId, index + 1, {
          item_id: run.item_id,
          quantity: plain(part.quantity),
          lot_id: part.lotId,
        }),
      ) ?? [beerLine(run, documentId, lotId)],
  })
  return confirmIssuePart(ctx, row, { lines })
}

/** Called like its run, so that a refusal names something the caller knows. */
const beerLine = (run: PackagingRun, documentId: string, lotId: string | null): NewLine => ({
  ...newLine(documentId, 1, { item_id: run.item_id, quantity: run.released_quantity, lot_id: lotId }),
  id: run.id,
})

async function partsOfBatch(ctx: WriteContext, run: PackagingRun): Promise<{ lotId: string; quantity: Decimal }[]> {
  refuseEnded(await batchTable.get(ctx.tx, ctx.account.book.id, run.batch_id!))
  const layers = await listLayersOfBatch(ctx.tx, ctx.account.book.id, {
    batchId: run.batch_id!,
    itemId: run.item_id,
    warehouseId: run.warehouse_id,
    day: run.date,
  })
  const released = decimal(run.released_quantity)
  const { taken, missing } = takeFrom(layers, released)
  if (missing.eq(0)) return taken
  throw problem('conflict', {
    ...because('beer_short_on_date'),
    blockers: [
      {
        line_id: run.id,
        item_id: run.item_id,
        requested: run.released_quantity,
        available: plain(released.minus(missing)),
        unit: unitOf(run),
      },
    ],
  })
}

/** By FIFO, output by output; each line is called like the material it is for. Nothing where nothing is used. */
export async function issueMaterials(
  ctx: WriteContext,
  run: PackagingRun,
  { warehouse, outputs }: { warehouse: WarehouseRow; outputs: readonly PackedOutput[] },
): Promise<(MovedPart & { lines: StockLineRow[] }) | undefined> {
  const materials = outputs.flatMap(output => output.materials)
  if (materials.length === 0) return undefined
  const { row, lines } = await draftOf(ctx, run, {
    type: 'issue',
    purpose: 'packaging_consumption',
    warehouse,
    batchId: run.batch_id,
    lines: documentId =>
      materials.map(({ id, item_id, quantity, lot_id }, index) => ({
        ...newLine(documentId, index + 1, { item_id, quantity, lot_id }),
        id,
      })),
  })
  const moved = await confirmIssuePart(ctx, row, { lines })
  return { ...moved, lines: await listStockLines(ctx.tx, ctx.account.book.id, row.id) }
}

/** Each line, and so each layer, is called like its output. They name no batch: they take nothing from what it has. */
export async function receiveProducts(
  ctx: WriteContext,
  run: PackagingRun,
  made: { warehouse: WarehouseRow; outputs: readonly PackedOutput[]; costs: readonly FillingCost[] },
): Promise<MovedPart> {
  const { row, lines } = await draftOf(ctx, run, {
    type: 'receipt',
    purpose: 'production_in',
    warehouse: made.warehouse,
    batchId: null,
    lines: documentId =>
      made.outputs.map(({ id, item_id, quantity, lot_number, expiry_date }, index) => {
        const { value } = made.costs[index]!
        const unit_price = plain(unitPriceOf(value, decimal(quantity)))
        const line = newLine(documentId, index + 1, { item_id, quantity, unit_price, lot_number, expiry_date })
        return { ...line, id, given_value: plain(value) }
      }),
  })
  return confirmReceiptPart(ctx, row, { lines })
}
