/** How much of a file is looked at: whatever it holds, reading it takes a known amount of memory. */
import { type InvoiceFile, type ReadRefusal, refusal } from './model.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

export const limits = Object.freeze({
  fileBytes: 10 * megabyte,
  /** Of the document without the attachments inside it. */
  mainBytes: 5 * megabyte,
  manifestBytes: 64 * kilobyte,
  pdfBytes: 20 * megabyte,
  unpackedBytes: 50 * megabyte,
  entries: 200,
  /** Deflate reaches 1032; invoices stay under 50. Only content over `ratioFromBytes` is held to it. */
  ratio: 200,
  ratioFromBytes: megabyte,
  depth: 64,
  elements: 200_000,
  /** Of an attribute, or of a text that is no attachment. */
  textCharacters: megabyte,
  lines: 5000,
})

export const inMegabytes = (bytes: number): string => `${bytes / megabyte} MB`

export type FileKind = 'document' | 'archive'

const kinds: Readonly<Record<string, FileKind>> = { isdoc: 'document', xml: 'document', isdocx: 'archive' }

export const fileKind = (name: string): FileKind | undefined => {
  const extension = /\.(isdocx|isdoc|xml)$/i.exec(name)?.[1]
  return extension === undefined ? undefined : kinds[extension.toLowerCase()]
}

/** The element of UBL that holds an attachment. */
export const attachmentName = 'EmbeddedDocumentBinaryObject'

/** A large document is worth opening only when it may hold an attachment. */
const mayHoldAttachment = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(attachmentName)

/** What can be refused without opening the file, in the order of the checks. */
export function refuseUnopened({ name, bytes }: InvoiceFile): ReadRefusal | undefined {
  const kind = fileKind(name)
  if (kind === undefined) return refusal('unsupported_format', 'The file name must end in .isdoc, .isdocx or .xml.')
  if (bytes.length <= limits.mainBytes) return undefined
  const isRoomy = kind === 'archive' || bytes.length > limits.fileBytes || mayHoldAttachment(bytes)
  const most = isRoomy ? limits.fileBytes : limits.mainBytes
  if (bytes.length <= most) return undefined
  return refusal('file_too_large', `The file has more than ${inMegabytes(most)}.`)
}
