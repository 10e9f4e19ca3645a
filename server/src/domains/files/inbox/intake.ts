/** What is done with a file before the book is taken: judged, read, stored. */
import { createHash } from 'node:crypto'
import { invalidReference, problem, validationFailed } from '../../../contract/problems.ts'
import { type Reading, refusal } from '../../../invoice-files/model.ts'
import type { PrepareContext } from '../../../kernel/endpoint.ts'
import type { SentFile } from '../../../kernel/ports/files.ts'
import { refuseFile } from '../attachments/access.ts'
import type { KeptFile } from '../attachments/actions.ts'
import { isTakenFormat } from '../attachments/rules.ts'
import { isFileName, isMediaType } from '../attachments/schema.ts'
import { type AttachmentRow, findAttachment } from '../attachments/store.ts'
import {
  bytesOf,
  isIsdocName,
  keepPdf,
  largestImportBytes,
  readInTurn,
  storeBytes,
  takeBack,
} from '../imports/reading.ts'
import { namedBy, type ReadDocument } from '../imports/supplier.ts'
import { findFirstOfBytes, isBlocked } from './store.ts'

export const largestInboxBytes = 4 * 1024 * 1024

/** What the file turned out to be. */
export type Judgement =
  | { kind: 'invoice'; document: ReadDocument; pdf: KeptFile | null }
  | { kind: 'rejected'; reason: string; detail: string; uuid?: string }
  | { kind: 'scan' | 'files' }

export interface Intake {
  sha256: string
  fileName: string
  /** An attachment that exists, or a file that was stored for this submission, or neither: the bytes are known. */
  attachment: AttachmentRow | undefined
  stored: KeptFile | undefined
  judgement: Judgement | undefined
  /** When it came, in milliseconds since 1970. */
  at: number
}

export const storedPaths = ({ stored, judgement }: Pick<Intake, 'stored' | 'judgement'>): string[] =>
  [stored, judgement?.kind === 'invoice' ? judgement.pdf : undefined].flatMap(file => file?.path ?? [])

