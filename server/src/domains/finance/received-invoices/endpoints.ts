/** Received invoices: list, detail, by own reference, create, change, lines, actions. */
import { Type } from 'typebox'
import { DateText, ExternalRefText, Shape, SomeOf, type Static, Uuid } from '../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import { documentChange, documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import { documentLines } from '../../../kernel/document-lines.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { betweenDays, type FilterRules, is, isAnyOf } from '../../../kernel/filters.ts'
import type { Day } from '../../../lib/days.ts'
import { containing } from '../../../lib/search-text.ts'
import { addReceived, changeReceived, receivedActions } from './actions.ts'
import { receivedInvoices } from './document.ts'
import { addLine, changeLine } from './lines.ts'
import {
  ReceivedInvoiceCreate,
  ReceivedInvoiceLine,
  ReceivedInvoicePatch,
  ReceivedLineCreate,
  ReceivedLinePatch,
  receivedStatuses,
} from './schema.ts'

export const receivedFilters = Shape({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Part of our number, the supplier's number, the partner or the variable symbol.",
    }),
  ),
  status: Type.Optional(SomeOf(receivedStatuses)),
  partner_id: Type.Optional(Uuid),
  date_from: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'By the issue date.' })),
  date_to: Type.Optional(DateText),
  due_before: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'Due before this day.' })),
  overdue: Type.Optional(
    Type.Boolean({
      description:
        'Only confirmed invoices of which something remains and that were due before today; or only the others.',
    }),
  ),
  external_ref: Type.Optional(ExternalRefText),
})

const overdueOn = (today: Day): Sql =>
  sql`r.status = 'confirmed' and r.due_date < ${today}::date and r.total_incl_vat <> 0`

export const receivedRules = (bookId: string, today: Day): FilterRules<Static<typeof receivedFilters>> => ({
  search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
  status: isAnyOf(sql`r.status`),
  partner_id: is(sql`r.partner_id`),
  ...betweenDays(sql`r.issue_date`),
  due_before: day => sql`r.due_date < ${day}::date`,
  overdue: isOverdue => (isOverdue ? overdueOn(today) : sql`not (${overdueOn(today)})`),
  external_ref: text => carriesReference(bookId, 'received_invoice', text),
})

const list = documentList(receivedInvoices, {
  description: 'Without lines.',
  filters: receivedFilters,
  sorts: { due_date: { by: sql`r.due_date`, type: 'date' } },
  rules: (bookId, { today }) => receivedRules(bookId, today),
})

const create = documentCreate(receivedInvoices, {
  description: 'Creates a draft; confirming it assigns our own number.',
  body: ReceivedInvoiceCreate,
  errors: ['currency_not_supported'],
  run: addReceived,
})

const change = documentChange(receivedInvoices, {
  description:
    'Possible until it is exported or cancelled. Absent fields are kept, null clears. Another currency without an ' +
    'exchange_rate clears the old one; a confirmed invoice in a foreign currency needs one: `missing_exchange_rate`.',
  body: ReceivedInvoicePatch,
  errors: ['conflict', 'currency_not_supported', 'missing_exchange_rate'],
  run: changeReceived,
})

const lines = documentLines(receivedInvoices, {
  shape: ReceivedInvoiceLine,
  create: {
    summary: 'Add a line to a received invoice',
    description:
      'ETag and Location are those of the invoice. If the new total equals what is already paid, the invoice ' +
      'becomes paid.',
    body: ReceivedLineCreate,
    errors: ['conflict'],
    emits: ['received_invoice.paid'],
    run: addLine,
  },
  change: {
    summary: 'Update a line of a received invoice',
    description:
      'The VAT of an imported document is kept unless amounts change; then it is recalculated from the rates. If the ' +
      'new total equals what is already paid, the invoice becomes paid; a total below it is a `conflict`.',
    body: ReceivedLinePatch,
    errors: ['conflict'],
    emits: ['received_invoice.paid'],
    run: changeLine,
  },
})

export const receivedInvoiceEndpoints: readonly Endpoint[] = [
  list,
  create,
  ...documentReads(receivedInvoices),
  change,
  ...lines,
  ...receivedActions.endpoints,
]
