/** Beer by the glass: which kegs the lines of a sale are drawn from, and what that leaves in them. */
import { invalidReference, type ProblemRow, problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Day } from '../../../lib/days.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { deleteDraws, listDrawable, listKegsOff, listTappedAt, saveDraws } from './drawing-store.ts'
import { type DrawnLine, drawFrom, spareOf, type Wanted } from './rules.ts'

/** For each line, in the order in which they were asked for, its draws or what is missing. */
export type DrawPlan = DrawnLine[]

/** A desk, or another one whose taps it draws from: there are two at some bars. */
interface DrawingDesk {
  id: string
  taps_of_id: string | null
}

export const tapsAt = ({ id, taps_of_id }: DrawingDesk): string => taps_of_id ?? id

/** Rows for lines that name a keg which is not tapped here, or holds another beer. */
export async function unknownKegs(
  ctx: WriteContext,
  desk: DrawingDesk,
  lines: readonly { base_item_id: string | null; keg_tap_id: string | null; field: string }[],
): Promise<ProblemRow[]> {
  const ids = lines.flatMap(({ keg_tap_id }) => keg_tap_id ?? [])
  if (ids.length === 0) return []
  const tapped = await listTappedAt(ctx.tx, ctx.account.book.id, { deskId: tapsAt(desk), ids })
  return lines.flatMap(({ base_item_id, keg_tap_id, field }) => {
    if (keg_tap_id === null) return []
    const isHere = tapped.some(keg => keg.id === keg_tap_id && keg.base_item_id === base_item_id)
    return isHere ? [] : [invalidReference(field)]
  })
}

/** What would be drawn on a day. Nothing is written; a line that is missing something cannot be served. */
export async function planDraws(
  ctx: WriteContext,
  desk: DrawingDesk,
  { wanted, day }: { wanted: readonly Wanted[]; day: Day },
): Promise<DrawPlan> {
  if (wanted.length === 0) return []
  const baseItemIds = [...new Set(wanted.map(({ base_item_id }) => base_item_id))]
  const kegs = await listDrawable(ctx.tx, ctx.account.book.id, { deskId: tapsAt(desk), baseItemIds, day })
  const open = kegs.map(({ id, tap_tolerance_pct, ...keg }) => ({
    keg_tap_id: id,
    base_item_id: keg.base_item_id,
    lot_id: keg.lot_id,
    remaining: decimal(keg.remaining_quantity),
    spare: spareOf(keg, tap_tolerance_pct),
  }))
  return drawFrom(open, wanted)
}

/** Once the beer was issued and the lines of the sale are saved: the kegs show what their layers have left. */
export function noteDraws(ctx: WriteContext, plan: DrawPlan): void {
  const rows = plan.flatMap(({ line, taps }) =>
    taps.map(({ keg_tap_id, quantity, overdrawn_quantity }, index) => ({
      line_id: line,
      keg_tap_id,
      sort_order: index + 1,
      quantity: plain(quantity),
      overdrawn_quantity: plain(overdrawn_quantity),
    })),
  )
  if (rows.length > 0) saveDraws(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, rows)
}

/** Once the issue of the beer was cancelled. A keg that is off the tap takes nothing back. */
export async function giveBackDraws(ctx: WriteContext, saleLineIds: string[]): Promise<void> {
  const bookId = ctx.account.book.id
  const off = await listKegsOff(ctx.tx, bookId, saleLineIds)
  if (off.length > 0) {
    throw problem('conflict', {
      ...because('keg_gone'),
      blockers: off.map(keg => ({ object: 'keg_tap', ...keg })),
    })
  }
  deleteDraws(ctx.tx, { bookId, now: ctx.now }, saleLineIds)
}
