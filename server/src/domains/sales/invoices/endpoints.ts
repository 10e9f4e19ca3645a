/** Issued invoices: list, detail, by own reference, create, change, lines, actions. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { invalidReference, validationFailed } from '../../../contract/problems.ts'
import { DateText, ExternalRefText, OnConflict, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { plannedAnew, type Sql, sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext, WriteContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint, type Reply } from '../../../kernel/endpoint.ts'
import { carriesReference, claimReference } from '../../../kernel/external-refs.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { createdOnce, defineByReference, defineGet, lineOfPath, ofPath } from '../../../kernel/record.ts'
import { containing } from '../../../lib/search-text.ts'
import { orderTable } from '../orders/store.ts'
import { addInvoice, changeInvoice, refuseClosed } from './actions.ts'
import { creditInvoice } from './credits.ts'
import { creditFaults, lineFaults, shapeFaults } from './faults.ts'
import { invoiceOrder } from './from-order.ts'
import { groupIssues } from './grouping.ts'
import { addLine, changeLine } from './lines.ts'
import {
  documentTypes,
  Invoice,
  InvoiceCreate,
  InvoiceLine,
  InvoiceLineCreate,
  InvoiceLinePatch,
  InvoiceListed,
  InvoicePatch,
  invoiceStatuses,
} from './schema.ts'
import { findInvoice, type Invoice as InvoiceRow, listInvoiceLines, listInvoices } from './store.ts'
import { cancelInvoice, issueInvoice, markPaid, revertPayment } from './transitions.ts'
import { detailView, lineView, listedView } from './view.ts'
import { invoiceWorkflow, openActions } from './workflow.ts'

/** They belong to sales; on an account without that module to finance. */
export const readInvoices = { scopes: ['sales:read', 'finance:read'], isFirstSubscribed: true } as const
const writeInvoices = { scopes: ['sales:write', 'finance:write'], isFirstSubscribed: true } as const

const filters = Shape({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Part of the number, the partner, the variable symbol or the customer's order.",
    }),
  ),
  status: Type.Optional(OneOf(invoiceStatuses)),
  document_type: Type.Optional(OneOf(documentTypes)),
  partner_id: Type.Optional(Uuid),
  warehouse_id: Type.Optional(Uuid),
  order_id: Type.Optional(Uuid),
  item_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Invoices with a line of this item.' })),
  variable_symbol: Type.Optional(Type.String({ maxLength: 10 })),
  date_from: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'By the issue date.' })),
  date_to: Type.Optional(DateText),
  due_before: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'Due before this day.' })),
  external_ref: Type.Optional(ExternalRefText),
})
const hasItem = (bookId: string, itemId: string): Sql => sql`r.id = any (array(
  select invoice_id
    from invoice_lines
   where book_id = ${bookId} and item_id = ${itemId})) ${plannedAnew}`

const invoices = {
  id: 'invoices',
  path: '/invoices',
  name: 'an invoice',
  object: 'invoice',
  family: 'invoice',
  read: readInvoices,
  schema: Invoice,
  find: findInvoice,
  show: shown,
} as const

export const invoiceOfPath = ofPath(invoices)
const lineOfInvoice = lineOfPath(invoices, listInvoiceLines)

async function shown(invoice: InvoiceRow, { db, account }: RecordContext): Promise<Reply<Invoice>> {
  const lines = await listInvoiceLines(db, account.book.id, invoice.id)
  return { body: detailView(invoice, lines, account.book.isLive), version: invoice.version }
}

const list = defineList({
  id: 'invoices.list',
  path: '/invoices',
  summary: 'List issued invoices',
  description: 'Without their lines; credit notes are among them.',
  access: readInvoices,
  filters,
  record: InvoiceListed,
  select(ctx, { filters: asked, where }, page) {
    const bookId = ctx.account.book.id
    const conditions = conditionsOf(asked, {
      search: words => sql`r.search_text like ${containing(words)} ${plannedAnew}`,
      status: is(sql`r.status`),
      document_type: is(sql`r.document_type`),
      partner_id: is(sql`r.partner_id`),
      warehouse_id: is(sql`r.warehouse_id`),
      order_id: is(sql`r.order_id`),
      variable_symbol: is(sql`r.variable_symbol`),
      item_id: id => hasItem(bookId, id),
      date_from: day => sql`r.issue_date >= ${day}::date ${plannedAnew}`,
      date_to: day => sql`r.issue_date <= ${day}::date ${plannedAnew}`,
      due_before: day => sql`r.due_date < ${day}::date ${plannedAnew}`,
      external_ref: text => carriesReference(bookId, 'invoice', text),
    })
    return listInvoices(ctx.db, bookId, [...where, ...conditions], page)
  },
  view: (row, ctx) => listedView(row, ctx.account.book.isLive),
})

