/** Files that are answered, and files that are sent. */
import type { Cellarbook } from './client.ts'
import { ConnectionError, UnexpectedAnswerError } from './error.ts'
import type { Attachment, AttachmentCreate } from './generated/types.ts'

/** Asks for nothing until its bytes are wanted. */
export interface FileAnswer {
  /** The whole file. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** The file as it comes; a connection that breaks in the middle is an error of the stream. */
  stream(): Promise<ReadableStream<Uint8Array>>
}

export interface FileUpload {
  name: string
  /** Such as application/pdf. */
  type: string
  content: Uint8Array<ArrayBuffer> | string
}

export const isFileUpload = (body: unknown): body is FileUpload =>
  typeof body === 'object' && body !== null && 'content' in body && 'name' in body && 'type' in body

const boundary = 'cellarbook-sdk-f3d9a1c07b5e4826'

/** Made by hand: `FormData` has another boundary each time, and a retry must be the same bytes to be the same write. */
export function encodeUpload({ name, type, content }: FileUpload): { content: Uint8Array<ArrayBuffer>; type: string } {
  const encoder = new TextEncoder()
  const quoted = name.replaceAll('"', '%22').replaceAll(/[\r\n]+/g, ' ')
  const parts = [
    encoder.encode(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted}"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    ),
    typeof content === 'string' ? encoder.encode(content) : content,
    encoder.encode(`\r\n--${boundary}--\r\n`),
  ]
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return { content: bytes, type: `multipart/form-data; boundary=${boundary}` }
}

export interface AttachmentUpload extends FileUpload {
  /** The record it belongs to. */
  entity?: { type: NonNullable<AttachmentCreate['entity_type']>; id: string }
  signal?: AbortSignal
  fetch?: typeof globalThis.fetch
}

const uploadAttempts = 3

/** Asks for an address, sends the bytes to it, and makes the attachment. */
export async function uploadAttachment(cellarbook: Cellarbook, file: AttachmentUpload): Promise<Attachment> {
  const { name, type, entity, signal } = file
  const content = typeof file.content === 'string' ? new TextEncoder().encode(file.content) : file.content
  const described = {
    file_name: name,
    mime_type: type,
    ...(entity && { entity_type: entity.type, entity_id: entity.id }),
  }
  for (let attempt = 1; ; attempt += 1) {
    const options = signal ? { signal } : {}
    const upload = await cellarbook.attachments.create({ ...described, file_size: content.length }, options)
    try {
      await putBytes(upload, content, file)
    } catch (error) {
      signal?.throwIfAborted()
      // An address works once: after half an upload there must be a new one.
      if (attempt < uploadAttempts) continue
      throw error
    }
    return await cellarbook.attachments.finalize({ ...described, path: upload.path }, options)
  }
}

interface UploadAddress {
  upload_url: string
  upload_method: string
  upload_headers: Record<string, string>
}

async function putBytes(
  { upload_url, upload_method, upload_headers }: UploadAddress,
  body: Uint8Array<ArrayBuffer>,
  { signal, fetch = globalThis.fetch }: AttachmentUpload,
): Promise<void> {
  const sent = { method: upload_method, headers: upload_headers, body, ...(signal && { signal }) }
  const response = await fetch(upload_url, sent).catch((cause: unknown) => {
    throw new ConnectionError('the upload was cut', { cause })
  })
  if (!response.ok) throw new UnexpectedAnswerError(response.status, response.headers, await response.text())
  await response.body?.cancel()
}
