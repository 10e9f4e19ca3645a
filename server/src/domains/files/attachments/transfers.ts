/** The sealed addresses of files, and what happens when bytes come to or leave one. */
import { problem, validationFailed } from '../../../contract/problems.ts'
import type { Database } from '../../../db/pool.ts'
import type { Account } from '../../../kernel/account.ts'
import { findAccountOfBook } from '../../../kernel/account.ts'
import { addressOf } from '../../../kernel/addresses.ts'
import type { ReadContext, WriteContext } from '../../../kernel/context.ts'
import type { Files } from '../../../kernel/ports/files.ts'
import {
  contentPath,
  type Incoming,
  type Outgoing,
  type Transfers,
  uploadPath,
} from '../../../kernel/ports/transfers.ts'
import { writeAsSystem } from '../../../kernel/system-write.ts'
import type { Clock } from '../../../lib/instants.ts'
import { FileExists, StorageFault, TooManyBytes } from '../../../storage/store.ts'
import { contentSeconds, uploadSeconds } from './actions.ts'
import { withStorage } from './faults.ts'
import { dispositionOf } from './rules.ts'
import type { Upload } from './schema.ts'
import { type AttachmentRow, claimUpload, findAttachment, findUpload, releaseUpload, type UploadRow } from './store.ts'

type Address = Pick<Upload, 'upload_url' | 'upload_headers'>

/** Where the bytes of an upload go: to this service, or straight to the storage. */
export async function uploadAddress(
  files: Files,
  account: Account,
  { upload, nowMs }: { upload: UploadRow; nowMs: number },
): Promise<Address> {
  const { path, mime_type: mediaType, file_size: size } = upload
  if (files.store.direct) {
    const signing = files.store.direct.put(path, { mediaType, size, seconds: uploadSeconds })
    const { url, headers } = await withStorage(signing)
    return { upload_url: url, upload_headers: headers }
  }
  const expiresMs = nowMs + uploadSeconds * 1_000
  const token = files.seals.seal('upload', [account.book.id, upload.id, path, size, mediaType, expiresMs])
  const upload_url = `${addressOf(files.addresses, account)}${uploadPath}/${token}`
  return { upload_url, upload_headers: { 'Content-Type': mediaType } }
}

export async function contentAddress(
  { files, account, nowMs }: Pick<ReadContext, 'files' | 'account' | 'nowMs'>,
  { id, path, file_name, mime_type: mediaType }: AttachmentRow,
): Promise<string> {
  if (files.store.direct) {
    const file = { disposition: dispositionOf(file_name), mediaType, seconds: contentSeconds }
    return withStorage(files.store.direct.get(path, file))
  }
  const token = files.seals.seal('content', [account.book.id, id, nowMs + contentSeconds * 1_000])
  return `${addressOf(files.addresses, account)}${contentPath}/${token}`
}

export interface TransferParts {
  database: Database
  files: Files
  clock: Clock
}

export const fileTransfers = (parts: TransferParts): Transfers => ({
  receive: incoming => receive(parts, incoming),
  send: token => send(parts, token),
})

const badAddress = () => problem('forbidden', { detail: 'This address is invalid or has expired.' })

async function receive(parts: TransferParts, { token, mediaType, bytes }: Incoming): Promise<void> {
  const opened = parts.files.seals.open('upload', token)
  if (!opened) throw badAddress()
  const [bookId, id, path, size, announced, expiresMs] = opened as [string, string, string, number, string, number]
  if (expiresMs <= parts.clock()) throw badAddress()
  if (mediaType?.toLowerCase() !== announced.toLowerCase()) {
    const message = `Send the bytes with the announced Content-Type, ${announced}.`
    throw validationFailed([{ field: 'mime_type', code: 'not_allowed', message }])
  }
  await claim(parts, bookId, id)
  try {
    await parts.files.store.put(path, bytes, size)
  } catch (error) {
    if (!(error instanceof FileExists)) await inBook(parts, bookId, ctx => releaseUpload(ctx.tx, bookId, id))
    throw refusalOf(error)
  }
  // A sandbox emptied meanwhile knows nothing of these bytes: they would count nowhere.
  if (!(await findUpload(parts.database, bookId, path))) {
    await withStorage(parts.files.store.remove(path))
    throw badAddress()
  }
}

const claim = (parts: TransferParts, bookId: string, id: string): Promise<void> =>
  inBook(parts, bookId, async ctx => {
    const isFirst = await claimUpload(ctx.tx, { bookId, now: ctx.now }, id)
    if (!isFirst) throw isFirst === undefined ? badAddress() : alreadyUsed()
  })

const alreadyUsed = () => problem('conflict', { detail: 'Bytes were already sent to this address; it works once.' })

async function inBook(
  { database, clock }: TransferParts,
  bookId: string,
  work: (ctx: WriteContext) => Promise<unknown>,
): Promise<void> {
  const account = await findAccountOfBook(database, bookId)
  if (!account) throw badAddress()
  await writeAsSystem({ database, clock, account }, async ctx => {
    await work(ctx)
  })
}

/** A body that breaks off is the client's; everything else is the storage's. */
function refusalOf(error: unknown) {
  if (error instanceof TooManyBytes) return problem('payload_too_large')
  if (error instanceof FileExists) return alreadyUsed()
  if (error instanceof StorageFault) return problem('upload_failed')
  return validationFailed([{ field: '', code: 'not_allowed', message: 'The body could not be read.' }])
}

async function send({ database, files, clock }: TransferParts, token: string): Promise<Outgoing> {
  const opened = files.seals.open('content', token)
  if (!opened) throw badAddress()
  const [bookId, id, expiresMs] = opened as [string, string, number]
  if (expiresMs <= clock()) throw badAddress()
  const attachment = await findAttachment(database, bookId, id)
  if (!attachment) throw problem('not_found')
  return {
    size: attachment.file_size,
    mediaType: attachment.mime_type,
    disposition: dispositionOf(attachment.file_name),
    open: range => withStorage(files.store.read(attachment.path, range), 'The file cannot be read now.'),
  }
}
