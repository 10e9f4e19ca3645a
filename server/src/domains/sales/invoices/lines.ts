/** The lines of a draft invoice: checked, added, changed, and recounted together. */

import { type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { maxLines } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { WrittenLine } from '../../../kernel/document-lines.ts'
import type { Day } from '../../../lib/days.ts'
import { plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { changedFields, keep } from '../../../lib/merge.ts'
import {
  itemOfLine,
  keepLabels,
  labelErrors,
  lineItemsOf,
  lineLabelErrors,
  refuseOtherUnit,
  refuseScale,
  unitOf,
  unusableItems,
} from '../../core/index.ts'
import { depositChoices, depositOfLine, type LineDeposit, patchDeposit } from './deposits.ts'
import { invoices } from './document.ts'
import { type LineVat, lineVatRules } from './line-vat.ts'
import { atTaxPoint } from './payer-status.ts'
import { requireEditable, requireOwnLines } from './rules.ts'
import type { InvoiceLineCreate, InvoiceLinePatch } from './schema.ts'
import { type Invoice, type InvoiceLineRow, invoiceLineTable, listInvoiceLines } from './store.ts'
import { type Uncounted, withTotals } from './totals.ts'

type Loose = Omit<Uncounted, 'invoice_id' | 'sort_order'>

interface Around {
  /** Of the invoice: deposits are in the same. */
  currency: string
  /** Of the invoice: whether VAT is paid is decided by it. */
  taxPoint: Day
  /** Found before, told together with those of the lines. */
  rows?: ProblemRow[]
  prefix?: (index: number) => string
}

export async function newLines(
  ctx: WriteContext,
  lines: readonly InvoiceLineCreate[],
  { currency, taxPoint, rows = [], prefix = index => `lines[${index}].` }: Around,
): Promise<Loose[]> {
  const named = lines.flatMap((line, index) => (line.item_id ? [{ item_id: line.item_id, index, line }] : []))
  const items = await lineItemsOf(
    ctx,
    named.map(({ item_id }) => item_id),
  )
  rows.push(
    ...unusableItems(named, items, {
      field: index => `${prefix(named[index]!.index)}item_id`,
      isStockDocument: false,
    }),
  )
  rows.push(...(await lineLabelErrors(ctx, lines, prefix)))
  const vatOf = await lineVatRules(ctx, { items, taxPoint })
  rows.push(...lines.flatMap((line, index) => vatOf(line).errors(`${prefix(index)}vat_exemption`)))
  const choices = await depositChoices(ctx, currency, lines)
  const found = lines.map((line, index) => ({
    line,
    ...depositOfLine(line, choices, name => `${prefix(index)}${name}`),
  }))
  rows.push(...found.flatMap(each => each.rows))
  if (rows.length > 0) throw validationFailed(rows)
  for (const { item_id, index, line } of named) {
    const unit = unitOf(itemOfLine(items, item_id))
    await refuseOtherUnit(ctx, { sent: line.unit!, unit, field: `${prefix(index)}unit` })
    refuseScale(line.quantity, unit, `${prefix(index)}quantity`)
  }
  return found.map(({ line, deposit }) => newLine(line, vatOf(line), deposit))
}

/** What is charged of the rate is decided with the invoice. */
const newLine = (line: InvoiceLineCreate, { columns }: LineVat, deposit: LineDeposit): Loose => ({
  id: newId(),
  item_id: line.item_id ?? null,
  description: line.description,
  quantity: plainText(line.quantity),
  unit_price: plainText(line.unit_price),
  discount_pct: line.discount_pct ? plainText(line.discount_pct) : null,
  ...keepLabels(line),
  source_stock_issue_id: null,
  order_line_id: null,
  ...deposit,
  ...columns,
})

type Written = WrittenLine<Invoice, InvoiceLineRow>

export async function addLine(ctx: WriteContext, invoice: Invoice, body: InvoiceLineCreate): Promise<Written> {
  requireEditable(invoice)
  requireOwnLines(invoice)
  const [fresh] = await newLines(ctx, [body], {
    currency: invoice.currency,
    taxPoint: invoice.tax_point_date,
    prefix: () => '',
  })
  const known = await listInvoiceLines(ctx.tx, ctx.account.book.id, invoice.id)
  if (known.length >= maxLines) throw problem('conflict', { detail: `An invoice has at most ${maxLines} lines.` })
  const line = { ...fresh!, invoice_id: invoice.id, sort_order: (known.at(-1)?.sort_order ?? 0) + 1 }
  return writeLine(ctx, invoice, { lines: [...known, line], lineId: line.id })
}

export async function changeLine(
  ctx: WriteContext,
  { row: invoice, line: before }: Written,
  body: InvoiceLinePatch,
): Promise<Written> {
  requireEditable(invoice)
  requireOwnLines(invoice)
  const patched = await patchLine(ctx, { row: invoice, line: before }, body)
  const after = atTaxPoint(ctx, invoice)(patched)
  if (changedFields(before, after).length === 0) return { row: invoice, line: before }
  const known = await listInvoiceLines(ctx.tx, ctx.account.book.id, invoice.id)
  const lines = known.map(each => (each.id === before.id ? after : each))
  return writeLine(ctx, invoice, { lines, lineId: before.id })
}

/** A new item or quantity is sent with its unit; a line without an item has none. */
function unitFaults(before: InvoiceLineRow, itemId: string | null, body: InvoiceLinePatch): ProblemRow[] {
  if (itemId === null) {
    const message = 'A line without an item has no unit.'
    return body.unit ? [{ field: 'unit', code: 'unexpected_field', message }] : []
  }
  const isNeeded = body.quantity !== undefined || itemId !== before.item_id
  const message = 'Send the quantity of an item with its unit.'
  return isNeeded && !body.unit ? [{ field: 'unit', code: 'unit_required', message }] : []
}

async function patchLine(
  ctx: WriteContext,
  { row: { currency, tax_point_date: taxPoint }, line: before }: Written,
  body: InvoiceLinePatch,
): Promise<Uncounted> {
  const itemId = keep(body.item_id, before.item_id)
  const quantity = body.quantity ? plainText(body.quantity) : before.quantity
  const choices = await depositChoices(ctx, currency, [{ deposit_id: keep(body.deposit_id, before.deposit_id) }])
  const packaging = patchDeposit(before, { ...body, quantity }, choices)
  const rows = [...unitFaults(before, itemId, body), ...(await labelErrors(ctx, body, before)), ...packaging.rows]
  const items = await lineItemsOf(ctx, itemId === null ? [] : [itemId])
  if (itemId !== null && itemId !== before.item_id) {
    rows.push(...unusableItems([{ item_id: itemId }], items, { field: () => 'item_id', isStockDocument: false }))
  }
  const vatOf = await lineVatRules(ctx, { items, taxPoint, before })
  const vat = vatOf({ ...body, item_id: itemId })
  rows.push(...vat.errors('vat_exemption'))
  if (rows.length > 0) throw validationFailed(rows)
  if (itemId !== null) {
    const unit = unitOf(itemOfLine(items, itemId))
    if (body.unit) await refuseOtherUnit(ctx, { sent: body.unit, unit, field: 'unit' })
    refuseScale(quantity, unit, 'quantity')
  }
  return {
    id: before.id,
    invoice_id: before.invoice_id,
    sort_order: before.sort_order,
    item_id: itemId,
    description: body.description ?? before.description,
    quantity,
    unit_price: body.unit_price ? plainText(body.unit_price) : before.unit_price,
    discount_pct: body.discount_pct ? plainText(body.discount_pct) : keep(body.discount_pct, before.discount_pct),
    ...keepLabels(body, before),
    source_stock_issue_id: before.source_stock_issue_id,
    order_line_id: itemId === before.item_id ? before.order_line_id : null,
    ...packaging.deposit,
    ...vat.columns,
  }
}

async function writeLine(
  ctx: WriteContext,
  before: Invoice,
  { lines, lineId }: { lines: Uncounted[]; lineId: string },
): Promise<Written> {
  const row = await invoices.touch(ctx, before, await saveLines(ctx, before, lines))
  const saved = await listInvoiceLines(ctx.tx, ctx.account.book.id, row.id)
  return { row, line: saved.find(({ id }) => id === lineId)! }
}

/** Recounts and saves all lines; the head with their totals is saved by the caller. */
export async function saveLines(ctx: WriteContext, invoice: Invoice, lines: Uncounted[]): Promise<Invoice> {
  const counted = withTotals(invoice, lines.map(atTaxPoint(ctx, invoice)))
  await invoiceLineTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, counted.lines)
  return counted.invoice
}
