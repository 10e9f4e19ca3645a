/** Files: attachments, the import of invoices, the inbox. */
import { defineDomain } from '../../kernel/domain.ts'
import { attachmentEndpoints } from './attachments/endpoints.ts'
import { discardFilesOf } from './attachments/store.ts'
import { isdocImport } from './imports/endpoints.ts'
import { inboxEndpoints } from './inbox/endpoints.ts'
import { inboxBlocks } from './inbox/settings.ts'
import { submissionWorkflow } from './inbox/workflow.ts'
import { fileInvariants } from './invariants.ts'
import { sweepDiscardedFiles, sweepStorage } from './workers.ts'

export const files = defineDomain({
  name: 'files',
  after: ['core', 'finance', 'stock', 'sales'],
  records: [
    { object: 'attachment', path: '/attachments', table: 'attachments' },
    { object: 'inbox_submission', path: '/inbox/submissions', table: 'inbox_submissions' },
  ],
  tables: { uploads: 'part', attachments: 'part', inbox_submissions: 'part', inbox_blocks: 'part' },
  endpoints: [isdocImport, ...attachmentEndpoints, ...inboxEndpoints],
  workflows: [submissionWorkflow],
  invariants: fileInvariants,
  workers: [sweepStorage, sweepDiscardedFiles],
  settings: [inboxBlocks],
  beforeReset: discardFilesOf,
})
