/** What a packaging return pays out, and from where. */
import { problem } from '../../../../contract/problems.ts'
import type { WriteContext } from '../../../../kernel/context.ts'
import { homeCurrency } from '../../../../lib/currencies.ts'
import { type Decimal, decimal, money, scaleOf } from '../../../../lib/decimal.ts'
import { findDefaultAccount, type PaymentMethod } from '../../../finance/index.ts'
import { accountOf } from '../../desks/accounts.ts'
import { roundCash } from '../../desks/rounding.ts'
import type { Desk, DeskMethod } from '../../desks/store.ts'
import type { ReturnCreate } from './schema.ts'

type SentRefund = NonNullable<ReturnCreate['refund']>

export interface PlannedRefund {
  method: PaymentMethod
  account_id: string
  /** What changes hands. */
  payable: Decimal
  rounding: Decimal
}

/** Coins of the desk; elsewhere whole crowns, or cents of another currency. */
const coinOf = (desk: Desk | undefined, currency: string): string =>
  desk?.cash_rounding ?? (currency === homeCurrency ? '1' : '0.01')

export async function planRefund(
  ctx: WriteContext,
  { method, account_id, amount }: SentRefund,
  { due, desk, currency }: { due: Decimal; desk: Desk | undefined; currency: string },
): Promise<PlannedRefund> {
  if (desk && !(desk.payment_methods as string[]).includes(method)) throw problem('payment_method_not_supported')
  if (amount !== undefined && (decimal(amount).lte(0) || scaleOf(amount) > 2)) throw problem('invalid_amount')
  const payable = method === 'cash' ? roundCash(due, decimal(coinOf(desk, currency))) : due
  if (payable.lte(0) || (amount !== undefined && !payable.eq(amount))) {
    throw problem('payment_amount_mismatch', { expected_amount: money(payable) })
  }
  const accountId = desk
    ? accountOf(desk, method as DeskMethod)
    : (account_id ?? (await defaultAccountOf(ctx, method, currency)))
  return { method, account_id: accountId, payable, rounding: payable.minus(due) }
}

async function defaultAccountOf(ctx: WriteContext, method: PaymentMethod, currency: string): Promise<string> {
  const account = await findDefaultAccount(ctx.tx, ctx.account.book.id, { method, currency })
  if (!account) throw problem('account_required')
  return account.id
}
