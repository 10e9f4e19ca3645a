/** The wire shapes of what comes to the inbox. */

import { Type } from 'typebox'
import { described, Nullable, OneOf, OneOfDeclared, Shape, type Static, Text, Uuid } from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { fileCarriers } from '../../../kernel/file-carriers.ts'
import { ImportWarnings } from '../../finance/index.ts'

export const outcomes = ['isdoc_imported', 'isdoc_rejected', 'files', 'scan'] as const
export const submissionStatuses = ['waiting', 'sorted', 'rejected'] as const

export const SubmissionCreate = Shape({
  attachment_id: described<string>(Uuid, 'A finalized attachment. Or send multipart/form-data with the part file.'),
})
export type SubmissionCreate = Static<typeof SubmissionCreate>

export const Submission = Shape({
  object: Type.Literal('inbox_submission'),
  id: Uuid,
  status: described<(typeof submissionStatuses)[number]>(
    OneOf(submissionStatuses),
    'waiting: somebody needs to look at it; rejected: somebody did, and nothing comes of it.',
  ),
  outcome: described<(typeof outcomes)[number]>(
    OneOf(outcomes),
    'isdoc_imported, isdoc_rejected (the reason is in note), files (waits for manual sorting), scan (read by machine).',
  ),
  attachment_id: Uuid,
  file_name: Type.String(),
  received_invoice_id: Nullable(Uuid),
  note: Nullable(Type.String()),
  reason: Nullable(described<string>(Type.String(), 'The error code, for isdoc_rejected.')),
  duplicate: Type.Boolean({ description: 'The same document arrived before; nothing was created.' }),
  sender: Type.String({ description: 'The e-mail of the person the key acts for.' }),
  warnings: ImportWarnings,
  ...envelope,
})
export type Submission = Static<typeof Submission>

export const SortBody = Shape({
  entity_type: Type.Optional(
    described<string>(OneOfDeclared(fileCarriers), 'What the file belongs to; send with entity_id.'),
  ),
  entity_id: Type.Optional(Uuid),
  note: Type.Optional(Text(1, 2000)),
})
export type SortBody = Static<typeof SortBody>

export const RejectBody = Shape({ note: described<string>(Text(1, 2000), 'Why nothing comes of it.') })
export type RejectBody = Static<typeof RejectBody>