/** A file is worked on once at a time; the second one to bring it is told so. */
export async function workAlone<T>(
  { files, caller }: PrepareContext,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${caller.book.id}/${name}`
  if (files.underWay.has(key)) throw problem('submission_blocked', { detail: 'This file is being processed.' })
  files.underWay.add(key)
  try {
    return await work()
  } finally {
    files.underWay.delete(key)
  }
}

interface Source {
  attachment: AttachmentRow | undefined
  file: SentFile
}

export async function takeIn(ctx: PrepareContext, attachmentId: string | undefined): Promise<Intake> {
  const { caller, db, file } = ctx
  const { attachment, file: sent } = file
    ? { attachment: undefined, file: requireName(file) }
    : await ofAttachment(ctx, attachmentId!)
  const sha256 = attachment?.sha256 ?? createHash('sha256').update(sent.bytes).digest('hex')
  if (!isTakenFormat(sent.name, sent.mediaType)) throw problem('unsupported_format')
  const source = { attachment, file: sent }
  const reading = read(ctx, source)
  // Whoever is told something else does not wait for it.
  reading.catch(() => {})
  const [blocked, known] = await Promise.all([
    isBlocked(db, caller.book.id, { sender: caller.owner.email, sha256 }),
    findFirstOfBytes(db, caller.book.id, sha256),
  ])
  if (blocked) throw problem('submission_blocked')
  const common = { sha256, fileName: sent.name, attachment, at: ctx.nowMs }
  if (known) return { ...common, stored: undefined, judgement: undefined }
  return settle(ctx, common, { source, reading })
}

/** Read while it is looked up and stored: what is refused is kept, too. When either fails, nothing stays. */
async function settle(
  ctx: PrepareContext,
  common: Omit<Intake, 'stored' | 'judgement'>,
  { source, reading }: { source: Source; reading: Promise<Reading | undefined> },
): Promise<Intake> {
  const at = { bookId: ctx.caller.book.id, nowMs: ctx.nowMs }
  const [judged, kept] = await Promise.allSettled([
    reading.then(read => judge(ctx, at, { reading: read, file: source.file })),
    keep(ctx, at, source),
  ])
  if (judged.status === 'fulfilled' && kept.status === 'fulfilled') {
    return { ...common, stored: kept.value, judgement: judged.value }
  }
  const judgement = judged.status === 'fulfilled' ? judged.value : undefined
  const stored = kept.status === 'fulfilled' ? kept.value : undefined
  for (const path of storedPaths({ judgement, stored })) await takeBack(ctx.files, path)
  throw judged.status === 'rejected' ? judged.reason : (kept as PromiseRejectedResult).reason
}

type At = Parameters<typeof storeBytes>[1]

/** An attachment is there already. */
async function keep({ files }: PrepareContext, at: At, { attachment, file }: Source): Promise<KeptFile | undefined> {
  if (attachment) return undefined
  const { name: fileName, mediaType, bytes } = file
  return storeBytes(files, at, { fileName, mediaType, purpose: 'inbox', bytes })
}

const mayBeInvoice = (name: string): boolean => isIsdocName(name) || /\.xml$/i.test(name)

/** Undefined when the file is no invoice by its name, or nobody could use one. */
async function read(ctx: PrepareContext, { attachment, file: { name, bytes } }: Source): Promise<Reading | undefined> {
  if (!mayBeInvoice(name) || !ctx.caller.tenant.modules.includes('finance')) return undefined
  if (attachment && attachment.file_size > largestImportBytes) return refusal('file_too_large', 'It is over 10 MB.')
  const load = async () => (attachment ? bytesOf(ctx.files, attachment) : bytes)
  return readInTurn(ctx.files, ctx.caller.book.id, { name, load })
}

async function judge(
  ctx: PrepareContext,
  at: { bookId: string; nowMs: number },
  { reading, file }: { reading: Reading | undefined; file: SentFile },
): Promise<Judgement> {
  if (reading?.ok) {
    const { invoice, pdf } = reading
    const supplier = await namedBy(ctx.db, ctx.caller, invoice.supplier)
    return { kind: 'invoice', document: { invoice, supplier }, pdf: pdf && (await keepPdf(ctx.files, at, pdf)) }
  }
  const isIsdoc = isIsdocName(file.name)
  // Any XML may come: only what is an invoice by its root is refused as one, and a large one is not looked into.
  const isOtherXml = !isIsdoc && ['invalid_xml', 'file_too_large', undefined].includes(reading?.reason)
  if (reading && !isOtherXml) return { kind: 'rejected', ...reading }
  if (isIsdoc) {
    return { kind: 'rejected', reason: 'no_finance_module', detail: 'The account has no finance module.' }
  }
  const isPaper = /^(application\/pdf|image\/)/i.test(file.mediaType)
  return { kind: isPaper && ctx.caller.tenant.modules.includes('document_reading') ? 'scan' : 'files' }
}

/** The same names and media types as for any attachment. */
function requireName(file: SentFile): SentFile {
  if (isFileName(file.name) && isMediaType(file.mediaType)) return file
  const message = isFileName(file.name)
    ? 'The file needs a media type such as application/pdf.'
    : 'The file needs a name of at most 255 characters without slashes and control characters.'
  throw validationFailed([{ field: 'file', code: 'not_allowed', message }])
}

/** Its bytes are read only when they have to be. */
async function ofAttachment({ caller, db }: PrepareContext, id: string): Promise<Source> {
  const attachment = await findAttachment(db, caller.book.id, id)
  if (!attachment) throw validationFailed([invalidReference('attachment_id')])
  refuseFile(caller, attachment.entity_type, 'read')
  const { file_name: name, mime_type: mediaType } = attachment
  return { attachment, file: { name, mediaType, bytes: Buffer.alloc(0) } }
}
