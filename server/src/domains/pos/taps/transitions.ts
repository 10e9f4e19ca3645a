/** What becomes of a keg: emptied, taken off, tapped again. */
import { invalidReference, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { decimal } from '../../../lib/decimal.ts'
import {
  changedLevels,
  confirmIssuePart,
  emitLevels,
  getSystemWarehouse,
  insertDocument,
  type LevelEffects,
  listStockLines,
  type MovedPart,
  newDocument,
  newLine,
  requireUnlocked,
  takeBackKeg,
} from '../../stock/index.ts'
import { findDesk } from '../desks/store.ts'
import { openDesk, refuseTaken } from './actions.ts'
import { kegTaps } from './document.ts'
import { isUntouched } from './rules.ts'
import type { KegStatus, RetapBody } from './schema.ts'
import type { KegTap } from './store.ts'

type KegTransition<Effects = never> = Transition<KegTap, KegStatus, never, Effects>

const nothingLeft = { remaining_quantity: '0', remaining_cost: '0' }

async function empty(ctx: WriteContext, keg: KegTap): Promise<KegTransition<LevelEffects>> {
  const isEmpty = decimal(keg.remaining_quantity).eq(0)
  const waste = isEmpty ? undefined : await wasteRest(ctx, keg)
  const levels = waste?.levels ?? []
  emitLevels(ctx, levels)
  return {
    changes: {
      ...nothingLeft,
      wasted_quantity: keg.remaining_quantity,
      ended_at: keg.ended_at ?? ctx.now,
      stock_issue_id: waste?.row.id ?? null,
    },
    effects: () => changedLevels(ctx, levels),
  }
}

async function wasteRest(ctx: WriteContext, keg: KegTap): Promise<MovedPart> {
  const warehouse = await getSystemWarehouse(ctx.tx, ctx.account.book.id, 'on_tap')
  const body = { warehouse_id: warehouse.id, movement_purpose: 'waste' as const, date: ctx.today }
  await requireUnlocked(ctx, body, { itemIds: [keg.base_item_id] })
  const draft = await newDocument(ctx, 'issue', { body, warehouse, origin: { keg_tap_id: keg.id } })
  const rest = { item_id: keg.base_item_id, quantity: keg.remaining_quantity, lot_id: keg.lot_id }
  const row = await insertDocument(ctx, draft, [newLine(draft.id, 1, rest)])
  return confirmIssuePart(ctx, row, { lines: await listStockLines(ctx.tx, ctx.account.book.id, row.id) })
}

async function remove(ctx: WriteContext, keg: KegTap): Promise<KegTransition<LevelEffects>> {
  const off = { ended_at: ctx.now }
  if (!isUntouched(keg)) return { to: 'removed', changes: off, effects: () => ({ levels: [] }) }
  const moved = await takeBackKeg(ctx, keg.repack_id)
  return { to: 'returned', changes: { ...nothingLeft, ...off }, effects: () => moved }
}

async function retap(ctx: WriteContext, keg: KegTap, body: RetapBody): Promise<KegTransition> {
  const named = await findDesk(ctx.tx, ctx.account.book.id, body.cash_desk_id ?? keg.cash_desk_id)
  if (!named) throw validationFailed([invalidReference('cash_desk_id')])
  const desk = await openDesk(ctx, named)
  await refuseTaken(ctx, desk, body.tap_number)
  return {
    changes: {
      cash_desk_id: desk.id,
      cash_desk_name: desk.name,
      tap_number: body.tap_number,
      tapped_at: ctx.now,
      ended_at: null,
    },
  }
}

export const kegTapActions = documentActions(kegTaps, { empty, remove, retap })
