/** How much of a file is looked at: whatever it holds, reading it takes a known amount of memory. */
import { type InvoiceFile, type ReadRefusal, refusal } from './model.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

export const limits = Object.freeze({
  fileBytes: 10 * megabyte,
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
  /** Of a text or of an attribute. */
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

/** What can be refused without opening the file, in the order of the checks. */
export function refusedUnopened({ name, bytes }: InvoiceFile): ReadRefusal | undefined {
  const kind = fileKind(name)
  if (kind === undefined) return refusal('unsupported_format', 'The file name must end in .isdoc, .isdocx or .xml.')
  const most = kind === 'archive' ? limits.fileBytes : limits.mainBytes
  if (bytes.length <= most) return undefined
  return refusal('file_too_large', `The file has more than ${inMegabytes(most)}.`)
}
