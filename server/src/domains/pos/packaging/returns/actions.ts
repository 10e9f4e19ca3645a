/** Packaging that is brought back: received, taken off what is owed, and paid out where that is asked for. */
import { problem } from '../../../../contract/problems.ts'
import type { Scope } from '../../../../contract/scopes.ts'
import type { WriteContext } from '../../../../kernel/context.ts'
import { takeNumber } from '../../../../kernel/numbering.ts'
import { refuseWithout } from '../../../../kernel/rights.ts'
import { saveSeal, sealOf } from '../../../../kernel/seal.ts'
import { decimal, money, plain, sum } from '../../../../lib/decimal.ts'
import { newId } from '../../../../lib/ids.ts'
import { payAtOnce, purposeText } from '../../../finance/index.ts'
import { emitLevels, type LevelRow, requireUnlocked } from '../../../stock/index.ts'
import { returnContent } from '../../seals.ts'
import { sessionFor } from '../../sessions/open.ts'
import { refuseCredited } from '../credited.ts'
import { type ReturnedPieces, returnedPieces, totalOf } from '../deposits.ts'
import { refuseAnonymousLimit } from '../limits.ts'
import { writeMovements } from '../movements/actions.ts'
import { findPartiesNow } from '../papers/store.ts'
import { receiveEmpties } from '../receipt.ts'
import { returns } from './document.ts'
import { findReferences, type ReturnReferences } from './references.ts'
import { type PlannedRefund, planRefund } from './refunds.ts'
import type { ReturnCreate } from './schema.ts'
import { type PackagingReturn, type ReturnLineColumns, returnLineTable, type SaleOfReturn } from './store.ts'

/** Money and the desk need rights of their own. The service itself has all of them. */
export function requireRights({ holder }: WriteContext, { isPaid, isAtDesk }: { isPaid: boolean; isAtDesk: boolean }) {
  const needed: Scope[] = [...(isPaid ? ['finance:write' as const] : []), ...(isAtDesk ? ['pos:write' as const] : [])]
  if (holder) for (const scope of needed) refuseWithout(holder, [scope])
}

/** A return as it is about to be made. */
interface Planned extends ReturnReferences {
  id: string
  lines: ReturnedPieces[]
  refund: PlannedRefund | undefined
  sessionId: string | null
}

export async function addReturn(
  ctx: WriteContext,
  body: ReturnCreate,
): Promise<{ row: PackagingReturn; levels: LevelRow[] }> {
  const planned = await planReturn(ctx, body)
  const { id, lines, warehouse, partner } = planned
  const date = body.date ?? ctx.today
  await requireUnlocked(ctx, { warehouse_id: warehouse.id, date }, { itemIds: lines.map(({ item_id }) => item_id) })
  const received = await receiveEmpties(ctx, { warehouse, date, partner, lines, origin: { packaging_return_id: id } })
  const number = await takeNumber(ctx, 'packaging_return', date)
  const document = { object: 'packaging_return', id, number }
  const head = { kind: 'return' as const, date, partner_id: partner?.id ?? null, document }
  await writeMovements(
    ctx,
    lines.map(line => ({ ...head, ...line, pieces: `-${line.pieces}` })),
  )
  if (planned.refund && partner) await refuseCredited(ctx, partner.id, lines)
  emitLevels(ctx, received.levels)
  const cashflowId = await payOut(ctx, planned, { date, number })
  const row = rowOf(ctx, { planned, body, made: { number, date, cashflowId, receiptId: received.row.id } })
  await returns.insert(ctx, row, body.external_ref)
  await saveLines(ctx, row, linesOf(planned))
  return { row, levels: received.levels }
}

/** Sealed with who stands on its paper. */
async function saveLines(ctx: WriteContext, row: PackagingReturn, lines: ReturnLineColumns[]): Promise<void> {
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  await returnLineTable.insert(ctx.tx, at, lines)
  const parties = JSON.stringify(await findPartiesNow(ctx.tx, ctx.account, row.partner_id))
  saveSeal(ctx.tx, at, sealOf(returnContent, row, { lines, parties }))
}

async function planReturn(ctx: WriteContext, body: ReturnCreate): Promise<Planned> {
  const found = await findReferences(ctx, body)
  const { desk, partner, sale, currency } = found
  requireRights(ctx, { isPaid: Boolean(body.refund), isAtDesk: desk !== undefined })
  if (!body.lines?.length) throw problem('no_lines')
  const lines = returnedPieces(body.lines, found.deposits)
  const due = totalOf(lines)
  const isCash = body.refund?.method === 'cash'
  // Only cash needs the drawer to be open; anything else joins the session when there is one.
  const sessionId = desk ? sessionFor(desk, { isOffline: !isCash }) : null
  const refund = body.refund ? await planRefund(ctx, body.refund, { due, desk, currency }) : undefined
  if (sale) refuseBeyondSale(sale, lines)
  else if (desk && !partner) refuseAnonymousLimit(desk, due)
  return { ...found, id: newId(), lines, refund, sessionId }
}

function refuseBeyondSale({ left }: SaleOfReturn, lines: readonly ReturnedPieces[]): void {
  const balances = lines.flatMap(({ deposit_id, pieces: requested }) => {
    const pieces = left.find(each => each.deposit_id === deposit_id)?.pieces ?? '0'
    return decimal(requested).gt(pieces) ? [{ deposit_id, pieces, requested }] : []
  })
  if (balances.length > 0) throw problem('packaging_return_exceeds_balance', { balances })
}

async function payOut(
  ctx: WriteContext,
  { id, refund, currency, partner }: Planned,
  { date, number }: { date: string; number: string },
): Promise<string | null> {
  if (!refund) return null
  const { account_id, method, payable, rounding } = refund
  const cashflow = await payAtOnce(ctx, {
    object: 'packaging_return',
    id,
    account_id,
    method,
    paid_on: date,
    currency,
    amount: plain(payable.times(-1)),
    rounding: plain(rounding),
    description: purposeText(ctx, 'packaging_return', number),
    partner,
  })
  return cashflow.id
}

interface Made {
  number: string
  date: string
  cashflowId: string | null
  receiptId: string
}

function rowOf(
  ctx: WriteContext,
  { planned, body, made }: { planned: Planned; body: ReturnCreate; made: Made },
): PackagingReturn {
  const { desk, partner, warehouse, refund, lines } = planned
  return {
    id: planned.id,
    version: 1,
    number: made.number,
    status: 'confirmed',
    date: made.date,
    partner_id: partner?.id ?? null,
    partner_name: partner?.name ?? null,
    cash_desk_id: desk?.id ?? null,
    cash_desk_name: desk?.name ?? null,
    session_id: planned.sessionId,
    is_session_closed: false,
    warehouse_id: warehouse.id,
    warehouse_name: warehouse.name,
    currency: planned.currency,
    total_pieces: plain(sum(lines.map(line => decimal(line.pieces)))),
    total_deposit: money(totalOf(lines)),
    total_rounding: refund ? money(refund.rounding) : '0.00',
    refund_method: refund?.method ?? null,
    refund_amount: refund ? money(refund.payable) : null,
    account_id: refund?.account_id ?? null,
    cashflow_id: made.cashflowId,
    goods_receipt_id: made.receiptId,
    pos_sale_id: planned.sale?.id ?? null,
    notes: body.notes ?? null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

const linesOf = ({ id, lines }: Planned): ReturnLineColumns[] =>
  lines.map((line, index) => ({ id: newId(), return_id: id, sort_order: index + 1, ...line }))
