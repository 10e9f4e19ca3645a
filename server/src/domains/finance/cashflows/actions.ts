/** Use cases of cash-flow documents. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { saveSeal, sealOf } from '../../../kernel/seal.ts'
import { decimal, money, moneyText, plain, scaleOf } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { labelFaults } from '../../core/categories/references.ts'
import { findPartner } from '../../core/partners/store.ts'
import { homeCurrency } from '../../core/prices/store.ts'
import { listFinanceAccounts } from '../accounts/store.ts'
import { type PaymentBody, pay, takeBackPayment } from '../payments/actions.ts'
import { cashflowContent } from '../seals.ts'
import { type Cashflow, type CashflowCreate, openActions, paymentStatusOf } from './schema.ts'
import { type CashflowRow, saveCashflow } from './store.ts'

export const cashflowView = (cashflow: CashflowRow, livemode: boolean): Cashflow => ({
  object: 'cashflow',
  id: cashflow.id,
  number: cashflow.number,
  type: cashflow.type,
  status: cashflow.status,
  payment_status: paymentStatusOf(cashflow),
  date: cashflow.date,
  description: cashflow.description,
  amount: moneyText(cashflow.amount),
  paid_amount: moneyText(cashflow.paid_amount),
  amount_remaining: money(decimal(cashflow.amount).minus(cashflow.paid_amount)),
  currency: cashflow.currency,
  payment_method: cashflow.payment_method,
  partner: cashflow.partner_id === null ? null : { id: cashflow.partner_id, name: cashflow.partner_name! },
  category_id: cashflow.category_id,
  event_id: cashflow.event_id,
  activity_id: cashflow.activity_id,
  paid_at: cashflow.paid_at,
  source: cashflow.source_id === null ? null : { object: cashflow.source_object!, id: cashflow.source_id },
  allowed_actions: openActions(cashflow),
  livemode,
  created_at: cashflow.created_at,
  updated_at: cashflow.updated_at,
})

export const sayCashflow = (
  ctx: WriteContext,
  name: 'created' | 'paid' | 'payment_reverted' | 'cancelled',
  cashflow: CashflowRow,
) => ctx.emit(`cashflow.${name}`, cashflowView(cashflow, ctx.account.book.isLive))

export async function addCashflow(ctx: WriteContext, body: CashflowCreate): Promise<CashflowRow> {
  const { book } = ctx.account
  const rows: ProblemRow[] = await labelFaults(ctx, body)
  const partner = body.partner_id ? await findPartner(ctx.tx, book.id, body.partner_id) : undefined
  if (body.partner_id && !partner?.isActive) rows.push(invalidReference('partner_id'))
  if (rows.length > 0) throw validationFailed(rows)
  if (decimal(body.amount).lte(0) || scaleOf(body.amount) > 2) throw problem('invalid_amount')
  const currency = body.currency ?? homeCurrency
  const accounts = await listFinanceAccounts(ctx.tx, book.id)
  if (!accounts.some(account => account.is_active && account.currency === currency)) {
    throw problem('currency_not_supported')
  }
  const date = body.date ?? ctx.today
  const cashflow: CashflowRow = {
    id: newId(),
    version: 1,
    number: await takeNumber(ctx, 'cashflow', date),
    type: body.cashflow_type,
    status: body.status ?? 'confirmed',
    date,
    description: body.description,
    amount: plain(decimal(body.amount)),
    currency,
    payment_method: body.payment_method,
    partner_id: partner?.id ?? null,
    partner_name: partner?.name ?? null,
    category_id: body.category_id ?? null,
    event_id: body.event_id ?? null,
    activity_id: body.activity_id ?? null,
    paid_at: null,
    source_object: null,
    source_id: null,
    payment_id: null,
    paid_amount: '0',
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await saveCashflow(ctx.tx, book.id, cashflow)
  await sealCashflow(ctx, cashflow)
  sayCashflow(ctx, 'created', cashflow)
  return cashflow
}

/** What is confirmed keeps what it says. */
export async function sealCashflow(ctx: WriteContext, cashflow: CashflowRow): Promise<void> {
  if (cashflow.status === 'draft') return
  await saveSeal(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, sealOf(cashflowContent, cashflow))
}

async function touch(ctx: WriteContext, cashflow: CashflowRow): Promise<CashflowRow> {
  const after = { ...cashflow, version: cashflow.version + 1, updated_at: ctx.now }
  await saveCashflow(ctx.tx, ctx.account.book.id, after)
  return after
}

/** No event type exists for it. */
export async function confirmCashflow(ctx: WriteContext, cashflow: CashflowRow): Promise<CashflowRow> {
  const after = await touch(ctx, { ...cashflow, status: 'confirmed' })
  await sealCashflow(ctx, after)
  return after
}

export async function markPaid(ctx: WriteContext, cashflow: CashflowRow, body: PaymentBody): Promise<CashflowRow> {
  const { settled } = await pay(
    ctx,
    {
      object: 'cashflow',
      id: cashflow.id,
      currency: cashflow.currency,
      method: cashflow.payment_method,
      remaining: decimal(cashflow.amount).minus(cashflow.paid_amount),
      isOutgoing: cashflow.type === 'expense',
    },
    body,
  )
  const paid = decimal(cashflow.paid_amount).plus(settled)
  const isWhole = paid.eq(cashflow.amount)
  const after = await touch(ctx, {
    ...cashflow,
    paid_amount: plain(paid),
    paid_at: isWhole ? body.paid_at : null,
  })
  if (isWhole) sayCashflow(ctx, 'paid', after)
  return after
}

export async function revertPayment(ctx: WriteContext, cashflow: CashflowRow): Promise<CashflowRow> {
  const last = await takeBackPayment(ctx, cashflow.id)
  const paid = decimal(cashflow.paid_amount).minus(decimal(last.amount).plus(last.rounding).abs())
  const after = await touch(ctx, { ...cashflow, paid_amount: plain(paid), paid_at: null })
  sayCashflow(ctx, 'payment_reverted', after)
  return after
}

export async function cancelCashflow(ctx: WriteContext, cashflow: CashflowRow): Promise<CashflowRow> {
  const after = await touch(ctx, { ...cashflow, status: 'cancelled' })
  sayCashflow(ctx, 'cancelled', after)
  return after
}
