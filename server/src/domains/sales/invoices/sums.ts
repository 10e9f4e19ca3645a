/** GET /reports/invoices: what the issued invoices of a filter come to. */
import { Type } from 'typebox'
import { Decimal, described, Shape } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf } from '../../../kernel/filters.ts'
import {
  SumsOf,
  shownPeriod,
  sumInvoices,
  summedBy,
  summedDays,
  summedFields,
  summedPeriod,
} from '../../finance/index.ts'
import { invoices } from './document.ts'
import { invoiceFilters, invoiceRules } from './endpoints.ts'
import { summedInvoices } from './store.ts'

const InvoiceSums = SumsOf({
  object: Type.Literal('invoice_sum'),
  ...summedFields,
  deposit: described<string>(Decimal, 'Of packaging, outside VAT: beside `incl_vat`, and part of `remaining`.'),
})

export const invoiceSums = defineEndpoint({
  id: 'reports.invoices',
  method: 'GET',
  path: '/reports/invoices',
  summary: 'Show what issued invoices come to',
  description:
    'The issued and paid ones of the same filter as that of the list, by currency. Credit notes count against them. ' +
    summedBy,
  access: invoices.access.read,
  query: Shape({ ...invoiceFilters.properties, ...summedDays }),
  returns: { status: 200, schema: InvoiceSums },
  errors: [],
  async handle({ query }, { caller, db, today }) {
    const bookId = caller.book.id
    const isOpenOnly = query.overdue === true || (query.status?.every(status => status === 'issued') ?? false)
    const period = summedPeriod(query, { today, isOpenOnly })
    const where = conditionsOf({ ...query, ...period }, invoiceRules(bookId, today))
    const sums = await sumInvoices(db, summedInvoices, [sql`r.book_id = ${bookId}`, ...where])
    return { body: { ...shownPeriod(period), data: sums.map(sum => ({ object: 'invoice_sum' as const, ...sum })) } }
  },
})
