/** /reports: figures over time for plots, each under the scope of what it counts. */
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { mayRead } from '../../kernel/rights.ts'
import { homeCurrency } from '../../lib/currencies.ts'
import { batchMeasurements } from './batch-measurements.ts'
import { inMoney, periodOf, runningTotal, seriesOf, sumOf } from './rules.ts'
import { PeriodQuery, Report, type Series, type Total } from './schema.ts'
import {
  ageKeys,
  findStockValue,
  listAges,
  listDue,
  listOpen,
  listStockChanges,
  readSums,
  sumInvoices,
  sumPosSales,
} from './store.ts'
import { invoiceAccess, toDo } from './to-do.ts'
import { webhookHealth } from './webhook-health.ts'

const returns = { status: 200, schema: Report } as const

const sales = defineEndpoint({
  id: 'reports.sales',
  method: 'GET',
  path: '/reports/sales',
  summary: 'Show sales over time',
  description:
    'Without VAT: issued and paid invoices with credit notes by their issue date, and sales at cash desks where the ' +
    'key may read them. Credit notes and refunds count against them.',
  access: invoiceAccess,
  query: PeriodQuery,
  returns,
  errors: [],
  async handle({ query }, { caller, db, today }) {
    const { starts, ...period } = periodOf(query, today)
    const bookId = caller.book.id
    const seesDesks = mayRead(caller, { scopes: ['pos:read'] })
    const asked = { ...period, starts }
    const sums = [sumInvoices(bookId, asked), ...(seesDesks ? [sumPosSales(bookId, asked)] : [])]
    const series = seriesOf(await readSums(db, sums), starts)
    return {
      body: {
        object: 'report' as const,
        name: 'sales',
        ...period,
        ...inMoney({ totals: series.map(totalOf), series }),
      },
    }
  },
})

const totalOf = (series: Series): Total => ({
  key: series.key,
  currency: series.currency,
  value: sumOf(series),
  count: series.points.reduce((sum, { count }) => sum + (count ?? 0), 0),
})

const stockValue = defineEndpoint({
  id: 'reports.stockValue',
  method: 'GET',
  path: '/reports/stock_value',
  summary: 'Show the value of the stock over time',
  description:
    'What the stock of all warehouses was worth at the end of each step, and of the last day, as the documents known now say.',
  access: { scopes: ['stock:read'] },
  query: PeriodQuery,
  returns,
  errors: [],
  async handle({ query }, { caller, db, today }) {
    const { starts, ...period } = periodOf(query, today)
    const bookId = caller.book.id
    const opening = await findStockValue(db, bookId, starts[0]!)
    const changes = await listStockChanges(db, bookId, { ...period, starts })
    const [changed = { key: 'stock', currency: null, points: starts.map(at => ({ at, value: '0', count: null })) }] =
      seriesOf(changes, starts)
    const series = { ...runningTotal(opening, changed), currency: homeCurrency }
    const totals = [{ key: 'stock', currency: homeCurrency, value: series.points.at(-1)!.value, count: null }]
    return {
      body: { object: 'report' as const, name: 'stock_value', ...period, ...inMoney({ totals, series: [series] }) },
    }
  },
})

const receivables = defineEndpoint({
  id: 'reports.receivables',
  method: 'GET',
  path: '/reports/receivables',
  summary: 'Show what customers still have to pay',
  description:
    'What remains of issued invoices, by the step in which it is due; the totals are of all of them: open, overdue, and ' +
    'by how late they are today (not_due; late_30: up to 30 days; late_60; late_90; late_over_90).',
  access: invoiceAccess,
  query: PeriodQuery,
  returns,
  errors: [],
  async handle({ query }, { caller, db, today }) {
    const { starts, ...period } = periodOf(query, today)
    const bookId = caller.book.id
    const series = seriesOf(await listDue(db, bookId, { ...period, starts }), starts)
    const ages = await listAges(db, bookId, today)
    const totals = (await listOpen(db, bookId, today)).flatMap(({ currency, ...open }) => [
      { key: 'open', currency, value: open.value, count: open.count },
      { key: 'overdue', currency, value: open.overdue_value, count: open.overdue_count },
      ...ageKeys.map(key => ages.find(age => age.key === key && age.currency === currency) ?? noneOf(key, currency)),
    ])
    return { body: { object: 'report' as const, name: 'receivables', ...period, ...inMoney({ totals, series }) } }
  },
})

const noneOf = (key: string, currency: string): Total => ({ key, currency, value: '0', count: 0 })

export const reportEndpoints = [toDo, sales, stockValue, receivables, webhookHealth, batchMeasurements]
