/** Sessions as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import { type Decimal, money, moneyText } from '../../../lib/decimal.ts'
import { closingFloat, differenceOf, floatDifference } from './rules.ts'
import { Session as SessionShape } from './schema.ts'
import { type Session, sessionTable } from './store.ts'
import { sessionWorkflow } from './workflow.ts'

const orNull = (value: Decimal | null): string | null => (value === null ? null : money(value))
const textOrNull = (value: string | null): string | null => (value === null ? null : moneyText(value))

const isUnexplained = (session: Session): boolean =>
  !session.float_explained && !(floatDifference(session)?.eq(0) ?? true)

export const sessions = defineDocument({
  object: 'cash_desk_session',
  id: 'cashDeskSessions',
  path: '/cash-desk-sessions',
  name: 'a cash desk session',
  many: 'cash desk sessions',
  access: { read: { scopes: ['pos:read'] }, write: { scopes: ['pos:write'] } },
  workflow: sessionWorkflow,
  table: sessionTable,
  listed: SessionShape,
  detail: SessionShape,
  view: session => ({
    number: session.number,
    status: session.status,
    cash_desk: { id: session.cash_desk_id, name: session.cash_desk_name },
    currency: session.currency,
    opened_at: session.opened_at,
    closed_at: session.closed_at,
    opening_float: moneyText(session.opening_float),
    expected_float: textOrNull(session.expected_float),
    float_difference: orNull(floatDifference(session)),
    float_explained: session.float_explained,
    expected_cash: textOrNull(session.expected_cash),
    counted_cash: textOrNull(session.counted_cash),
    difference: orNull(differenceOf(session)),
    withdrawn: textOrNull(session.withdrawn),
    closing_float: orNull(closingFloat(session)),
    denominations: session.denominations?.map(({ value, count }) => ({ value: moneyText(value), count })) ?? null,
    notes: session.notes,
  }),
  guards: session => ({ explain_float: isUnexplained(session) }),
})
