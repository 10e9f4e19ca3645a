/** Files on their way to the reader: bytes out of the storage, refusals in the words of the API, the PDF kept. */
import { problem } from '../../../contract/problems.ts'
import type { Files } from '../../../kernel/files.ts'
import { newId } from '../../../lib/ids.ts'
import { toInstant } from '../../../lib/instants.ts'
import type { InvoiceFile, Reading } from '../../../reading/model.ts'
import { StorageFault } from '../../../storage/store.ts'
import type { KeptFile } from '../attachments/actions.ts'
import { pathOf } from '../attachments/rules.ts'
import { largestFileBytes } from '../attachments/schema.ts'
import type { AttachmentRow } from '../attachments/store.ts'

/** A fault of the storage in the words of the API. */
export async function withStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StorageFault) throw problem('upload_failed')
    throw error
  }
}

export async function bytesOf(files: Files, { path }: Pick<AttachmentRow, 'path'>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await withStorage(files.store.read(path))) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Stores bytes that are in memory already; `undo` takes them back. */
export async function storeBytes(
  files: Files,
  at: { bookId: string; nowMs: number },
  file: Pick<KeptFile, 'fileName' | 'mediaType' | 'purpose'> & { bytes: Uint8Array },
): Promise<KeptFile> {
  const path = pathOf(toInstant(at.nowMs), at.bookId, newId())
  const { bytes, ...words } = file
  const stored = await withStorage(files.store.put(path, one(bytes), largestFileBytes))
  return { ...words, ...stored, path }
}

async function* one(bytes: Uint8Array) {
  yield bytes
}

export const keepPdf = (files: Files, at: { bookId: string; nowMs: number }, pdf: InvoiceFile): Promise<KeptFile> =>
  storeBytes(files, at, { fileName: pdf.name, mediaType: 'application/pdf', purpose: 'isdoc_pdf', bytes: pdf.bytes })

export const refusalOf = ({ reason, detail }: Extract<Reading, { ok: false }>) => problem(reason, { detail })
