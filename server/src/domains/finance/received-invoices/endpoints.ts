/** Received invoices: list, detail, by own reference, create, change, lines, actions. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { DateText, ExternalRefText, OnConflict, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { plannedAnew, sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint, type Reply } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { createdOnce, defineByReference, defineGet, lineOfPath, ofPath } from '../../../kernel/record.ts'
import { containing } from '../../../lib/search-text.ts'
import {
  addReceived,
  cancelReceived,
  changeReceived,
  confirmReceived,
  exportReceived,
  markPaid,
  revertPayment,
} from './actions.ts'
import { addLine, changeLine } from './lines.ts'
import {
  lockOf,
  openActions,
  ReceivedInvoice,
  ReceivedInvoiceCreate,
  ReceivedInvoiceLine,
  ReceivedInvoiceListed,
  ReceivedInvoicePatch,
  ReceivedLineCreate,
  ReceivedLinePatch,
  receivedStatuses,
  receivedWorkflow,
} from './schema.ts'
import { findReceived, listReceived, listReceivedLines, type Received } from './store.ts'
import { detailView, lineView, listedView } from './view.ts'

const read = { scopes: ['finance:read'] } as const
const write = { scopes: ['finance:write'] } as const

async function shown(invoice: Received, { db, account }: RecordContext): Promise<Reply<ReceivedInvoice>> {
  const lines = await listReceivedLines(db, account.book.id, invoice.id)
  return { body: detailView(invoice, lines, account.book.isLive), version: invoice.version }
}

const received = {
  id: 'receivedInvoices',
  path: '/received-invoices',
  name: 'a received invoice',
  object: 'received_invoice',
  family: 'received_invoice',
  read,
  schema: ReceivedInvoice,
  find: findReceived,
  show: shown,
} as const

const receivedOfPath = ofPath(received)
const lineOfReceived = lineOfPath(received, listReceivedLines)

const list = defineList({
  id: 'receivedInvoices.list',
  path: '/received-invoices',
  summary: 'List received invoices',
  description: 'Without their lines.',
  access: read,
  filters: Shape({
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Part of our number, the supplier's number, the partner or the variable symbol.",
      }),
    ),
    status: Type.Optional(OneOf(receivedStatuses)),
    partner_id: Type.Optional(Uuid),
    date_from: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'By the issue date.' })),
    date_to: Type.Optional(DateText),
    due_before: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'Due before this day.' })),
    external_ref: Type.Optional(ExternalRefText),
  }),
  record: ReceivedInvoiceListed,
  select(ctx, { filters, where }, page) {
    const bookId = ctx.account.book.id
    const conditions = conditionsOf(filters, {
      search: words => sql`r.search_text like ${containing(words)} ${plannedAnew}`,
      status: is(sql`r.status`),
      partner_id: is(sql`r.partner_id`),
      date_from: day => sql`r.issue_date >= ${day}::date`,
      date_to: day => sql`r.issue_date <= ${day}::date`,
      due_before: day => sql`r.due_date < ${day}::date`,
      external_ref: text => carriesReference(bookId, 'received_invoice', text),
    })
    return listReceived(ctx.db, bookId, [...where, ...conditions], page)
  },
  view: (row, ctx) => listedView(row, ctx.account.book.isLive),
})

const create = defineEndpoint({
  id: 'receivedInvoices.create',
  method: 'POST',
  path: '/received-invoices',
  summary: 'Create a received invoice',
  description: 'A draft; our own number comes with the confirmation.',
  access: write,
  query: Shape({ on_conflict: OnConflict }),
  body: ReceivedInvoiceCreate,
  returns: { status: 201, schema: ReceivedInvoice, etag: true },
  errors: ['external_ref_conflict', 'currency_not_supported'],
  handle: ({ body, query }, ctx) =>
    createdOnce(ctx, received, { ref: body.external_ref, onConflict: query.on_conflict }, () => addReceived(ctx, body)),
})

const patch = defineEndpoint({
  id: 'receivedInvoices.update',
  method: 'PATCH',
  path: '/received-invoices/{id}',
  summary: 'Change a received invoice',
  description:
    'Until it is exported or cancelled. Absent fields stay, null clears. Another currency without its exchange_rate ' +
    'clears the old one; a confirmed invoice in a foreign currency needs one: `missing_exchange_rate`.',
  access: write,
  body: ReceivedInvoicePatch,
  returns: { status: 200, schema: ReceivedInvoice, etag: true },
  errors: ['stale_version', 'invalid_transition', 'conflict', 'currency_not_supported', 'missing_exchange_rate'],
  record: receivedOfPath,
  handle: async ({ body, record }, ctx) => shown(await changeReceived(ctx, record, body), ctx),
})

const lineCreate = defineEndpoint({
  id: 'receivedInvoices.lines.create',
  method: 'POST',
  path: '/received-invoices/{id}/lines',
  summary: 'Add a line to a received invoice',
  description:
    'The ETag and the Location are those of the invoice. A total that comes to what is paid already makes it paid.',
  access: write,
  body: ReceivedLineCreate,
  returns: { status: 201, schema: ReceivedInvoiceLine, etag: true },
  errors: ['stale_version', 'invalid_transition', 'conflict'],
  record: receivedOfPath,
  async handle({ body, record }, ctx) {
    const { invoice, line } = await addLine(ctx, record, body)
    return { body: lineView(line), version: invoice.version, location: locationOf('received_invoice', invoice.id) }
  },
})

const linePatch = defineEndpoint({
  id: 'receivedInvoices.lines.update',
  method: 'PATCH',
  path: '/received-invoices/{id}/lines/{line_id}',
  summary: 'Change a line of a received invoice',
  description:
    'The VAT an imported document gave stays, unless amounts change: then that of their rates is counted anew. A total ' +
    'that comes to what is paid already makes the invoice paid; one below it is a `conflict`.',
  access: write,
  body: ReceivedLinePatch,
  returns: { status: 200, schema: ReceivedInvoiceLine, etag: true },
  errors: ['stale_version', 'invalid_transition', 'conflict'],
  record: lineOfReceived,
  async handle({ body, record }, ctx) {
    const { invoice, line } = await changeLine(ctx, record.owner, record.line, body)
    return { body: lineView(line), version: invoice.version }
  },
})

export const receivedInvoiceEndpoints: readonly Endpoint[] = [
  list,
  create,
  defineGet(received),
  defineByReference(received),
  patch,
  lineCreate,
  linePatch,
  ...defineActions({
    id: 'receivedInvoices',
    path: '/received-invoices/{id}',
    name: 'a received invoice',
    access: write,
    workflow: receivedWorkflow,
    record: receivedOfPath,
    allowed: openActions,
    lock: lockOf,
    returns: ReceivedInvoice,
    run: {
      confirm: async (ctx, invoice) => shown(await confirmReceived(ctx, invoice), ctx),
      mark_paid: async (ctx, invoice, body) => shown(await markPaid(ctx, invoice, body), ctx),
      revert_payment: async (ctx, invoice) => shown(await revertPayment(ctx, invoice), ctx),
      cancel: async (ctx, invoice) => shown(await cancelReceived(ctx, invoice), ctx),
      export: async (ctx, invoice) => shown(await exportReceived(ctx, invoice), ctx),
    },
  }),
]
