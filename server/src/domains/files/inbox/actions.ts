/** Use cases of the inbox: a submission is recorded whatever becomes of it, and sorted by a person. */

import { Problem } from '../../../contract/problems.ts'
import { nowIn } from '../../../kernel/account.ts'
import type { FindContext, WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { startSteps } from '../../../kernel/steps.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { newId } from '../../../lib/ids.ts'
import type { Received } from '../../finance/index.ts'
import { announcedTo, attachTo, keepFile, refuseEntity } from '../attachments/actions.ts'
import { entityPairErrors } from '../attachments/rules.ts'
import { type AttachmentRow, findAttachment } from '../attachments/store.ts'
import { importInvoice, type KnownOf, lookUpDocument } from '../imports/actions.ts'
import { findUnread } from '../imports/supplier.ts'
import { submissions } from './document.ts'
import type { Intake, Judgement } from './intake.ts'
import type { RejectBody, SortBody } from './schema.ts'
import { findFirstOfBytes, type SubmissionRow } from './store.ts'

type Result = Pick<SubmissionRow, 'outcome'> &
  Partial<Pick<SubmissionRow, 'received_invoice_id' | 'reason' | 'note' | 'is_duplicate' | 'warnings'>>

/** What the book knows of a submission. */
export interface KnownOfIntake {
  /** The bytes of uploads under way; of a file that was stored for the submission. */
  announced: number | undefined
  /** These bytes were taken before. */
  first: SubmissionRow | undefined
  document: KnownOf | undefined
  /** The invoice of a document that could not be read, but told. */
  unread: Received | undefined
}

/** Nothing of it depends on anything else of it, so all is asked at once. */
export async function lookUpIntake(
  { account, db }: FindContext,
  { sha256, stored, judgement, at }: Intake,
): Promise<KnownOfIntake> {
  const [announced, first, document, unread] = await Promise.all([
    stored && announcedTo({ account, db, now: nowIn(account, at) }),
    findFirstOfBytes(db, account.book.id, sha256),
    judgement?.kind === 'invoice' ? lookUpDocument({ account, db }, judgement.document) : undefined,
    judgement?.kind === 'rejected' ? findUnread(db, account, judgement) : undefined,
  ])
  return { announced, first, document, unread }
}

export async function recordSubmission(
  ctx: WriteContext,
  intake: Intake,
  { sender, known }: { sender: string; known: KnownOfIntake },
): Promise<SubmissionRow> {
  const { file, result } = await settleIntake(ctx, intake, known)
  const isDone = result.outcome === 'isdoc_imported' || result.is_duplicate === true
  const submission = await submissions.insert(ctx, {
    id: newId(),
    version: 1,
    status: isDone ? 'sorted' : 'waiting',
    attachment_id: file.id,
    file_name: file.file_name,
    received_invoice_id: null,
    sha256: intake.sha256,
    reason: null,
    note: null,
    is_duplicate: false,
    sender,
    warnings: [],
    created_at: ctx.now,
    updated_at: ctx.now,
    ...result,
  })
  submissions.emit(ctx, submission, { name: 'submission_received' })
  return submission
}

/** The file of the submission and what became of it. */
async function settleIntake(
  ctx: WriteContext,
  intake: Intake,
  { announced, first, document, unread }: KnownOfIntake,
): Promise<{ file: AttachmentRow; result: Result }> {
  const fileKnownAs = (id?: string) => fileOf(ctx, intake, { announced, known: id })
  if (first) return { file: await fileKnownAs(first.attachment_id), result: repeat(first) }
  const twin = document?.invoice ?? unread
  if (twin) return { file: await fileKnownAs(twin.attachment_ids[0]), result: repeatInvoice(twin) }
  const file = await fileKnownAs()
  return { file, result: await importFile(ctx, file, { judgement: intake.judgement!, known: document }) }
}

const repeat = ({ outcome, received_invoice_id, warnings }: SubmissionRow): Result => ({
  outcome,
  received_invoice_id,
  warnings,
  is_duplicate: true,
  note: 'The same file came before.',
})

const repeatInvoice = ({ id, warnings }: Received): Result => ({
  outcome: 'isdoc_imported',
  is_duplicate: true,
  received_invoice_id: id,
  note: 'This document was imported before.',
  warnings,
})

/** The attachment of the submission: the one that was sent, the one that is there already, or a new one. */
async function fileOf(
  ctx: WriteContext,
  { attachment, stored }: Intake,
  { announced, known }: { announced: number | undefined; known?: string | undefined },
): Promise<AttachmentRow> {
  if (attachment) return attachment
  const existing = known === undefined ? undefined : await findAttachment(ctx.tx, ctx.account.book.id, known)
  return existing ?? keepFile(ctx, stored!, announced)
}

async function importFile(
  ctx: WriteContext,
  file: AttachmentRow,
  { judgement, known }: { judgement: Judgement; known: KnownOf | undefined },
): Promise<Result> {
  if (judgement.kind === 'rejected') return refuseImport(judgement.reason, judgement.detail)
  if (judgement.kind !== 'invoice') return { outcome: judgement.kind }
  try {
    const files = { original: file, pdf: judgement.pdf }
    const { invoice } = await importInvoice(ctx, judgement.document, { known: known!, files })
    const { id, internal_notes, warnings } = invoice
    await startSteps(ctx, { object: 'received_invoice', action: 'create', row: invoice, id })
    return { outcome: 'isdoc_imported', received_invoice_id: id, note: internal_notes, warnings }
  } catch (error) {
    if (error instanceof Problem) return refuseImport(error.code, error.detail ?? '')
    throw error
  }
}

const refuseImport = (reason: string, detail: string): Result => ({
  outcome: 'isdoc_rejected',
  reason,
  note: [reason, detail].filter(text => text !== '').join(': '),
})

async function sort(
  ctx: WriteContext,
  submission: SubmissionRow,
  body: SortBody,
): Promise<Transition<SubmissionRow, SubmissionRow['status']>> {
  const { entity_type, entity_id, note } = body
  if (entity_type !== undefined && entity_id !== undefined) {
    await refuseEntity(ctx, body)
    const file = await findAttachment(ctx.tx, ctx.account.book.id, submission.attachment_id)
    await attachTo(ctx, file!, { entity_type, entity_id })
  }
  const isInvoice = entity_type === 'received_invoice' && entity_id !== undefined
  return {
    changes: { ...(note !== undefined && { note }), ...(isInvoice && { received_invoice_id: entity_id }) },
  }
}

const reject = async (_ctx: WriteContext, _submission: SubmissionRow, { note }: RejectBody) => ({ changes: { note } })

export const submissionActions = documentActions(
  submissions,
  { sort, reject },
  { bodyErrors: { sort: entityPairErrors } },
)