const create = defineEndpoint({
  id: 'invoices.create',
  method: 'POST',
  path: '/invoices',
  summary: 'Create an invoice',
  description: 'A draft: of an order by order_id, as its action create_invoice does; or a free one.',
  access: writeInvoices,
  query: Shape({ on_conflict: OnConflict }),
  body: InvoiceCreate,
  faults: shapeFaults,
  returns: { status: 201, schema: Invoice, etag: true },
  errors: [
    'external_ref_conflict',
    'invalid_transition',
    'conflict',
    'warehouse_required',
    'system_warehouse',
    'currency_not_supported',
    'unit_mismatch',
    'unit_not_available',
    'quantity_scale',
  ],
  handle: ({ body, query }, ctx) =>
    createdOnce(ctx, invoices, { ref: body.external_ref, onConflict: query.on_conflict }, () => made(ctx, body)),
})

async function made(ctx: WriteContext, body: InvoiceCreate): Promise<InvoiceRow> {
  const invoice = body.order_id === undefined ? await addInvoice(ctx, body) : await ofOrder(ctx, body, body.order_id)
  await claimReference(ctx, 'invoice', body.external_ref, { object: 'invoice', object_id: invoice.id })
  return invoice
}

async function ofOrder(ctx: WriteContext, body: InvoiceCreate, orderId: string): Promise<InvoiceRow> {
  const order = await orderTable.find(ctx.tx, ctx.account.book.id, orderId)
  if (!order) throw validationFailed([invalidReference('order_id')])
  return invoiceOrder(ctx, order, body.external_ref)
}

const patch = defineEndpoint({
  id: 'invoices.update',
  method: 'PATCH',
  path: '/invoices/{id}',
  summary: 'Change an invoice',
  description:
    'A draft: everything. An issued one: notes, internal_notes, category_id, event_id, activity_id, due_date.',
  access: writeInvoices,
  body: InvoicePatch,
  returns: { status: 200, schema: Invoice, etag: true },
  errors: [
    'stale_version',
    'invalid_transition',
    'conflict',
    'warehouse_required',
    'system_warehouse',
    'currency_not_supported',
  ],
  record: invoiceOfPath,
  handle: async ({ body, record }, ctx) => shown(await changeInvoice(ctx, record, body), ctx),
})

const lineErrors = [
  'stale_version',
  'invalid_transition',
  'conflict',
  'unit_mismatch',
  'unit_not_available',
  'quantity_scale',
] as const

const lineCreate = defineEndpoint({
  id: 'invoices.lines.create',
  method: 'POST',
  path: '/invoices/{id}/lines',
  summary: 'Add a line to an invoice',
  description: 'Only to a draft. The ETag and the Location are those of the invoice.',
  access: writeInvoices,
  body: InvoiceLineCreate,
  faults: body => lineFaults(body),
  returns: { status: 201, schema: InvoiceLine, etag: true },
  errors: lineErrors,
  record: invoiceOfPath,
  async handle({ body, record }, ctx) {
    refuseClosed(record)
    const { invoice, line } = await addLine(ctx, record, body)
    return { body: lineView(line), version: invoice.version, location: locationOf('invoice', invoice.id) }
  },
})

const linePatch = defineEndpoint({
  id: 'invoices.lines.update',
  method: 'PATCH',
  path: '/invoices/{id}/lines/{line_id}',
  summary: 'Change a line of an invoice',
  description: 'Only of a draft.',
  access: writeInvoices,
  body: InvoiceLinePatch,
  returns: { status: 200, schema: InvoiceLine, etag: true },
  errors: lineErrors,
  record: lineOfInvoice,
  async handle({ body, record }, ctx) {
    refuseClosed(record.owner)
    const { invoice, line } = await changeLine(ctx, record.owner, record.line, body)
    return { body: lineView(line), version: invoice.version }
  },
})

export const invoiceEndpoints: readonly Endpoint[] = [
  list,
  create,
  defineGet(invoices),
  defineByReference(invoices),
  patch,
  lineCreate,
  linePatch,
  ...defineActions({
    id: 'invoices',
    path: '/invoices/{id}',
    name: 'an invoice',
    access: writeInvoices,
    workflow: invoiceWorkflow,
    record: invoiceOfPath,
    allowed: openActions,
    returns: Invoice,
    faults: { credit: creditFaults },
    run: {
      issue: async (ctx, invoice) => shown(await issueInvoice(ctx, invoice), ctx),
      mark_paid: async (ctx, invoice, body) => shown(await markPaid(ctx, invoice, body), ctx),
      revert_payment: async (ctx, invoice) => shown(await revertPayment(ctx, invoice), ctx),
      cancel: async (ctx, invoice) => shown(await cancelInvoice(ctx, invoice), ctx),
      group_stock_issues: async (ctx, invoice, body) => shown(await groupIssues(ctx, invoice, body), ctx),
      credit: async (ctx, invoice, body) => shown(await creditInvoice(ctx, invoice, body), ctx),
    },
  }),
]
