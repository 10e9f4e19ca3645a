/** Money a session moves itself: a cash-flow document of the drawer, and one of the other account of a transfer. */
import { invalidReference, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, plain, scaleOf } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { type FinanceAccountRow, findFinanceAccount, methodOf, payAtOnce } from '../../finance/index.ts'
import { type EntryKind, insertEntry, type Session } from './store.ts'

export function amountOf(sent: string): Decimal {
  const amount = countOf(sent)
  if (amount.lte(0)) throw problem('invalid_amount')
  return amount
}

/** What was counted may be nothing. */
export function countOf(sent: string): Decimal {
  if (scaleOf(sent) > 2) throw problem('invalid_amount')
  return decimal(sent)
}

/** Active, in the same currency, and not the drawer itself. */
export async function otherAccount(
  ctx: WriteContext,
  { cash_account_id, currency }: Session,
  { id, field = 'account_id' }: { id: string | null | undefined; field?: string },
): Promise<FinanceAccountRow | undefined> {
  if (id === null || id === undefined) return undefined
  const account = await findFinanceAccount(ctx.tx, ctx.account.book.id, id)
  if (!account?.is_active || account.currency !== currency || account.id === cash_account_id) {
    throw validationFailed([invalidReference(field)])
  }
  return account
}

export interface Moved {
  kind: EntryKind
  /** What the drawer gains; below nothing what it loses. */
  amount: Decimal
  description: string
  /** Where it comes from, or goes. */
  other?: FinanceAccountRow | undefined
}

/** Answers the cash-flow document of the drawer. */
export async function moveCash(ctx: WriteContext, session: Session, moved: Moved) {
  const { kind, amount, description, other } = moved
  const paid = {
    object: 'cash_desk_session',
    id: session.id,
    paid_on: ctx.today,
    currency: session.currency,
    description,
  } as const
  const drawer = { account_id: session.cash_account_id, method: 'cash', amount: plain(amount) } as const
  const cashflow = await payAtOnce(ctx, { ...paid, ...drawer })
  const transfer =
    other &&
    (await payAtOnce(ctx, {
      ...paid,
      account_id: other.id,
      method: methodOf[other.type],
      amount: plain(amount.times(-1)),
    }))
  insertEntry(
    ctx.tx,
    { bookId: ctx.account.book.id, now: ctx.now },
    {
      id: newId(),
      session_id: session.id,
      kind,
      amount: plain(amount),
      cashflow_id: cashflow.id,
      transfer_cashflow_id: transfer?.id ?? null,
    },
  )
  return { object: 'cashflow' as const, id: cashflow.id }
}
