/** Repacks: an issue and a receipt that go together. What goes in carries its cost to what comes out. */
import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, problem } from '../../../contract/problems.ts'
import { allowedActions } from '../../../contract/workflow.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { runAction, type Transition } from '../../../kernel/transitions.ts'
import { decimal, plain, zero } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { insertDocument, newDocument, newLine } from '../documents/actions.ts'
import { goodsReceipts, stockIssues } from '../documents/document.ts'
import { cancelPart, confirmIssuePart, confirmReceiptPart } from '../documents/parts.ts'
import { lotFaults, refuseItems } from '../documents/references.ts'
import type { MovementType } from '../documents/schema.ts'
import { listStockLines, type StockDocument, stockLineTable } from '../documents/store.ts'
import { postedQuantity } from '../documents/view.ts'
import { emitLevels } from '../levels/actions.ts'
import {
  changedLevels,
  type LevelEffects,
  type Move,
  type MoveEffects,
  movedLines,
  takenValue,
} from '../levels/effects.ts'
import type { LevelRow } from '../levels/store.ts'
import { requireUnlocked } from '../locks/actions.ts'
import { repackValues, unitPriceOf } from '../posting/rules.ts'
import { findWarehouse, type WarehouseRow } from '../warehouses/store.ts'
import { repacks } from './document.ts'
import type { RepackCreate } from './schema.ts'
import type { Repack } from './store.ts'

export async function addRepack(ctx: WriteContext, body: RepackCreate): Promise<Repack> {
  const { book } = ctx.account
  const found = await findWarehouse(ctx.tx, book.id, body.warehouse_id)
  const rows = [
    ...(found?.is_active ? [] : [invalidReference('warehouse_id')]),
    ...tooFarAhead('date', body.date, ctx.today),
    ...(await lotFaults(ctx, body.from, { warehouseId: found?.id, prefix: index => `from[${index}].` })),
  ]
  const sides = [...body.from.map((_, index) => `from[${index}].`), ...body.to.map((_, index) => `to[${index}].`)]
  await refuseItems(ctx, [...body.from, ...body.to], { prefix: index => sides[index]!, found: rows })
  const warehouse = found!
  if (warehouse.type === 'system') throw problem('system_warehouse')
  return repacks.insert(ctx, await newRepack(ctx, body, warehouse), body.external_ref)
}

/** With drafts of both halves. */
async function newRepack(ctx: WriteContext, body: RepackCreate, warehouse: WarehouseRow): Promise<Repack> {
  const id = newId()
  const date = body.date ?? ctx.today
  const head = { warehouse_id: warehouse.id, movement_purpose: 'repack' as const, date, notes: body.notes ?? null }
  const insertHalf = async (type: MovementType, lines: RepackCreate['from']) => {
    const draft = await newDocument(ctx, type, { body: head, warehouse, origin: { repack_id: id } })
    const ownLines = lines.map((line, index) => newLine(draft.id, index + 1, line))
    return insertDocument(ctx, draft, ownLines)
  }
  const number = await takeNumber(ctx, 'repack', date)
  const issue = await insertHalf('issue', body.from)
  const receipt = await insertHalf('receipt', body.to)
  return {
    id,
    version: 1,
    number,
    status: 'draft',
    date,
    warehouse_id: warehouse.id,
    warehouse_name: warehouse.name,
    issue_id: issue.id,
    receipt_id: receipt.id,
    keg_tap_id: null,
    target_warehouse_id: null,
    notes: body.notes ?? null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

async function halvesOf(ctx: WriteContext, repack: Repack): Promise<{ issue: StockDocument; receipt: StockDocument }> {
  const { id } = ctx.account.book
  const issue = await stockIssues.table.find(ctx.tx, id, repack.issue_id)
  const receipt = await goodsReceipts.table.find(ctx.tx, id, repack.receipt_id)
  return { issue: issue!, receipt: receipt! }
}

type RepackTransition = Transition<Repack, Repack['status'], never, LevelEffects>

function moved(ctx: WriteContext, levels: LevelRow[]): RepackTransition {
  emitLevels(ctx, levels)
  return { effects: () => changedLevels(ctx, levels) }
}

type ConfirmTransition = Transition<Repack, Repack['status'], never, MoveEffects>

async function confirm(ctx: WriteContext, repack: Repack): Promise<ConfirmTransition> {
  const { book } = ctx.account
  await requireUnlocked(ctx, repack, { documentIds: [repack.issue_id, repack.receipt_id] })
  const { issue, receipt } = await halvesOf(ctx, repack)
  const inputs = await listStockLines(ctx.tx, book.id, issue.id)
  const taken = await confirmIssuePart(ctx, issue, { lines: inputs })
  const outputs = await listStockLines(ctx.tx, book.id, receipt.id)
  const values = repackValues(
    decimal(taken.row.total_cost),
    outputs.map(line => ({ quantity: decimal(postedQuantity(line)), volumeL: line.volume_l })),
  )
  const valued = outputs.map((line, index) => ({
    ...line,
    given_value: plain(values[index]!),
    unit_price: plain(unitPriceOf(values[index]!, decimal(postedQuantity(line)))),
  }))
  await stockLineTable.save(ctx.tx, { bookId: book.id, now: ctx.now }, valued)
  const made = await confirmReceiptPart(ctx, receipt, { lines: valued })
  const levels = [...taken.levels, ...made.levels]
  const moves: Move[] = [
    ...inputs.map(line => ({
      line,
      quantity: zero.minus(postedQuantity(line)),
      value: zero.minus(takenValue(taken.allocations!, line.id)),
    })),
    ...outputs.map((line, index) => ({ line, quantity: decimal(postedQuantity(line)), value: values[index]! })),
  ]
  return { ...moved(ctx, levels), effects: () => movedLines(ctx, levels, moves) }
}

/** What came out goes first: it must all be there still. */
async function cancel(ctx: WriteContext, repack: Repack): Promise<RepackTransition> {
  await requireUnlocked(ctx, repack, { documentIds: [repack.issue_id, repack.receipt_id] })
  const { issue, receipt } = await halvesOf(ctx, repack)
  const made = await cancelPart(ctx, receipt)
  const taken = await cancelPart(ctx, issue)
  return moved(ctx, [...made.levels, ...taken.levels])
}

const code = { confirm, cancel }

export const repackActions = documentActions(repacks, code)

/** What belongs to a keg is closed to callers, not to the keg. */
export async function cancelRepackPart(ctx: WriteContext, row: Repack): Promise<LevelEffects> {
  const openActions = ({ status }: Repack) => allowedActions(repacks.workflow, status)
  const acted = await runAction(ctx, { document: { ...repacks, openActions }, code, key: 'cancel', row, body: {} })
  return acted.effects!() as LevelEffects
}
