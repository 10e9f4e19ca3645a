/** Use cases of excise reports, inside the write transaction. */
import { isDeepStrictEqual } from 'node:util'
import { type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import { upsertRows } from '../../../db/upsert.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { moveAutomatically, type Transition } from '../../../kernel/transitions.ts'
import { newId } from '../../../lib/ids.ts'
import { getCompany } from '../../core/index.ts'
import { excisePeriodTable, listExcisePeriods } from '../../stock/index.ts'
import { firstDayOf, lastDayOf, type Month, monthBefore, monthOf } from '../months.ts'
import { type Calculation, calculate, findRate, type ReportFacts } from './calculation.ts'
import { reports } from './document.ts'
import { isSameLines, type ReportLine } from './rules.ts'
import type { FileBody, ReportCreate, ReportStatus } from './schema.ts'
import {
  deleteReportLines,
  findReportOf,
  listReportLines,
  type Payer,
  type Report,
  type ReportLineRow,
  reportLineTable,
} from './store.ts'
import type { FileEffects } from './workflow.ts'

export async function addReport(ctx: WriteContext, { period, notes = null }: ReportCreate) {
  const { book } = ctx.account
  if (period > monthOf(ctx.today)) {
    throw validationFailed([{ field: 'period', code: 'not_allowed', message: 'The month has not begun.' }])
  }
  const existing = await findReportOf(ctx.tx, book.id, period)
  if (existing) {
    const { number, id } = existing
    throw problem('conflict', { ...because('report_exists', { number, month: period }), existing_id: id })
  }
  const { facts, lines } = await calculate(ctx.tx, ctx.account, period)
  const row = await reports.insert(ctx, {
    id: newId(),
    version: 1,
    number: await takeNumber(ctx, 'excise_report', firstDayOf(period)),
    period,
    status: 'draft',
    ...facts,
    calculated_at: ctx.now,
    filed_at: null,
    payer: null,
    notes,
    is_fresh: true,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  return { row, lines: await replaceLines(ctx, row, lines) }
}

/** The report of the month so far, unless it is there or the settings have no rate for it. */
export async function beginReport(ctx: WriteContext): Promise<void> {
  const { book } = ctx.account
  const period = monthOf(ctx.today)
  if (await findReportOf(ctx.tx, book.id, period)) return
  if (await findRate(ctx.tx, book.id, period)) await addReport(ctx, { period })
}

async function replaceLines(ctx: WriteContext, { id }: Report, lines: ReportLine[]): Promise<ReportLineRow[]> {
  const bookId = ctx.account.book.id
  await deleteReportLines(ctx.tx, bookId, id)
  const rows = lines.map(line => ({ id: newId(), report_id: id, ...line }))
  await reportLineTable.save(ctx.tx, { bookId, now: ctx.now }, rows)
  return rows
}

type ReportTransition<Effects = never> = Transition<Report, ReportStatus, ReportLineRow, Effects>

/** Nothing changed: the same version, with the same `calculated_at`. */
async function recalculate(ctx: WriteContext, report: Report): Promise<ReportTransition> {
  const { facts, lines } = await calculate(ctx.tx, ctx.account, report.period)
  const kept = await listReportLines(ctx.tx, ctx.account.book.id, report.id)
  if (isSameLines(lines, kept) && isSameFacts(report, facts)) {
    return { isUnchanged: true, answer: { ...report, is_fresh: true }, lines: kept }
  }
  return {
    changes: { ...facts, calculated_at: ctx.now, is_fresh: true },
    lines: await replaceLines(ctx, report, lines),
  }
}

const isSameFacts = (report: Report, facts: ReportFacts): boolean => isDeepStrictEqual({ ...report, ...facts }, report)

async function file(ctx: WriteContext, report: Report, body: FileBody): Promise<ReportTransition<FileEffects>> {
  const lastDay = lastDayOf(report.period)
  const { filed_at = ctx.today } = body
  const notes = [report.notes, body.note].filter(Boolean).join('\n') || null
  const rows = bodyFaults({ filed_at: body.filed_at, notes, lastDay, today: ctx.today })
  if (rows.length > 0) throw validationFailed(rows)
  if (ctx.today <= lastDay) throw problem('conflict', because('month_not_over', { month: report.period }))
  await refuseGap(ctx, report.period)
  const { facts } = await calculateUnchanged(ctx, report)
  await markFiled(ctx, report.period)
  return {
    changes: { ...facts, filed_at, payer: await payerNow(ctx), notes, is_fresh: true },
    effects: () => ({ locked_until: lastDay }),
  }
}

async function payerNow(ctx: WriteContext): Promise<Payer> {
  const { name, street, zip, city, ico, dic, logo_id, accent_color } = await getCompany(ctx.tx, ctx.account)
  return { name, street, zip, city, ico, dic, logo_id, accent_color }
}

function bodyFaults(of: { filed_at: string | undefined; notes: string | null; lastDay: string; today: string }) {
  const row = (field: string, message: string): ProblemRow => ({ field, code: 'not_allowed', message })
  const { filed_at, notes, lastDay, today } = of
  return [
    ...(filed_at !== undefined && filed_at > today ? [row('filed_at', 'The day has not come.')] : []),
    ...(filed_at !== undefined && filed_at <= lastDay ? [row('filed_at', 'A month is filed when it is over.')] : []),
    ...(notes !== null && [...notes].length > 4000
      ? [row('note', 'The notes would be longer than 4000 characters.')]
      : []),
  ]
}

/** Nobody files figures he has not seen. */
async function calculateUnchanged(ctx: WriteContext, report: Report): Promise<Calculation> {
  const calculation = await calculate(ctx.tx, ctx.account, report.period)
  const kept = await listReportLines(ctx.tx, ctx.account.book.id, report.id)
  if (isSameLines(calculation.lines, kept)) return calculation
  throw problem('conflict', because('report_stale'))
}

/** The first filed month may be any; from then on none is left out. */
async function refuseGap(ctx: WriteContext, period: Month): Promise<void> {
  const { book } = ctx.account
  const before = monthBefore(period)
  const filed = (await listExcisePeriods(ctx.tx, book.id)).filter(({ is_filed }) => is_filed)
  const hasOlder = filed.some(each => each.period < before)
  if (!hasOlder || filed.some(each => each.period === before)) return
  const open = await findReportOf(ctx.tx, book.id, before)
  throw problem('conflict', {
    ...because('month_left_out', { month: before }),
    ...(open && { blockers: [{ object: 'excise_report', id: open.id, status: open.status, number: open.number }] }),
  })
}

async function markFiled(ctx: WriteContext, period: Month): Promise<void> {
  const bookId = ctx.account.book.id
  const known = (await listExcisePeriods(ctx.tx, bookId)).find(each => each.period === period)
  const rows = [{ id: known?.id ?? newId(), period, is_filed: true }]
  await upsertRows(ctx.tx, { bookId, now: ctx.now }, { table: excisePeriodTable, rows })
}

export const reportActions = documentActions(
  reports,
  { recalculate, file },
  // A month of movements is read.
  { sharing: { recalculate: 'never' } },
)

/** The month was taken back: its report is a draft again. */
export async function reopenReport(ctx: WriteContext, period: Month): Promise<void> {
  const report = await findReportOf(ctx.tx, ctx.account.book.id, period)
  if (report?.status !== 'filed') return
  await moveAutomatically(ctx, reports, { row: report, to: 'draft', changes: { filed_at: null, payer: null } })
}
