/** Submissions to the inbox as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import { Submission } from './schema.ts'
import { submissionTable } from './store.ts'
import { submissionWorkflow } from './workflow.ts'

export const submissions = defineDocument({
  object: 'inbox_submission',
  id: 'inbox',
  path: '/inbox/submissions',
  name: 'an inbox submission',
  many: 'inbox submissions',
  access: { read: { scopes: ['core:read'] }, write: { scopes: ['core:write'] } },
  workflow: submissionWorkflow,
  table: submissionTable,
  listed: Submission,
  detail: Submission,
  view: submission => ({
    status: submission.status,
    outcome: submission.outcome,
    attachment_id: submission.attachment_id,
    file_name: submission.file_name,
    received_invoice_id: submission.received_invoice_id,
    note: submission.note,
    reason: submission.reason,
    duplicate: submission.is_duplicate,
    sender: submission.sender,
    warnings: submission.warnings,
  }),
})
