/** Use cases of cash-flow documents. */

import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { saveSeal, sealOf } from '../../../kernel/seal.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { decimal, plain, scaleOf } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { findPartner, labelErrors } from '../../core/index.ts'
import { listFinanceAccounts } from '../accounts/store.ts'
import { pay, takeBackPayment } from '../payments/actions.ts'
import type { PaymentBody } from '../payments/schema.ts'
import { cashflowContent } from '../seals.ts'
import { cashflows } from './document.ts'
import type { CashflowCreate } from './schema.ts'
import type { CashflowRow } from './store.ts'

export async function addCashflow(ctx: WriteContext, body: CashflowCreate): Promise<CashflowRow> {
  const { book } = ctx.account
  const rows: ProblemRow[] = [...tooFarAhead('date', body.date, ctx.today), ...(await labelErrors(ctx, body))]
  const partner = body.partner_id ? await findPartner(ctx.tx, book.id, body.partner_id) : undefined
  if (body.partner_id && !partner?.is_active) rows.push(invalidReference('partner_id'))
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
  sealCashflow(ctx, cashflow)
  return cashflows.insert(ctx, cashflow)
}

/** What is confirmed keeps what it says. */
export function sealCashflow(ctx: WriteContext, cashflow: CashflowRow): void {
  if (cashflow.status === 'draft') return
  saveSeal(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, sealOf(cashflowContent, cashflow))
}

type Change = Promise<Transition<CashflowRow, CashflowRow['status']>>

async function markPaid(ctx: WriteContext, cashflow: CashflowRow, body: PaymentBody): Change {
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
  return { changes: { paid_amount: plain(paid), paid_at: isWhole ? body.paid_at : null }, isSilent: !isWhole }
}

async function revertPayment(ctx: WriteContext, cashflow: CashflowRow): Change {
  const last = await takeBackPayment(ctx, cashflow.id)
  const paid = decimal(cashflow.paid_amount).minus(decimal(last.amount).plus(last.rounding).abs())
  return { changes: { paid_amount: plain(paid), paid_at: null } }
}

export const cashflowActions = documentActions(cashflows, {
  confirm: async ctx => ({ afterwards: async after => sealCashflow(ctx, after) }),
  mark_paid: markPaid,
  revert_payment: revertPayment,
  cancel: async () => ({}),
})
