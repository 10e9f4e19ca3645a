/** Changes of a draft. */

import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { plainText } from '../../../lib/decimal.ts'
import { keep } from '../../../lib/merge.ts'
import { findPartner } from '../../core/index.ts'
import { costOf } from './actions.ts'
import { documentOf, stockIssues } from './document.ts'
import { anyWarehouse, targetFaults } from './references.ts'
import type { DocumentPatch } from './schema.ts'
import { findOrderToIssue, listStockLines, type StockDocument } from './store.ts'

/** Only a draft is edited; what is confirmed is taken back first. */
export function requireDraft(document: StockDocument): void {
  if (document.status !== 'draft') throw documentOf(document).notNow(document)
}

export async function changeDocument(
  ctx: WriteContext,
  before: StockDocument,
  body: DocumentPatch,
): Promise<StockDocument> {
  requireDraft(before)
  const changed = await patchDocument(ctx, before, body)
  const names = ['date', 'partner_id', 'notes', 'target_warehouse_id', 'additional_cost'] as const
  if (names.every(name => changed[name] === before[name])) return before
  const lines = await listStockLines(ctx.tx, ctx.account.book.id, before.id)
  return documentOf(before).touch(ctx, before, { ...changed, total_cost: costOf(changed, lines) })
}

async function patchDocument(ctx: WriteContext, before: StockDocument, body: DocumentPatch): Promise<StockDocument> {
  const rows: ProblemRow[] = []
  const partnerId = keep(body.partner_id, before.partner_id) ?? (await partnerOfOrder(ctx, before))
  const isNewPartner = partnerId !== null && partnerId !== before.partner_id
  const partner = isNewPartner ? await findPartner(ctx.tx, ctx.account.book.id, partnerId) : undefined
  if (body.partner_id && isNewPartner && !partner?.is_active) rows.push(invalidReference('partner_id'))
  const targetId = keep(body.target_warehouse_id, before.target_warehouse_id)
  const target = targetId === null ? undefined : await anyWarehouse(ctx, targetId)
  if (targetId !== null && !target) rows.push(invalidReference('target_warehouse_id'))
  else if (body.target_warehouse_id !== undefined) {
    rows.push(...targetFaults(before.movement_type, before.movement_purpose, targetId))
  }
  rows.push(...(await dateFaults(ctx, before, body.date)))
  if (rows.length > 0) throw validationFailed(rows)
  return {
    ...before,
    date: body.date ?? before.date,
    partner_id: partnerId,
    partner_name: isNewPartner ? partner!.name : partnerId === null ? null : before.partner_name,
    notes: keep(body.notes, before.notes),
    target_warehouse_id: targetId,
    target_name: target?.name ?? null,
    additional_cost: body.additional_cost ? plainText(body.additional_cost) : before.additional_cost,
  }
}

/** What is issued for an order goes to its partner unless another one is named. */
async function partnerOfOrder(ctx: WriteContext, { order_id }: StockDocument): Promise<string | null> {
  const order = order_id === null ? undefined : await findOrderToIssue(ctx.tx, ctx.account.book.id, order_id)
  return order?.partner_id ?? null
}

/** Goods cannot arrive before they left, a repack has one day, and a number carries its year. */
async function dateFaults(ctx: WriteContext, before: StockDocument, date: string | undefined): Promise<ProblemRow[]> {
  if (date === undefined || date === before.date) return []
  const far = tooFarAhead('date', date, ctx.today)
  if (far.length > 0) return far
  const row = (message: string): ProblemRow => ({ field: 'date', code: 'not_allowed', message })
  if (date.slice(0, 4) !== before.date.slice(0, 4)) return [row(`The number ${before.number} belongs to its year.`)]
  if (before.repack_id !== null) return [row('Both halves of a repack have its date.')]
  if (before.source_issue_id === null) return []
  const issue = await stockIssues.table.find(ctx.tx, ctx.account.book.id, before.source_issue_id)
  return date < issue!.date ? [row(`The goods left on ${issue!.date}.`)] : []
}
