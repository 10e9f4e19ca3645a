/** Use cases of the inbox: a submission is recorded whatever becomes of it, and sorted by a person. */
import { Problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { newId } from '../../../lib/ids.ts'
import type { Received } from '../../finance/received-invoices/store.ts'
import { attachTo, keepFile, refuseEntity } from '../attachments/actions.ts'
import { type AttachmentRow, findAttachment } from '../attachments/store.ts'
import { importInvoice } from '../imports/actions.ts'
import { findTwin } from '../imports/supplier.ts'
import type { Intake, Judgement } from './intake.ts'
import type { SortBody } from './schema.ts'
import { findFirstOfBytes, type SubmissionRow, saveSubmission } from './store.ts'
import { submissionView } from './view.ts'

type Result = Pick<SubmissionRow, 'outcome'> &
  Partial<Pick<SubmissionRow, 'received_invoice_id' | 'reason' | 'note' | 'is_duplicate' | 'warnings'>>

export async function recordSubmission(ctx: WriteContext, intake: Intake, sender: string): Promise<SubmissionRow> {
  const bookId = ctx.account.book.id
  const first = await findFirstOfBytes(ctx.tx, bookId, intake.sha256)
  if (first) return record(ctx, intake, sender, await fileOf(ctx, intake, first.attachment_id), again(first))
  const { judgement } = intake
  const held = judgement && (await heldBy(ctx, judgement))
  if (held) {
    const file = await fileOf(ctx, intake, held.attachment_ids[0])
    return record(ctx, intake, sender, file, {
      outcome: 'isdoc_imported',
      is_duplicate: true,
      received_invoice_id: held.id,
      note: 'This document was imported before.',
      warnings: held.warnings,
    })
  }
  const file = await fileOf(ctx, intake, undefined)
  return record(ctx, intake, sender, file, await resultOf(ctx, judgement!, file))
}

const again = ({ outcome, received_invoice_id, warnings }: SubmissionRow): Result => ({
  outcome,
  received_invoice_id,
  warnings,
  is_duplicate: true,
  note: 'The same file came before.',
})

/** The invoice of the same document, when there is one. */
async function heldBy({ tx, account }: WriteContext, judgement: Judgement): Promise<Received | undefined> {
  if (judgement.kind === 'invoice') return findTwin(tx, account, judgement.reading)
  return judgement.kind === 'rejected' ? findTwin(tx, account, { ok: false, ...judgement }) : undefined
}

/** The attachment of the submission: the one that was sent, the one that is there already, or a new one. */
async function fileOf(ctx: WriteContext, { attachment, stored }: Intake, known: string | undefined) {
  if (attachment) return attachment
  const existing = known === undefined ? undefined : await findAttachment(ctx.tx, ctx.account.book.id, known)
  return existing ?? keepFile(ctx, stored!)
}

async function resultOf(ctx: WriteContext, judgement: Judgement, file: AttachmentRow): Promise<Result> {
  if (judgement.kind === 'rejected') return rejected(judgement.reason, judgement.detail)
  if (judgement.kind !== 'invoice') return { outcome: judgement.kind }
  try {
    const { invoice } = await importInvoice(ctx, judgement.reading.invoice, { original: file, pdf: judgement.pdf })
    const { id, internal_notes, warnings } = invoice
    return { outcome: 'isdoc_imported', received_invoice_id: id, note: internal_notes, warnings }
  } catch (error) {
    if (error instanceof Problem) return rejected(error.code, error.detail ?? '')
    throw error
  }
}

const rejected = (reason: string, detail: string): Result => ({
  outcome: 'isdoc_rejected',
  reason,
  note: [reason, detail].filter(text => text !== '').join(': '),
})

async function record(
  ctx: WriteContext,
  { sha256 }: Intake,
  sender: string,
  file: AttachmentRow,
  result: Result,
): Promise<SubmissionRow> {
  const isDone = result.outcome === 'isdoc_imported' || result.is_duplicate === true
  const submission: SubmissionRow = {
    id: newId(),
    version: 1,
    status: isDone ? 'sorted' : 'waiting',
    attachment_id: file.id,
    file_name: file.file_name,
    received_invoice_id: null,
    sha256,
    reason: null,
    note: null,
    is_duplicate: false,
    sender,
    warnings: [],
    created_at: ctx.now,
    updated_at: ctx.now,
    ...result,
  }
  await saveSubmission(ctx.tx, ctx.account.book.id, submission)
  ctx.emit('inbox.submission_received', submissionView(submission, ctx.account.book.isLive))
  return submission
}

/** Somebody took care of it. */
export async function sortSubmission(ctx: WriteContext, before: SubmissionRow, body: SortBody): Promise<SubmissionRow> {
  const bookId = ctx.account.book.id
  if (body.entity_type !== undefined && body.entity_id !== undefined) {
    await refuseEntity(ctx, body)
    const file = await findAttachment(ctx.tx, bookId, before.attachment_id)
    await attachTo(ctx, file!, body.entity_type, body.entity_id)
  }
  const isInvoice = body.entity_type === 'received_invoice'
  const after: SubmissionRow = {
    ...before,
    version: before.version + 1,
    status: 'sorted',
    note: body.note ?? before.note,
    received_invoice_id: isInvoice ? body.entity_id! : before.received_invoice_id,
    updated_at: ctx.now,
  }
  await saveSubmission(ctx.tx, bookId, after)
  return after
}
