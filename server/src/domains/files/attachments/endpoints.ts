/** Attachments: announce, finish, content; list, detail, those of a received invoice. */

import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { problem } from '../../../contract/problems.ts'
import { DataOf, OneOf, OneOfDeclared, Shape, Uuid } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import type { FindContext, ReadContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint, type PrepareContext } from '../../../kernel/endpoint.ts'
import { fileCarriers } from '../../../kernel/file-carriers.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import type { StoredFile } from '../../../storage/store.ts'
import { receivedTable } from '../../finance/index.ts'
import { isReadable, refuseFile } from './access.ts'
import { announceUpload, expiryOf, finishUpload, newUpload, uploadSeconds } from './actions.ts'
import { withStorage } from './faults.ts'
import { entityPairErrors } from './rules.ts'
import { Attachment, AttachmentCreate, AttachmentFinalize, purposes, Upload } from './schema.ts'
import { findAttachment, findUpload, listAttachments, listAttachmentsOf } from './store.ts'
import { contentAddress, uploadAddress } from './transfers.ts'
import { attachmentView } from './view.ts'

const read = { scopes: ['core:read'] } as const
const write = { scopes: ['core:write'] } as const

const create = defineEndpoint({
  id: 'attachments.create',
  method: 'POST',
  path: '/attachments',
  summary: 'Request an upload address for a file',
  description:
    'Returns an address: PUT the bytes there within 15 minutes, with the given headers and without the key, then ' +
    'finalize. The attachment does not exist until then, but its bytes count against the storage of the plan: for an ' +
    'hour if none are sent, for a day if they are not finalized. 25 MB at most. A file for a record also needs the ' +
    'write scope of that record.',
  access: write,
  body: AttachmentCreate,
  returns: { status: 201, schema: Upload, description: 'Where to send the bytes; the attachment does not exist yet.' },
  errors: [
    'unsupported_format',
    'payload_too_large',
    'storage_limit_exceeded',
    'upload_failed',
    'webhooks_not_configured',
  ],
  bodyErrors: entityPairErrors,
  // Signed before the book is taken: the first one of a process loads the library for it.
  async prepare({ body }, { caller, files, nowMs }) {
    const upload = newUpload(body, { bookId: caller.book.id, nowMs })
    const address = await uploadAddress(files, caller, { upload, nowMs })
    return { ready: { upload, nowMs, address, isDirect: files.store.direct !== undefined } }
  },
  async handle({ body, ready: { upload, isDirect, address, nowMs } }, ctx) {
    await announceUpload(ctx, body, { upload, isDirect })
    return {
      body: {
        object: 'upload',
        path: upload.path,
        upload_method: 'PUT',
        ...address,
        expires_at: expiryOf(nowMs, uploadSeconds),
        livemode: ctx.account.book.isLive,
      } as const,
      location: address.upload_url,
      isSecret: true,
    }
  },
})

/** What the storage holds under the path; nothing is read twice once the attachment exists. */
async function storedUpload(path: string, { caller, db, files }: PrepareContext): Promise<StoredFile | undefined> {
  const upload = await findUpload(db, caller.book.id, path)
  if (!upload) throw problem('not_found')
  if (upload.attachment_id !== null) return undefined
  return withStorage(files.store.digest(path))
}

const finalize = defineEndpoint({
  id: 'attachments.finalize',
  method: 'POST',
  path: '/attachments/finalize',
  summary: 'Finalize an upload into an attachment',
  description: 'Checks the real size and the quota. Repeating it with the same values returns the same attachment.',
  access: write,
  body: AttachmentFinalize,
  returns: { status: 201, schema: Attachment },
  errors: [
    'no_file',
    'unsupported_format',
    'storage_limit_exceeded',
    'upload_failed',
    'conflict',
    'invalid_transition',
  ],
  bodyErrors: entityPairErrors,
  prepare: async ({ body }, ctx) => ({ ready: await storedUpload(body.path, ctx) }),
  async handle({ body, ready }, ctx) {
    const attachment = await finishUpload(ctx, body, ready)
    return {
      body: attachmentView(attachment, ctx.account.book.isLive),
      location: locationOf('attachment', attachment.id),
    }
  },
})

const attachmentOfPath = ({ id }: Record<string, string>, { db, account }: FindContext) =>
  findAttachment(db, account.book.id, id!)

const ofEntity = 'A file that belongs to a record also needs the read scope of that record.'

const get = defineEndpoint({
  id: 'attachments.get',
  method: 'GET',
  path: '/attachments/{id}',
  summary: 'Get an attachment',
  description: ofEntity,
  access: read,
  returns: { status: 200, schema: Attachment },
  errors: [],
  record: attachmentOfPath,
  async handle({ record }, ctx: ReadContext) {
    refuseFile(ctx.caller, record.entity_type, 'read')
    return { body: attachmentView(record, ctx.account.book.isLive) }
  },
})

const content = defineEndpoint({
  id: 'attachments.content',
  method: 'GET',
  path: '/attachments/{id}/content',
  summary: 'Download an attachment',
  description: `Redirects to an address that is valid for 5 minutes, needs no key and supports ranges. ${ofEntity}`,
  access: read,
  returns: { status: 302, schema: Shape({}), description: 'Redirects to the bytes.' },
  errors: ['upload_failed'],
  record: attachmentOfPath,
  async handle({ record }, ctx: ReadContext) {
    refuseFile(ctx.caller, record.entity_type, 'read')
    const location = await contentAddress(ctx, record)
    return { body: {}, location }
  },
})

const list = defineList({
  id: 'attachments.list',
  path: '/attachments',
  summary: 'List attachments',
  description: `Those the key may see. ${ofEntity}`,
  access: read,
  filters: Shape({
    entity_type: Type.Optional(OneOfDeclared(fileCarriers)),
    entity_id: Type.Optional(Uuid),
    purpose: Type.Optional(OneOf(purposes)),
  }),
  record: Attachment,
  select(ctx, { filters, where }, page) {
    refuseFile(ctx.caller, filters.entity_type ?? null, 'read')
    const conditions = conditionsOf(filters, {
      entity_type: is(sql`r.entity_type`),
      entity_id: is(sql`r.entity_id`),
      purpose: is(sql`r.purpose`),
    })
    const bookId = ctx.account.book.id
    return listAttachments(ctx.db, { bookId, where: [...where, ...conditions, isReadable(ctx.caller)] }, page)
  },
  view: (row, ctx) => attachmentView(row, ctx.account.book.isLive),
})

const ofReceivedInvoice = defineEndpoint({
  id: 'receivedInvoices.attachments',
  method: 'GET',
  path: '/received-invoices/{id}/attachments',
  summary: 'List the files of a received invoice',
  description: 'Oldest first: the imported original, its PDF, and what was uploaded to it.',
  access: { scopes: ['finance:read'] },
  returns: { status: 200, schema: DataOf(Attachment) },
  errors: [],
  record: ({ id }, { db, account }) => receivedTable.find(db, account.book.id, id!),
  async handle({ record }, ctx: ReadContext) {
    const rows = await listAttachmentsOf(ctx.db, ctx.account.book.id, record.id)
    return { body: { data: rows.map(row => attachmentView(row, ctx.account.book.isLive)) } }
  },
})

export const attachmentEndpoints: readonly Endpoint[] = [create, finalize, list, get, content, ofReceivedInvoice]
