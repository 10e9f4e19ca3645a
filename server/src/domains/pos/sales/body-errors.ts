/** Faults of the body of a sale that its schema cannot tell. */
import type { ProblemRow } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import { decimal, isDecimal } from '../../../lib/decimal.ts'

type Sent = Record<string, unknown>

const isObject = (value: unknown): value is Sent => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whatever was sent as payments, with the name of each. */
function paymentsOf(body: Sent): { field: string; payment: Sent }[] {
  const several = Array.isArray(body.payments) ? body.payments : []
  return [
    { field: 'payment', payment: body.payment },
    ...several.map((payment, index) => ({ field: `payments[${index}]`, payment })),
  ].filter((each): each is { field: string; payment: Sent } => isObject(each.payment))
}

const decimalOf = (value: unknown) => (typeof value === 'string' && isDecimal(value) ? decimal(value) : undefined)

function tenderedErrors({ field, payment }: { field: string; payment: Sent }): ProblemRow[] {
  if (payment.tendered === undefined) return []
  if (payment.method !== 'cash') {
    return [{ field: `${field}.tendered`, code: 'unexpected_field', message: 'Only cash is handed over.' }]
  }
  const [tendered, amount] = [decimalOf(payment.tendered), decimalOf(payment.amount)]
  if (!tendered || !amount || tendered.gte(amount)) return []
  return [{ field: `${field}.tendered`, code: 'not_allowed', message: 'Less than the amount.' }]
}

/** One way to send them, at most one of them in cash. */
function paymentErrors(body: Sent): ProblemRow[] {
  const payments = paymentsOf(body)
  const rows = payments.flatMap(tenderedErrors)
  if (body.payment !== undefined && body.payments !== undefined) {
    rows.push({ field: 'payment', code: 'exactly_one_of', message: 'Send payment or payments, not both.' })
  }
  const [, ...more] = payments.filter(({ payment }) => payment.method === 'cash')
  if (body.payment === undefined && more.length > 0) {
    rows.push({ field: 'payments', code: 'not_allowed', message: 'At most one payment is in cash.' })
  }
  return rows
}

/** Who rehearses wants to know what is to be paid. */
function amountErrors(body: Sent, { dry_run }: Sent): ProblemRow[] {
  if (dry_run === true) return []
  const open = paymentsOf(body).filter(({ payment }) => payment.amount === undefined)
  return open.map(({ field }) => rowBecause({ field: `${field}.amount`, code: 'required' }, 'missing'))
}

/** What only the till knows of a sale it made by itself. */
function offlineErrors(body: Sent): ProblemRow[] {
  if (body.offline !== true) return []
  const lines = Array.isArray(body.lines) ? body.lines : []
  const missing = [
    ...['sold_at', 'external_ref'].filter(name => body[name] === undefined),
    ...lines.flatMap((line, index) =>
      isObject(line) && line.unit_price === undefined ? [`lines[${index}].unit_price`] : [],
    ),
  ]
  const message = 'A sale that was made offline says it itself.'
  return missing.map(field => ({ field, code: 'required', message }))
}

export const saleErrors = (body: Sent, query: Sent): ProblemRow[] => [
  ...amountErrors(body, query),
  ...paymentErrors(body),
  ...offlineErrors(body),
]

/** Nothing is handed over where money goes back. */
export const refundErrors = (body: Sent, query: Sent): ProblemRow[] => [
  ...amountErrors(body, query),
  ...paymentErrors(body),
  ...paymentsOf(body)
    .filter(({ payment }) => payment.method === 'cash' && payment.tendered !== undefined)
    .map(({ field }) => ({
      field: `${field}.tendered`,
      code: 'unexpected_field' as const,
      message: 'Nothing is handed over where money goes back.',
    })),
]
