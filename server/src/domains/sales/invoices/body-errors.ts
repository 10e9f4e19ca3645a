/** What is wrong with a body although its fields are fine each. Pure. */
import type { ProblemRow } from '../../../contract/problems.ts'
import type { CreditBody } from './schema.ts'

/** Either the invoice of an order and nothing else, or a free one that names its partner. */
export function invoiceShapeErrors(body: Record<string, unknown>): ProblemRow[] {
  if (body.order_id !== undefined) {
    const beside = Object.keys(InvoiceOfOrder).filter(name => body[name] !== undefined)
    const rows = beside.map(
      field => ({ field, code: 'unexpected_field', message: 'It is taken from the order.' }) as const,
    )
    return body.partner_id === undefined ? rows : [bothShapes, ...rows]
  }
  const rows: ProblemRow[] =
    body.partner_id === undefined
      ? [{ field: 'partner_id', code: 'required', message: 'Required without order_id.' }]
      : []
  const lines = Array.isArray(body.lines) ? body.lines : []
  return [...rows, ...lines.flatMap((line, index) => lineUnitErrors(line, `lines[${index}].`))]
}

const bothShapes: ProblemRow = {
  field: '',
  code: 'exactly_one_of',
  message: 'Exactly one of order_id, partner_id must be sent: the invoice of an order, or a free one.',
}

/** What the order says itself. */
const InvoiceOfOrder: Record<string, true> = {
  partner_id: true,
  warehouse_id: true,
  category_id: true,
  event_id: true,
  activity_id: true,
  issue_date: true,
  due_date: true,
  tax_point_date: true,
  customer_order_ref: true,
  notes: true,
  internal_notes: true,
  currency: true,
  exchange_rate: true,
  lines: true,
}

/** A unit goes with an item and never without it. */
export function lineUnitErrors(line: unknown, prefix = ''): ProblemRow[] {
  if (typeof line !== 'object' || line === null) return []
  const { item_id, unit } = line as Record<string, unknown>
  const hasItem = item_id !== undefined && item_id !== null
  const field = `${prefix}unit`
  if (hasItem && unit === undefined) {
    return [{ field, code: 'unit_required', message: 'Send the quantity of an item with its unit.' }]
  }
  if (hasItem || unit === undefined) return []
  return [{ field, code: 'unexpected_field', message: 'A line without an item has no unit.' }]
}

/** A line credits something: goods, packaging or both. */
export function creditLineErrors({ lines }: Record<string, unknown>): ProblemRow[] {
  if (!Array.isArray(lines)) return []
  return lines.flatMap((line: unknown, index): ProblemRow[] => {
    if (typeof line !== 'object' || line === null) return []
    const { quantity, deposit_quantity } = line as NonNullable<CreditBody['lines']>[number]
    const isEmpty = quantity === undefined && (deposit_quantity === undefined || /^0+(\.0+)?$/.test(deposit_quantity))
    const message = 'A quantity of goods, pieces of packaging or both are credited.'
    return isEmpty ? [{ field: `lines[${index}].quantity`, code: 'required', message }] : []
  })
}
