/** Opens an .isdocx in memory: its names are checked, and only what is asked for is unpacked. */
import { crc32, inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl'
import { inMegabytes, limits } from './limits.ts'
import { Unreadable } from './model.ts'

export interface ArchiveEntry {
  /** With slashes. */
  name: string
  declaredBytes: number
  /** Throws `file_too_large` over the limit and `no_invoice_in_archive` where it is damaged. */
  unpack(maxBytes: number): Promise<Uint8Array>
}

const damaged = (detail: string) => new Unreadable('no_invoice_in_archive', detail)

/** The files of the archive, without folders. */
export async function openArchive(bytes: Uint8Array): Promise<ArchiveEntry[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    // Names are decoded here: yauzl knows UTF-8 only where the flag says so, and common writers do not set it.
    const zip = await fromBufferPromise(buffer, { decodeStrings: false, validateEntrySizes: false })
    if (zip.entryCount > limits.entries)
      throw new Unreadable('file_too_large', `The archive has more than ${limits.entries} files.`)
    return await entriesOf(zip, buffer)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw damaged(`The file is not a readable ZIP archive: ${message.slice(0, 200)}`)
  }
}

async function entriesOf(zip: ZipFile, buffer: Buffer): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  const names = new Set<string>()
  let declaredBytes = 0
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry)
    if (names.has(name)) throw damaged('The archive holds two files of the same name.')
    names.add(name)
    if (entry.isEncrypted()) throw damaged('The archive is encrypted.')
    if (!entry.canDecodeFileData()) throw damaged('The archive uses a compression other than deflate.')
    declaredBytes += entry.uncompressedSize
    if (declaredBytes > limits.unpackedBytes)
      throw new Unreadable(
        'file_too_large',
        `Unpacked, the archive has more than ${inMegabytes(limits.unpackedBytes)}.`,
      )
    if (!name.endsWith('/'))
      entries.push({ name, declaredBytes: entry.uncompressedSize, unpack: unpacker(zip, entry, buffer) })
  }
  return entries
}

function nameOf(entry: Entry): string {
  // With `decodeStrings: false` yauzl leaves the raw bytes here, which its types do not say.
  const raw = entry.fileNameRaw
  const flag = isUtf8(raw) ? entry.generalPurposeBitFlag | 0x800 : entry.generalPurposeBitFlag
  const name = getFileNameLowLevel(flag, raw, entry.extraFields, false)
  const isPlain = name !== '' && !name.includes('\0') && validateFileName(name) === null
  if (!isPlain) throw damaged('The archive holds a file name that leads outside of it or is not a name.')
  return name
}

function isUtf8(raw: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(raw)
    return true
  } catch {
    return false
  }
}

/** Counts what comes out; the sizes the archive declares are only compared afterwards. */
const unpacker = (zip: ZipFile, entry: Entry, buffer: Buffer) => async (maxBytes: number) => {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(() => {
    throw damaged('The archive is damaged.')
  })
  const end = fileDataStart + entry.compressedSize
  if (end > buffer.length) throw damaged('The archive is cut short.')
  const packed = buffer.subarray(fileDataStart, end)
  const bytes = entry.compressionMethod === 0 ? packed : inflate(packed, maxBytes)
  if (bytes.length > maxBytes) throw tooLarge(maxBytes)
  if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32)
    throw damaged('The archive is damaged: a file in it is not what its directory says.')
  return bytes
}

const tooLarge = (maxBytes: number) =>
  new Unreadable('file_too_large', `A file in the archive unpacks to more than ${inMegabytes(maxBytes)}.`)

function inflate(packed: Uint8Array, maxBytes: number): Uint8Array {
  const byRatio = Math.max(packed.length * limits.ratio, limits.ratioFromBytes)
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.min(maxBytes, byRatio) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
    throw damaged('The archive is damaged: a file in it cannot be unpacked.')
  }
}
