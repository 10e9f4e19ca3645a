/** Files of records: sent to the address the service gives, then tied to their record. */
import type { Attachment, Upload } from '@cellarbook/sdk'
import { type Answer, post } from './client.ts'
import { Unreachable } from './refusal.ts'

interface Entity {
  entity_type: string
  entity_id: string
}

/** What a browser does not know is sent as plain bytes. */
const typeOf = ({ type }: File): string => type || 'application/octet-stream'

export async function attach(file: File, entity: Entity, idempotencyKey: string): Promise<Answer<Attachment>> {
  const announced = { file_name: file.name, mime_type: typeOf(file), ...entity }
  const { body: upload } = await post<Upload>('/attachments', {
    body: { ...announced, file_size: file.size },
    idempotencyKey: `${idempotencyKey}-a`,
  })
  const { upload_method: method, upload_headers: headers } = upload
  const sent = await fetch(upload.upload_url, { method, headers, body: file }).catch(cause => {
    throw new Unreachable('No answer came.', { cause })
  })
  if (!sent.ok) throw new Unreachable(`The storage answered ${sent.status}.`)
  return post('/attachments/finalize', {
    body: { path: upload.path, ...announced },
    idempotencyKey: `${idempotencyKey}-f`,
  })
}
