/** GET /reports/received_invoices: what the received invoices of a filter come to. */
import { Type } from 'typebox'
import { Shape } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf } from '../../../kernel/filters.ts'
import { shownPeriod, summedPeriod } from '../invoice-sums/rules.ts'
import { SumsOf, summedBy, summedDays, summedFields } from '../invoice-sums/schema.ts'
import { sumInvoices } from '../invoice-sums/store.ts'
import { receivedInvoices } from './document.ts'
import { receivedFilters, receivedRules } from './endpoints.ts'
import { summedReceived } from './store.ts'

const ReceivedInvoiceSums = SumsOf({ object: Type.Literal('received_invoice_sum'), ...summedFields })

export const receivedInvoiceSums = defineEndpoint({
  id: 'reports.receivedInvoices',
  method: 'GET',
  path: '/reports/received_invoices',
  summary: 'Show what received invoices come to',
  description: `The confirmed and paid ones of the same filter as that of the list, by currency. ${summedBy}`,
  access: receivedInvoices.access.read,
  query: Shape({ ...receivedFilters.properties, ...summedDays }),
  returns: { status: 200, schema: ReceivedInvoiceSums },
  errors: [],
  async handle({ query }, { caller, db, today }) {
    const bookId = caller.book.id
    const isOpenOnly = query.overdue === true || (query.status?.every(status => status === 'confirmed') ?? false)
    const period = summedPeriod(query, { today, isOpenOnly })
    const where = conditionsOf({ ...query, ...period }, receivedRules(bookId, today))
    const sums = await sumInvoices(db, summedReceived, [sql`r.book_id = ${bookId}`, ...where])
    const data = sums.map(({ deposit: _, ...sum }) => ({ object: 'received_invoice_sum' as const, ...sum }))
    return { body: { ...shownPeriod(period), data } }
  },
})
