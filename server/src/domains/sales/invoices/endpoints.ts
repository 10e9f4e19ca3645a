/** Issued invoices: list, detail, by own reference, create, change, lines, actions. */
import { Type } from 'typebox'
import { DateText, ExternalRefText, OneOf, Shape, SomeOf, type Static, Uuid } from '../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import { documentChange, documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import { documentLines } from '../../../kernel/document-lines.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { betweenDays, type FilterRules, is, isAnyOf } from '../../../kernel/filters.ts'
import type { Day } from '../../../lib/days.ts'
import { containing } from '../../../lib/search-text.ts'
import { addInvoice, changeInvoice } from './actions.ts'
import { invoiceShapeErrors, lineUnitErrors } from './body-errors.ts'
import { invoices } from './document.ts'
import { addInvoiceOfOrder } from './from-order.ts'
import { addLine, changeLine } from './lines.ts'
import {
  documentTypes,
  InvoiceCreate,
  InvoiceLine,
  InvoiceLineCreate,
  InvoiceLinePatch,
  InvoicePatch,
  invoiceStatuses,
} from './schema.ts'
import { isOwed } from './store.ts'
import { invoiceActions } from './transitions.ts'

export const invoiceFilters = Shape({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Part of the number, the partner, the variable symbol or the customer's order.",
    }),
  ),
  status: Type.Optional(SomeOf(invoiceStatuses)),
  document_type: Type.Optional(OneOf(documentTypes)),
  partner_id: Type.Optional(Uuid),
  warehouse_id: Type.Optional(Uuid),
  order_id: Type.Optional(Uuid),
  original_invoice_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Credit notes of this invoice.' })),
  item_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Invoices with a line of this item.' })),
  variable_symbol: Type.Optional(Type.String({ maxLength: 10 })),
  date_from: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'By the issue date.' })),
  date_to: Type.Optional(DateText),
  due_from: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'Due on this day or later.' })),
  due_before: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'Due before this day.' })),
  overdue: Type.Optional(
    Type.Boolean({
      description:
        'Only issued invoices of which something remains and that were due before today; or only the others.',
    }),
  ),
  external_ref: Type.Optional(ExternalRefText),
})
const hasItem = (bookId: string, itemId: string): Sql => sql`r.id = any (array(
  select invoice_id
    from invoice_lines
   where book_id = ${bookId} and item_id = ${itemId})) ${unprepared}`

/** A credit note is not due: it comes after all others. */
const dueDate = sql`coalesce(r.due_date, 'infinity')`

const overdueOn = (today: Day): Sql => sql`r.status = 'issued' and ${dueDate} < ${today}::date and ${isOwed}`

export const invoiceRules = (bookId: string, today: Day): FilterRules<Static<typeof invoiceFilters>> => ({
  search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
  status: isAnyOf(sql`r.status`),
  document_type: is(sql`r.document_type`),
  partner_id: is(sql`r.partner_id`),
  warehouse_id: is(sql`r.warehouse_id`),
  order_id: is(sql`r.order_id`),
  original_invoice_id: is(sql`r.original_id`),
  variable_symbol: is(sql`r.variable_symbol`),
  item_id: id => hasItem(bookId, id),
  ...betweenDays(sql`r.issue_date`),
  due_from: day => sql`${dueDate} >= ${day}::date and r.due_date is not null`,
  due_before: day => sql`${dueDate} < ${day}::date ${unprepared}`,
  overdue: isOverdue => (isOverdue ? overdueOn(today) : sql`not (${overdueOn(today)})`),
  external_ref: text => carriesReference(bookId, 'invoice', text),
})

const list = documentList(invoices, {
  description: 'Without lines; includes credit notes.',
  filters: invoiceFilters,
  sorts: { due_date: { by: dueDate, type: 'date' } },
  rules: (bookId, { today }) => invoiceRules(bookId, today),
})

const create = documentCreate(invoices, {
  description:
    'Creates a draft: for an order given by order_id, as its action create_invoice does, or a free-form one.',
  body: InvoiceCreate,
  bodyErrors: invoiceShapeErrors,
  errors: [
    'invalid_transition',
    'conflict',
    'warehouse_required',
    'system_warehouse',
    'currency_not_supported',
    'unit_mismatch',
    'unit_not_available',
    'quantity_scale',
  ],
  emits: ['order.invoiced'],
  run: (ctx, body) =>
    body.order_id === undefined ? addInvoice(ctx, body) : addInvoiceOfOrder(ctx, body.order_id, body.external_ref),
})

const change = documentChange(invoices, {
  description:
    'A draft: every field. An issued invoice: notes, internal_notes, category_id, event_id, activity_id, due_date.',
  body: InvoicePatch,
  errors: ['conflict', 'warehouse_required', 'system_warehouse', 'currency_not_supported'],
  run: changeInvoice,
})

const lineErrors = ['conflict', 'unit_mismatch', 'unit_not_available', 'quantity_scale'] as const

const lines = documentLines(invoices, {
  shape: InvoiceLine,
  create: {
    summary: 'Add a line to an invoice',
    description: 'Drafts only. ETag and Location are those of the invoice.',
    body: InvoiceLineCreate,
    bodyErrors: body => lineUnitErrors(body),
    errors: lineErrors,
    run: addLine,
  },
  change: {
    summary: 'Update a line of an invoice',
    description: 'Drafts only.',
    body: InvoiceLinePatch,
    errors: lineErrors,
    run: changeLine,
  },
})

export const invoiceEndpoints: readonly Endpoint[] = [
  list,
  create,
  ...documentReads(invoices),
  change,
  ...lines,
  ...invoiceActions.endpoints,
]
