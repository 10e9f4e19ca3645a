/** Submissions as the wire shows them. */
import { openActions, type Submission } from './schema.ts'
import type { SubmissionRow } from './store.ts'

export const submissionView = (row: SubmissionRow, livemode: boolean): Submission => ({
  object: 'inbox_submission',
  id: row.id,
  status: row.status,
  outcome: row.outcome,
  attachment_id: row.attachment_id,
  file_name: row.file_name,
  received_invoice_id: row.received_invoice_id,
  note: row.note,
  reason: row.reason,
  duplicate: row.is_duplicate,
  sender: row.sender,
  warnings: row.warnings,
  allowed_actions: openActions(row),
  livemode,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
