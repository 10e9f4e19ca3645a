/** A new sale: judged, recorded, then settled behind a savepoint; a sale that cannot be settled stays recorded. */
import { refuseBeyond } from '../../../contract/amounts.ts'
import { locationOf } from '../../../contract/locations.ts'
import { Problem, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { type Decimal, decimal, plain, sum } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { isStocked, keepLabels } from '../../core/index.ts'
import type { Desk } from '../desks/store.ts'
import { chooseDesk } from '../desks/which.ts'
import { CreditedAlready } from '../packaging/credited.ts'
import { totalOf } from '../packaging/deposits.ts'
import { sessionFor } from '../sessions/open.ts'
import { sales } from './document.ts'
import { type Moved, nothingMoved } from './effects.ts'
import { sealSale } from './parties.ts'
import { judgePayments, type Payable, sentPayments } from './paying.ts'
import { type PricedLine, priceLines } from './pricing.ts'
import { type Found, findReferences, refuseSaleUnits, refuseUnsold } from './references.ts'
import { refuseWithoutStock } from './rights.ts'
import { type SaleTotals, saleTotals } from './rules.ts'
import type { Failure, SaleCreate } from './schema.ts'
import { settle } from './settling.ts'
import {
  type Sale,
  type SaleLineRow,
  type SaleReturnRow,
  saleLineTable,
  salePaymentTable,
  saleReturnTable,
} from './store.ts'

export interface MadeSale {
  row: Sale
  lines: SaleLineRow[]
  moved: Moved
  /** Of a sale that was recorded and not settled. */
  refusal?: Problem
}

export async function addSale(ctx: WriteContext, body: SaleCreate): Promise<MadeSale> {
  const desk = await chooseDesk(ctx, body)
  const found = await findReferences(ctx, body, desk)
  const lines = body.lines ?? []
  if (body.currency !== undefined && body.currency !== desk.currency) throw problem('currency_not_supported')
  await refuseSaleUnits(ctx, lines, found.items)
  refuseWithoutStock(ctx, {
    goods: [...found.items.values()].some(({ item_type }) => isStocked(item_type)),
    empties: found.returns.length > 0,
  })
  if (lines.length === 0) throw problem('no_lines')
  const isOffline = body.offline ?? false
  const sessionId = sessionFor(desk, { isOffline })
  if (!isOffline) refuseUnsold(lines, found.items, desk)
  const id = newId()
  const { currency } = desk
  const priced = priceLines(ctx, { saleId: id, lines, currency, ...found })
  const counted = countSale(priced, found.returns)
  const payable = judgePayments(sentPayments(body), { due: counted.due, desk, saleId: id })
  const row = await newSale(ctx, body, { id, desk, sessionId, found, counted, payable })
  const recorded = await record(ctx, { row, body, counted, payable, found, priced })
  return settleOrKeep(ctx, { ...recorded, desk })
}

export interface CountedSale extends SaleTotals {
  deposit: Decimal
  returned: Decimal
  due: Decimal
}

/** A5: deposits are outside VAT. Empties may take all of the bill off, and no more. */
function countSale(lines: readonly PricedLine[], returns: Found['returns']): CountedSale {
  const totals = saleTotals(lines.map(({ gross, vat_rate_pct }) => ({ gross, ratePct: decimal(vat_rate_pct) })))
  const deposit = sum(lines.map(line => decimal(line.deposit_total)))
  const returned = totalOf(returns)
  refuseBeyond(totals.inclVat.plus(deposit))
  const due = totals.inclVat.plus(deposit).minus(returned)
  if (due.gte(0)) return { ...totals, deposit, returned, due }
  const message = 'The empties are worth more than the bill: pay them out with POST /packaging-returns.'
  throw validationFailed([{ field: 'returns', code: 'not_allowed', message }])
}

interface Head {
  id: string
  desk: Desk
  sessionId: string | null
  found: Found
  counted: CountedSale
  payable: Payable
}

async function newSale(ctx: WriteContext, body: SaleCreate, head: Head): Promise<Sale> {
  const { desk, found, counted, payable } = head
  return {
    ...blankSale,
    ...deskColumns(desk),
    ...totalColumns(counted),
    id: head.id,
    number: await takeNumber(ctx, 'pos_sale', found.soldOn),
    kind: 'sale',
    session_id: head.sessionId,
    sold_at: found.soldAt,
    sold_on: found.soldOn,
    is_offline: body.offline ?? false,
    partner_id: found.partner?.id ?? null,
    partner_name: found.partner?.name ?? null,
    total_deposit: plain(counted.deposit),
    total_returned: plain(counted.returned),
    total_rounding: plain(payable.rounding),
    total_payable: plain(payable.payable),
    cashier: body.cashier ?? null,
    ...keepLabels(body),
    notes: body.notes ?? null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    payments: payable.payments,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

export const blankSale = {
  version: 1,
  status: 'settled',
  settled_at: null,
  failure_code: null,
  failure: null,
  stock_issue_ids: [],
  goods_receipt_id: null,
  refund_of_id: null,
  refunded_amount: '0',
  is_session_closed: false,
  has_refunds: false,
  has_rest: true,
} satisfies Partial<Sale>

export const deskColumns = (desk: Desk) => ({
  cash_desk_id: desk.id,
  cash_desk_name: desk.name,
  shop_id: desk.shop_id,
  warehouse_id: desk.warehouse_id,
  currency: desk.currency,
  cash_rounding: desk.cash_rounding,
})

export const totalColumns = (totals: SaleTotals) => ({
  total_excl_vat: plain(totals.exclVat),
  total_vat: plain(totals.vat),
  total_incl_vat: plain(totals.inclVat),
  vat_recap: totals.rates.map(rate => ({
    vat_rate_pct: plain(rate.ratePct),
    excl_vat: rate.exclVat.toFixed(2),
    vat: rate.vat.toFixed(2),
    incl_vat: rate.inclVat.toFixed(2),
  })),
})

/** A4: the tax each line shows. */
const taxedLines = (priced: readonly PricedLine[], totals: SaleTotals): SaleLineRow[] =>
  priced.map(({ gross: _, ...line }, index) => {
    const { exclVat, vat, inclVat } = totals.lines[index]!
    return { ...line, excl_vat: plain(exclVat), vat: plain(vat), incl_vat: plain(inclVat) }
  })

interface Recording {
  row: Sale
  body: SaleCreate
  counted: CountedSale
  payable: Payable
  found: Found
  priced: PricedLine[]
}

async function record(ctx: WriteContext, { row, body, counted, payable, found, priced }: Recording) {
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  const lines = taxedLines(priced, counted)
  const returns: SaleReturnRow[] = found.returns.map((brought, index) => ({
    ...brought,
    id: newId(),
    sale_id: row.id,
    sort_order: index + 1,
  }))
  await sales.insert(ctx, row, body.external_ref)
  await saleLineTable.insert(ctx.tx, at, lines)
  await saleReturnTable.insert(ctx.tx, at, returns)
  await salePaymentTable.insert(ctx.tx, at, payable.payments)
  sealSale(ctx, row, { lines, parties: found.parties })
  return { sale: row, lines, returns, payments: payable.payments }
}

type Recorded = Awaited<ReturnType<typeof record>> & { desk: Desk }

/** What a live sale is refused for, so that nothing is recorded; a sale that has happened is recorded all the same. */
const refusing = ['packaging_return_exceeds_balance', 'inventory_locked', 'no_keg_tapped', 'item_not_in_stock']

const isRefused = (found: Problem): boolean => refusing.includes(found.code) || found instanceof CreditedAlready

async function settleOrKeep(ctx: WriteContext, recorded: Recorded): Promise<MadeSale> {
  const { sale, desk } = recorded
  const isStrict = desk.sells_only_in_stock && !sale.is_offline
  const settled = await ctx.attempt(() => settle(ctx, { ...recorded, day: sale.sold_on, isStrict }))
  if (!(settled instanceof Problem)) {
    const row = await sales.save(ctx, { ...sale, ...settled.changes })
    return { row, lines: settled.lines, moved: settled.moved }
  }
  if (!sale.is_offline && isRefused(settled)) throw settled
  const failure = failureOf(settled)
  const row = await sales.save(ctx, { ...sale, status: 'settlement_failed', failure_code: failure.code, failure })
  return { row, lines: recorded.lines, moved: nothingMoved, refusal: unsettled(row.id, failure) }
}

export function failureOf({ code, detail, members }: Problem): Failure {
  const blockers = members.blockers as object[] | undefined
  return { code, detail: detail ?? null, blockers: blockers ?? null }
}

export const unsettled = (id: string, failure: Failure): Problem =>
  problem('settlement_failed', { existing_id: id, failure, headers: { Location: locationOf('pos_sale', id) } })
