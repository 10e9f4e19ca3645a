/** The wire shapes of uploads and attachments. */
import { Type } from 'typebox'
import {
  described,
  InstantText,
  Nullable,
  OneOf,
  OneOfDeclared,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../contract/schema.ts'
import { fileCarriers, fileCarriersOrNull } from '../../../kernel/file-carriers.ts'

export const purposes = ['upload', 'inbox', 'isdoc_pdf'] as const

/** 25 MB. */
export const largestFileBytes = 25 * 1024 * 1024

const namePattern = '^(?!\\.{1,2}$)[^\\u0000-\\u001f\\u007f/\\\\]+$'
const longestName = 255

export const isFileName = (name: string): boolean =>
  new RegExp(namePattern, 'u').test(name) && [...name].length <= longestName

export const FileName = Type.String({
  minLength: 1,
  maxLength: longestName,
  pattern: namePattern,
  description: 'Without a path: no slashes, no control characters.',
})
const mediaTypePattern = '^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*$'
const longestMediaType = 120

export const isMediaType = (type: string): boolean =>
  type.length <= longestMediaType && new RegExp(mediaTypePattern).test(type)

const MediaType = Type.String({
  maxLength: longestMediaType,
  pattern: mediaTypePattern,
  description: 'Such as application/pdf.',
})

const entity = {
  entity_type: Type.Optional(
    described<string>(OneOfDeclared(fileCarriers), 'What it belongs to; send with entity_id.'),
  ),
  entity_id: Type.Optional(described<string>(Uuid, 'The record it belongs to; send with entity_type.')),
}

export const AttachmentCreate = Shape({
  file_name: FileName,
  mime_type: MediaType,
  file_size: Type.Integer({ minimum: 1, description: 'Bytes; 25 MB at most.' }),
  ...entity,
})
export type AttachmentCreate = Static<typeof AttachmentCreate>

export const Upload = Shape({
  object: Type.Literal('upload'),
  path: Type.String({ description: 'Send it back unchanged to finalize.' }),
  upload_url: Type.String({ description: 'Accepts the bytes once, without a key.' }),
  upload_method: Type.Literal('PUT'),
  upload_headers: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Send them with the bytes.',
  }),
  expires_at: InstantText,
  livemode: Type.Boolean(),
})
export type Upload = Static<typeof Upload>

export const AttachmentFinalize = Shape({
  path: Text(1, 200),
  file_name: FileName,
  mime_type: MediaType,
  ...entity,
})
export type AttachmentFinalize = Static<typeof AttachmentFinalize>

export const Attachment = Shape({
  object: Type.Literal('attachment'),
  id: Uuid,
  purpose: described<(typeof purposes)[number]>(
    OneOf(purposes),
    'How it arrived: uploaded, by the inbox, or from an ISDOC.',
  ),
  file_name: Type.String(),
  mime_type: Type.String(),
  file_size: Type.Integer({ description: 'Bytes.' }),
  sha256: Type.String({ description: 'Of the bytes, in hex.' }),
  entity_type: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: fileCarriersOrNull }),
  entity_id: Nullable(Uuid),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})
export type Attachment = Static<typeof Attachment>
