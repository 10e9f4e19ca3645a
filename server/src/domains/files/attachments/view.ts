/** Attachments as the wire shows them. */
import type { Attachment } from './schema.ts'
import type { AttachmentRow } from './store.ts'

export const attachmentView = (row: AttachmentRow, livemode: boolean): Attachment => ({
  object: 'attachment',
  id: row.id,
  purpose: row.purpose,
  file_name: row.file_name,
  mime_type: row.mime_type,
  file_size: row.file_size,
  sha256: row.sha256,
  entity_type: row.entity_type,
  entity_id: row.entity_id,
  livemode,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
