/** Files of records: sent to the address the service gives, then tied to their record. */
import type { Attachment, Upload } from '@cellarbook/sdk'
import type { Book } from './book.ts'
import { type Answer, post } from './client.ts'
import { Unreachable } from './refusal.ts'

export interface Entity {
  entity_type: string
  entity_id: string
}

/** What a browser does not know is sent as plain bytes. */
const typeOf = ({ type }: File): string => type || 'application/octet-stream'

interface Sending {
  idempotencyKey: string
  book: Book
  /** How much of it is there, from 0 to 1. */
  onProgress: (part: number) => void
}

export async function attach(file: File, entity: Entity, { idempotencyKey, book, onProgress }: Sending) {
  const announced = { file_name: file.name, mime_type: typeOf(file), ...entity }
  const { body: upload } = await post<Upload>('/attachments', {
    body: { ...announced, file_size: file.size },
    idempotencyKey: `${idempotencyKey}-a`,
    book,
  })
  await sendBytes(upload, file, onProgress)
  const done: Answer<Attachment> = await post('/attachments/finalize', {
    body: { path: upload.path, ...announced },
    idempotencyKey: `${idempotencyKey}-f`,
    book,
  })
  return done.body
}

/** By the older way of asking: `fetch` does not tell how far a file is. */
const sendBytes = (upload: Upload, file: File, onProgress: (part: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const asked = new XMLHttpRequest()
    asked.open(upload.upload_method, upload.upload_url)
    for (const [name, value] of Object.entries(upload.upload_headers)) asked.setRequestHeader(name, value)
    asked.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    asked.onerror = () => reject(new Unreachable('No answer came.'))
    asked.onload = () => {
      if (asked.status >= 200 && asked.status < 300) resolve()
      else reject(new Unreachable(`The storage answered ${asked.status}.`))
    }
    asked.send(file)
  })
