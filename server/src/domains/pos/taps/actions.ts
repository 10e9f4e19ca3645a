/** A keg is tapped: out of the warehouse of the desk, onto its tap. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { dayIn } from '../../../lib/days.ts'
import { plain, plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { type Instant, parseInstant, toMilliseconds } from '../../../lib/instants.ts'
import { type Item, lineItemsOf, unitOf } from '../../core/index.ts'
import {
  findWarehouse,
  getSystemWarehouse,
  type IssuePlan,
  type LevelRow,
  type RepackedKeg,
  refuseLots,
  repackKeg,
} from '../../stock/index.ts'
import { type Desk, findDesk } from '../desks/store.ts'
import { kegTaps } from './document.ts'
import { tapsAt } from './drawing.ts'
import { isKeg } from './rules.ts'
import type { TapBody } from './schema.ts'
import { findTapped, type KegTap } from './store.ts'

/** At the desk itself, or at the one whose taps it shares. */
export async function tapKeg(
  ctx: WriteContext,
  named: Desk,
  body: TapBody,
): Promise<{ keg: KegTap; levels: LevelRow[] }> {
  const tappedAt = body.tapped_at === undefined ? ctx.now : parseInstant(body.tapped_at)!
  const { item, beer } = await findKeg(ctx, body, tappedAt)
  const desk = await openDesk(ctx, named)
  await refuseLots(ctx, [body], { warehouseId: desk.warehouse_id, prefix: () => '' })
  await refuseTaken(ctx, desk, body.tap_number)
  const id = newId()
  const made = await takeKeg(ctx, { id, desk, item, beer, lotId: body.lot_id ?? null, tappedAt })
  const keg = newKeg({ desk, item, beer }, { id, tapNumber: body.tap_number, tappedAt, now: ctx.now, made })
  return { keg: await kegTaps.insert(ctx, keg), levels: made.levels }
}

async function findKeg(
  ctx: WriteContext,
  { item_id }: TapBody,
  tappedAt: Instant,
): Promise<{ item: Item; beer: Item }> {
  const item = (await lineItemsOf(ctx, [item_id])).get(item_id)
  const rows: ProblemRow[] = item?.is_active && isKeg(item) ? [] : [invalidReference('item_id')]
  if (tappedAt > ctx.now) {
    rows.push({ field: 'tapped_at', code: 'not_allowed', message: 'A keg cannot be tapped in the future.' })
  }
  if (rows.length > 0) throw validationFailed(rows)
  const beer = (await lineItemsOf(ctx, [item!.base_item_id!])).get(item!.base_item_id!)
  return { item: item!, beer: beer! }
}

/** The desk whose taps these are; neither it nor the one that shares them may be out of use. */
export async function openDesk(ctx: WriteContext, named: Desk): Promise<Desk> {
  const desk = named.taps_of_id === null ? named : await findDesk(ctx.tx, ctx.account.book.id, tapsAt(named))
  const closed = [named, desk!].find(({ is_active }) => !is_active)
  if (closed) throw problem('conflict', because('out_of_use', { name: closed.name }))
  return desk!
}

export async function refuseTaken(ctx: WriteContext, desk: Desk, tapNumber: number): Promise<void> {
  const keg = await findTapped(ctx.tx, ctx.account.book.id, { deskId: desk.id, tapNumber })
  if (!keg) return
  throw problem('conflict', {
    ...because('tap_taken', { tap: String(tapNumber) }),
    blockers: [{ object: 'keg_tap', id: keg.id, status: keg.status }],
  })
}

interface Taking {
  id: string
  desk: Desk
  item: Item
  beer: Item
  lotId: string | null
  tappedAt: Instant
}

async function takeKeg(ctx: WriteContext, { id, desk, item, beer, lotId, tappedAt }: Taking): Promise<RepackedKeg> {
  const { book, tenant } = ctx.account
  return repackKeg(ctx, {
    kegTapId: id,
    date: dayIn(tenant.timeZone, toMilliseconds(tappedAt)),
    warehouse: (await findWarehouse(ctx.tx, book.id, desk.warehouse_id))!,
    target: await getSystemWarehouse(ctx.tx, book.id, 'on_tap'),
    keg: { item_id: item.id, lot_id: lotId },
    beer: { item_id: beer.id, quantity: item.base_item_quantity! },
    refuse: plan => refuseShortage(plan, item),
  })
}

/** Not there on that day, or held for orders: either way there is none to tap. */
function refuseShortage({ shortages, held }: IssuePlan, item: Item): void {
  const [short] = [...shortages, ...held]
  if (!short) return
  const { requested, available } = short
  const blocker = { item_id: item.id, requested: plain(requested), available: plain(available), unit: unitOf(item) }
  throw problem('item_not_in_stock', { ...because('no_free_keg', { name: item.name }), blockers: [blocker] })
}

interface Tapped {
  id: string
  tapNumber: number
  tappedAt: Instant
  now: Instant
  made: RepackedKeg
}

function newKeg(
  { desk, item, beer }: Pick<Taking, 'desk' | 'item' | 'beer'>,
  { id, tapNumber, tappedAt, now, made }: Tapped,
): KegTap {
  const quantity = plainText(item.base_item_quantity!)
  const { unit_id, unit_code, unit_symbol, unit_dimension, unit_decimals } = beer
  return {
    id,
    version: 1,
    status: 'tapped',
    cash_desk_id: desk.id,
    cash_desk_name: desk.name,
    tap_number: tapNumber,
    item_id: item.id,
    item_code: item.code,
    item_name: item.name,
    base_item_id: beer.id,
    base_item_code: beer.code,
    base_item_name: beer.name,
    ...{ unit_id, unit_code, unit_symbol, unit_dimension, unit_decimals },
    lot_id: made.lot.id,
    lot_number: made.lot.lot_number,
    expiry_date: made.lot.expiry_date,
    quantity,
    sold_quantity: '0',
    overdrawn_quantity: '0',
    wasted_quantity: '0',
    remaining_quantity: quantity,
    total_cost: made.cost,
    remaining_cost: made.cost,
    tapped_at: tappedAt,
    ended_at: null,
    repack_id: made.repack.id,
    stock_issue_id: null,
    created_at: now,
    updated_at: now,
  }
}
