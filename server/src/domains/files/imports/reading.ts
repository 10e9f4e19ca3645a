/** Files on their way to the reader: bytes out of the storage, refusals in the words of the API, the PDF kept. */
import { problem } from '../../../contract/problems.ts'
import type { InvoiceFile, Reading } from '../../../invoice-files/model.ts'
import type { Files } from '../../../kernel/ports/files.ts'
import { newId } from '../../../lib/ids.ts'
import { toInstant } from '../../../lib/instants.ts'
import type { KeptFile } from '../attachments/actions.ts'
import { withStorage } from '../attachments/faults.ts'
import { pathOf } from '../attachments/rules.ts'
import { isFileName, largestFileBytes } from '../attachments/schema.ts'
import type { AttachmentRow } from '../attachments/store.ts'

/** As much as the reader takes of an uploaded file. */
export const largestImportBytes = 10 * 1024 * 1024

export const isIsdocName = (name: string): boolean => /\.isdocx?$/i.test(name)

/** A storage may fail in the middle of a file, too. */
export const bytesOf = (files: Files, { path }: Pick<AttachmentRow, 'path'>): Promise<Buffer> =>
  withStorage(files.store.read(path).then(collectBytes))

async function collectBytes(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Reads an invoice, one of the book at a time; `load` is asked for the bytes when its turn has come. */
export const readInTurn = (
  files: Files,
  bookId: string,
  { name, load }: { name: string; load: () => Promise<Uint8Array> },
): Promise<Reading> => files.readingTurns.run(bookId, async () => files.reader.read({ name, bytes: await load() }))

/** What cannot be taken back now is found by the sweep: it never hides why it has to be taken back. */
export const takeBack = (files: Files, path: string): Promise<void> => files.store.remove(path).catch(() => {})

/** Stores bytes that are in memory already; `undo` takes them back. */
export async function storeBytes(
  files: Files,
  at: { bookId: string; nowMs: number },
  file: Pick<KeptFile, 'fileName' | 'mediaType' | 'purpose'> & { bytes: Uint8Array },
): Promise<KeptFile> {
  const path = pathOf(toInstant(at.nowMs), at.bookId, newId())
  const { bytes, ...words } = file
  const stored = await withStorage(files.store.put(path, bytes, largestFileBytes))
  return { ...words, ...stored, path }
}

export const keepPdf = (files: Files, at: { bookId: string; nowMs: number }, pdf: InvoiceFile): Promise<KeptFile> =>
  storeBytes(files, at, {
    // A name inside a document may be anything.
    fileName: isFileName(pdf.name) ? pdf.name : 'invoice.pdf',
    mediaType: 'application/pdf',
    purpose: 'isdoc_pdf',
    bytes: pdf.bytes,
  })

export const refusalOf = ({ reason, detail }: Extract<Reading, { ok: false }>) => problem(reason, { detail })
