/** Reservations as orders use them: reserve at confirm, move by a line's delta, release at cancel and at delivery. */
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain, zero } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import type { LevelRow } from '../levels/store.ts'
import { listLevelsNow, theseItems } from '../posting/store.ts'
import { type Reservation, reservedBy, reserveFree } from './rules.ts'
import {
  closeReservations,
  deleteReservations,
  insertReservations,
  listOfOrder,
  listQueue,
  type NewReservation,
  saveReservations,
  updateWanted,
} from './store.ts'

/** What was settled: the levels that changed, and all who hold or wait for the items, as they are then. */
export interface Settled {
  levels: LevelRow[]
  reservations: Reservation[]
}

/** R8: reserves what is free, up to the need. */
export async function reserve(ctx: WriteContext, lines: readonly NewReservation[]): Promise<Settled> {
  if (lines.length === 0) return { levels: [], reservations: [] }
  insertReservations(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, lines)
  return settleAll(
    ctx,
    lines.map(({ warehouseId, itemId }) => ({ warehouse_id: warehouseId, item_id: itemId })),
  )
}

/** The order no longer needs anything; what it held goes to the others that wait. */
export async function release(ctx: WriteContext, orderId: string): Promise<LevelRow[]> {
  const rows = await listOfOrder(ctx.tx, ctx.account.book.id, orderId)
  return drop(ctx, rows)
}

/** The order gets no more than was issued to it. What is taken back of that is held for it again. */
export async function releaseRest(ctx: WriteContext, orderId: string): Promise<LevelRow[]> {
  const rows = await closeReservations(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, orderId)
  return rows.length === 0 ? [] : (await settleAll(ctx, rows)).levels
}

/** One line no longer needs anything. */
export async function releaseLine(ctx: WriteContext, orderId: string, lineId: string): Promise<LevelRow[]> {
  const rows = await listOfOrder(ctx.tx, ctx.account.book.id, orderId)
  return drop(
    ctx,
    rows.filter(({ id }) => id === lineId),
  )
}

async function drop(ctx: WriteContext, rows: { id: string; warehouse_id: string; item_id: string }[]) {
  if (rows.length === 0) return []
  const bookId = ctx.account.book.id
  deleteReservations(
    ctx.tx,
    bookId,
    rows.map(({ id }) => id),
  )
  return (await settleAll(ctx, rows)).levels
}

/** The hold of a line moves by the difference of that line only. */
export async function changeWanted(
  ctx: WriteContext,
  line: { id: string; warehouseId: string; itemId: string; wanted: string },
): Promise<LevelRow[]> {
  const bookId = ctx.account.book.id
  const at = { bookId, warehouseId: line.warehouseId, items: theseItems([line.itemId]), lineId: line.id }
  const queue = await listQueue(ctx.tx, at)
  const before = queue.find(({ id }) => id === line.id)
  if (!before) return []
  const need = decimal(line.wanted).minus(before.issued)
  const reserved = before.reserved.lt(need) ? before.reserved : need.gt(0) ? need : zero
  await updateWanted(ctx.tx, { bookId, now: ctx.now }, { id: line.id, wanted: line.wanted, reserved: plain(reserved) })
  return (await settleAll(ctx, [{ warehouse_id: line.warehouseId, item_id: line.itemId }])).levels
}

/** Gives out what is free and writes the levels anew, warehouse by warehouse. */
async function settleAll(
  ctx: WriteContext,
  pairs: readonly { warehouse_id: string; item_id: string }[],
): Promise<Settled> {
  const settled: Settled = { levels: [], reservations: [] }
  for (const [warehouseId, rows] of groupBy(pairs, pair => pair.warehouse_id)) {
    const itemIds = [...new Set(rows.map(({ item_id }) => item_id))]
    const { levels, reservations } = await settleWarehouse(ctx, warehouseId, itemIds)
    settled.levels.push(...levels)
    settled.reservations.push(...reservations)
  }
  return settled
}

async function settleWarehouse(ctx: WriteContext, warehouseId: string, itemIds: string[]): Promise<Settled> {
  const bookId = ctx.account.book.id
  const at = { bookId, warehouseId, items: theseItems(itemIds) }
  const [known, waiting] = await Promise.all([listLevelsNow(ctx.tx, at), listQueue(ctx.tx, at)])
  const queue = groupBy(waiting, row => row.itemId)
  const changed: LevelRow[] = []
  const given: Reservation[] = []
  const reservations: Reservation[] = []
  for (const level of known) {
    const rows = queue.get(level.item_id) ?? []
    const after = reserveFree(rows, decimal(level.quantity).minus(reservedBy(rows)))
    reservations.push(...after)
    given.push(...after.filter((row, index) => !row.reserved.eq(rows[index]!.reserved)))
    const reserved = reservedBy(after)
    if (level.id === null || level.created_at === null || reserved.eq(level.reserved_quantity)) continue
    const { id, created_at } = level
    changed.push({ ...level, id, created_at, reserved_quantity: plain(reserved), updated_at: ctx.now })
  }
  saveReservations(
    ctx.tx,
    { bookId, now: ctx.now },
    {
      reservations: given.map(({ id, reserved }) => ({ id, reserved_quantity: plain(reserved) })),
      levels: changed.map(({ id, reserved_quantity }) => ({ id, reserved_quantity })),
    },
  )
  return { levels: changed, reservations }
}
