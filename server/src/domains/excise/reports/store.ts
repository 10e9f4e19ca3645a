/** SQL of excise reports and their lines. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs, type StoredOf } from '../../../db/table.ts'
import type { CompanyRow } from '../../core/index.ts'
import type { Month } from '../months.ts'
import type { InProduction } from '../movements/store.ts'
import type { ReportStatus } from './schema.ts'

const figures = {
  opening_hl: column.decimal(),
  produced_hl: column.decimal(),
  received_hl: column.decimal(),
  released_hl: column.decimal(),
  losses_hl: column.decimal(),
  closing_hl: column.decimal(),
}

/** Of the company, what the papers of a report say, and how they look where it was filed since that is kept. */
export type Payer = Pick<CompanyRow, 'name' | 'street' | 'zip' | 'city' | 'ico' | 'dic'> &
  Partial<Pick<CompanyRow, 'logo_id' | 'accent_color'>>

export const reportTable = defineTable({
  name: 'excise_reports',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    period: column.text(),
    status: column.text<ReportStatus>(),
    category_code: column.text(),
    category_name: column.text(),
    category_max_annual_hl: orNull(column.decimal()),
    ...figures,
    tax: column.amount(),
    tax_payable: column.amount(),
    produced_ytd_hl: column.decimal(),
    in_production: column.json<InProduction[]>(),
    open_documents: column.integer(),
    calculated_at: column.instant(),
    filed_at: orNull(column.date()),
    /** Who filed it, as long as it is filed; unknown of what an older version filed. */
    payer: orNull(column.json<Payer>()),
    notes: orNull(column.text()),
  },
  /** True of a row that was calculated just now: nobody has to do it again. */
  computed: { is_fresh: readAs(column.boolean(), 'false') },
})
export type Report = RowOf<typeof reportTable>

export const reportLineTable = defineTable({
  name: 'excise_report_lines',
  columns: {
    id: column.uuid(),
    report_id: column.uuid(),
    plato: column.integer(),
    ...figures,
    rate: column.amount(),
    tax: column.amount(),
  },
})
export type ReportLineRow = StoredOf<typeof reportLineTable>

export const listReportLines = (db: Queryable, bookId: string, reportId: string): Promise<ReportLineRow[]> =>
  reportLineTable.all(db, bookId, { condition: sql`r.report_id = ${reportId}`, order: 'plato' })

export const findReportOf = (db: Queryable, bookId: string, period: Month): Promise<Report | undefined> =>
  reportTable.findWhere(db, bookId, sql`r.period = ${period}`)

/** The rows a month was filed with; undefined when it was not. */
export async function findFiledLines(db: Queryable, bookId: string, period: Month) {
  const report = await findReportOf(db, bookId, period)
  return report?.status === 'filed' ? listReportLines(db, bookId, report.id) : undefined
}

export const deleteReportLines = (tx: Tx, bookId: string, reportId: string): Promise<unknown> =>
  tx.run(sql`delete from excise_report_lines where book_id = ${bookId} and report_id = ${reportId}`)
