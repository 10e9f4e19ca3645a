/** Excise reports as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import { dueDateOf } from '../months.ts'
import { isStale } from './calculation.ts'
import { ExciseReport, ExciseReportListed, type ReportLineView } from './schema.ts'
import { listReportLines, type ReportLineRow, reportTable } from './store.ts'
import { reportWorkflow } from './workflow.ts'

const lineView = (line: ReportLineRow): ReportLineView => ({
  plato: String(line.plato),
  opening_hl: line.opening_hl,
  produced_hl: line.produced_hl,
  received_hl: line.received_hl,
  released_hl: line.released_hl,
  losses_hl: line.losses_hl,
  closing_hl: line.closing_hl,
  rate: line.rate,
  tax: line.tax,
})

export const reports = defineDocument({
  object: 'excise_report',
  id: 'exciseReports',
  path: '/excise-reports',
  name: 'an excise report',
  many: 'excise reports',
  access: {
    read: { scopes: ['brewery:read'], addOn: 'excise' },
    write: { scopes: ['brewery:write'], addOn: 'excise' },
  },
  workflow: reportWorkflow,
  table: reportTable,
  listed: ExciseReportListed,
  detail: ExciseReport,
  view: report => ({
    number: report.number,
    period: report.period,
    status: report.status,
    category: {
      code: report.category_code,
      name: report.category_name,
      max_annual_hl: report.category_max_annual_hl,
    },
    due_date: dueDateOf(report.period),
    totals: {
      opening_hl: report.opening_hl,
      produced_hl: report.produced_hl,
      received_hl: report.received_hl,
      released_hl: report.released_hl,
      losses_hl: report.losses_hl,
      closing_hl: report.closing_hl,
      tax: report.tax,
      tax_payable: report.tax_payable,
    },
    produced_ytd_hl: report.produced_ytd_hl,
    in_production: report.in_production.map(({ plato, ...held }) => ({ plato: String(plato), ...held })),
    open_documents: report.open_documents,
    is_stale: null,
    calculated_at: report.calculated_at,
    filed_at: report.filed_at,
    notes: report.notes,
  }),
  lines: { list: listReportLines, view: lineView },
  /** What is filed is frozen, and what was calculated just now is not stale. */
  async extras(report, { db, account }) {
    const isKnown = report.status === 'filed' || report.is_fresh
    return { is_stale: !isKnown && (await isStale(db, account.book.id, report)) }
  },
  // A draft tells whether stock has moved since, which no version does.
  mayDiffer: ({ status }) => status === 'draft',
})
