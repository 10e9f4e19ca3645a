/** Use cases of attachments: announce an upload, finish it, keep a file, tie it to a record. */

import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { FindContext, WriteContext } from '../../../kernel/context.ts'
import { newId } from '../../../lib/ids.ts'
import { type Instant, toInstant } from '../../../lib/instants.ts'
import type { StoredFile } from '../../../storage/store.ts'
import { noteAttachment } from '../../finance/index.ts'
import { refuseFile } from './access.ts'
import { isTakenFormat, pathOf } from './rules.ts'
import { type AttachmentCreate, type AttachmentFinalize, largestFileBytes } from './schema.ts'
import {
  type AttachmentRow,
  announcedBytes,
  closeUpload,
  entityExists,
  findAttachment,
  findUpload,
  heldSent,
  heldUnsent,
  insertUpload,
  saveAttachment,
  type UploadRow,
} from './store.ts'

/** What is known of an upload before the book is asked. */
export function newUpload(body: AttachmentCreate, at: { bookId: string; nowMs: number }): UploadRow {
  if (!isTakenFormat(body.file_name, body.mime_type)) throw problem('unsupported_format')
  if (body.file_size > largestFileBytes) throw problem('payload_too_large')
  const id = newId()
  return {
    id,
    path: pathOf(toInstant(at.nowMs), at.bookId, id),
    file_name: body.file_name,
    mime_type: body.mime_type,
    file_size: body.file_size,
    entity_type: body.entity_type ?? null,
    entity_id: body.entity_id ?? null,
    attachment_id: null,
  }
}

/** `isDirect`: the bytes go straight to the storage, and nobody tells us when they came. */
export async function announceUpload(
  ctx: WriteContext,
  body: AttachmentCreate,
  { upload, isDirect }: { upload: UploadRow; isDirect: boolean },
): Promise<void> {
  await refuseEntity(ctx, body)
  await refuseBytes(ctx, upload.file_size)
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  await insertUpload(ctx.tx, at, { ...upload, held: isDirect ? heldSent : heldUnsent })
}

/** A record that may get a file from this key. */
export async function refuseEntity(
  ctx: WriteContext,
  body: { entity_type?: string; entity_id?: string },
): Promise<void> {
  if (body.entity_type === undefined || body.entity_id === undefined) return
  refuseFile(ctx.holder, body.entity_type, 'write')
  if (!(await entityExists(ctx.tx, ctx.account.book.id, { type: body.entity_type, id: body.entity_id }))) {
    throw validationFailed([invalidReference('entity_id')])
  }
}

/** `stored` is what the storage really holds; undefined when the upload was finished before. */
export async function finishUpload(
  ctx: WriteContext,
  body: AttachmentFinalize,
  stored: StoredFile | undefined,
): Promise<AttachmentRow> {
  const bookId = ctx.account.book.id
  const upload = await findUpload(ctx.tx, bookId, body.path)
  if (!upload) throw problem('not_found')
  refuseFile(ctx.holder, upload.entity_type, 'write')
  const rows = finalizeFaults(body, upload, stored)
  if (rows.length > 0) throw validationFailed(rows)
  if (upload.attachment_id !== null) {
    const known = await findAttachment(ctx.tx, bookId, upload.attachment_id)
    if (known?.file_name !== body.file_name)
      throw problem('conflict', { detail: 'It was finalized under another name.' })
    return known
  }
  // The name is the one of this call, not the announced one.
  if (!isTakenFormat(body.file_name, body.mime_type)) throw problem('unsupported_format')
  if (!stored) throw problem('no_file')
  await refuseEntity(ctx, body)
  const attachment = await keepFile(ctx, {
    ...stored,
    path: upload.path,
    fileName: body.file_name,
    mediaType: upload.mime_type,
    purpose: 'upload',
    uploadId: upload.id,
  })
  // The sweep may have taken it since it was found.
  if ((await closeUpload(ctx.tx, bookId, { id: upload.id, attachmentId: attachment.id })) === 0)
    throw problem('not_found')
  if (upload.entity_type === null) return attachment
  return attachTo(ctx, attachment, { entity_type: upload.entity_type, entity_id: upload.entity_id! })
}

function finalizeFaults(body: AttachmentFinalize, upload: UploadRow, stored: StoredFile | undefined): ProblemRow[] {
  const rows: ProblemRow[] = []
  const differs = (field: string, message: string) => rows.push({ field, code: 'not_allowed', message })
  if (body.mime_type.toLowerCase() !== upload.mime_type.toLowerCase()) {
    differs('mime_type', `The upload was announced as ${upload.mime_type}.`)
  }
  if ((body.entity_type ?? null) !== upload.entity_type) differs('entity_type', 'It differs from the announced one.')
  if ((body.entity_id ?? null) !== upload.entity_id) differs('entity_id', 'It differs from the announced one.')
  if (stored && stored.size !== upload.file_size) {
    differs('file_size', `${upload.file_size} bytes were announced, ${stored.size} came.`)
  }
  return rows
}

export interface KeptFile extends StoredFile {
  path: string
  fileName: string
  mediaType: string
  purpose: AttachmentRow['purpose']
  /** The announcement it came by: its bytes count once. */
  uploadId?: string
}

/** What was announced and may still come counts as if it were here. */
export async function refuseBytes(
  ctx: WriteContext,
  size: number,
  announced: number | Promise<number> = announcedTo(ctx),
): Promise<void> {
  const { account, counts } = ctx
  const all = await announced
  const most = account.tenant.limits.storageMb * 1024 * 1024
  if (counts.storedBytes + all + size > most) throw problem('storage_limit_exceeded')
}

/** The bytes of uploads that are under way, but for one of them. */
export const announcedTo = ({ account, db, now }: FindContext & { now: Instant }, uploadId?: string): Promise<number> =>
  announcedBytes(db, { bookId: account.book.id, now }, uploadId)

/** The row of a file that lies in the storage already. */
export async function keepFile(
  ctx: WriteContext,
  file: KeptFile,
  announced: number | Promise<number> = announcedTo(ctx, file.uploadId),
): Promise<AttachmentRow> {
  await refuseBytes(ctx, file.size, announced)
  const attachment: AttachmentRow = {
    id: newId(),
    path: file.path,
    file_name: file.fileName,
    mime_type: file.mediaType,
    file_size: file.size,
    sha256: file.sha256,
    purpose: file.purpose,
    entity_type: null,
    entity_id: null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await saveAttachment(ctx.tx, ctx.account.book.id, attachment)
  ctx.counts.storedBytes += file.size
  return attachment
}

/** From now on the file belongs to the record. */
export async function attachTo(
  ctx: WriteContext,
  attachment: AttachmentRow,
  entity: { entity_type: string; entity_id: string },
): Promise<AttachmentRow> {
  const after = { ...attachment, ...entity, updated_at: ctx.now }
  await saveAttachment(ctx.tx, ctx.account.book.id, after)
  if (entity.entity_type === 'received_invoice') await noteAttachment(ctx, entity.entity_id)
  return after
}

export const uploadSeconds = 15 * 60
export const contentSeconds = 5 * 60

export const expiryOf = (nowMs: number, seconds: number) => toInstant(nowMs + seconds * 1_000)
