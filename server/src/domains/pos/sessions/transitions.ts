/** What happens in a session: cash in and out, the float explained, the count that ends it. */
import { problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { saveSeal, sealOf } from '../../../kernel/seal.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { type Decimal, money, plain, plainText, zero } from '../../../lib/decimal.ts'
import { purposeText } from '../../finance/index.ts'
import { findDesk } from '../desks/store.ts'
import { findPartiesNow } from '../packaging/papers/store.ts'
import { writeReport } from '../reports/report.ts'
import { sessionContent } from '../seals.ts'
import { countCash } from './cash-store.ts'
import { sessions } from './document.ts'
import { showInDesk } from './opening.ts'
import { amountOf, countOf, moveCash, otherAccount } from './posting.ts'
import { expectedCash, floatDifference, worthOf } from './rules.ts'
import type { CashBody, CloseBody, SessionStatus } from './schema.ts'
import { keepReport, type Session } from './store.ts'

type SessionTransition = Transition<Session, SessionStatus>

const expectedNow = async (ctx: WriteContext, session: Session): Promise<Decimal> =>
  expectedCash(session, await countCash(ctx.tx, ctx.account.book.id, session))

async function cashIn(ctx: WriteContext, session: Session, body: CashBody): Promise<SessionTransition> {
  const other = await otherAccount(ctx, session, { id: body.account_id })
  const amount = amountOf(body.amount)
  const { description } = body
  return { created: await moveCash(ctx, session, { kind: 'cash_in', amount, description, other }) }
}

async function cashOut(ctx: WriteContext, session: Session, body: CashBody): Promise<SessionTransition> {
  const other = await otherAccount(ctx, session, { id: body.account_id })
  const amount = amountOf(body.amount)
  const expected = await expectedNow(ctx, session)
  if (amount.gt(expected)) {
    const amount_remaining = money(expected)
    throw problem('overpay', { amount_remaining, ...because('drawer_holds', { amount: amount_remaining }) })
  }
  const { description } = body
  const out = { kind: 'cash_out', amount: amount.times(-1), description, other } as const
  return { created: await moveCash(ctx, session, out) }
}

async function explainFloat(
  ctx: WriteContext,
  session: Session,
  { description, account_id }: { description?: string | null; account_id?: string | null },
): Promise<SessionTransition> {
  const other = await otherAccount(ctx, session, { id: account_id })
  const created = await moveCash(ctx, session, {
    kind: 'float',
    amount: floatDifference(session)!,
    description: description ?? purposeText(ctx, 'float', session.number),
    other,
  })
  return { changes: { float_explained: true }, created }
}

async function close(ctx: WriteContext, session: Session, body: CloseBody): Promise<SessionTransition> {
  const { withdraw } = body
  refuseOtherWorth(body)
  const other = await otherAccount(ctx, session, { id: withdraw?.account_id, field: 'withdraw.account_id' })
  const counted = countOf(body.counted_cash)
  const withdrawn = withdraw ? amountOf(withdraw.amount) : zero
  if (withdrawn.gt(counted)) {
    const amount_remaining = money(counted)
    throw problem('overpay', {
      amount_remaining,
      ...because('more_than_counted', { amount: amount_remaining }),
    })
  }
  const expected = await expectedNow(ctx, session)
  await postDifference(ctx, session, counted.minus(expected))
  if (withdraw) {
    const description = withdraw.description ?? purposeText(ctx, 'withdrawal', session.number)
    await moveCash(ctx, session, { kind: 'withdrawal', amount: withdrawn.times(-1), description, other })
  }
  const desk = (await findDesk(ctx.tx, ctx.account.book.id, session.cash_desk_id))!
  await showInDesk(ctx, desk, null)
  return {
    changes: {
      closed_at: ctx.now,
      expected_cash: plain(expected),
      counted_cash: plain(counted),
      withdrawn: plain(withdrawn),
      denominations: body.denominations?.map(({ value, count }) => ({ value: plainText(value), count })) ?? null,
      ...(body.notes !== undefined && { notes: body.notes }),
    },
    afterwards: closed => keepZReport(ctx, closed),
  }
}

/** With who stands on its paper. */
async function keepZReport(ctx: WriteContext, closed: Session): Promise<void> {
  const bookId = ctx.account.book.id
  const report = JSON.stringify(await writeReport(ctx, closed, { asOf: ctx.now }))
  keepReport(ctx.tx, bookId, { id: closed.id, report })
  const parties = JSON.stringify(await findPartiesNow(ctx.tx, ctx.account, null))
  saveSeal(ctx.tx, { bookId, now: ctx.now }, sealOf(sessionContent, { ...closed, report }, { parties }))
}

function refuseOtherWorth({ counted_cash, denominations }: CloseBody): void {
  if (!denominations || worthOf(denominations).eq(counted_cash)) return
  const message = `Together they are ${worthOf(denominations).toFixed(2)}, not counted_cash.`
  throw validationFailed([{ field: 'denominations', code: 'not_allowed', message }])
}

async function postDifference(ctx: WriteContext, session: Session, amount: Decimal): Promise<void> {
  if (amount.eq(0)) return
  const description = purposeText(ctx, amount.gt(0) ? 'surplus' : 'shortage', session.number)
  await moveCash(ctx, session, { kind: 'difference', amount, description })
}

const access = { scopes: ['pos:write'], additionalScopes: ['finance:write'] } as const

export const sessionActions = documentActions(
  sessions,
  { cash_in: cashIn, cash_out: cashOut, explain_float: explainFloat, close },
  {
    access: { cash_in: access, cash_out: access, explain_float: access, close: access },
  },
)
