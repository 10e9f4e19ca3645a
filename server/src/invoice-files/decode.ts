/** Bytes of an XML document to text: the byte order mark first, then the XML declaration, else UTF-8. */
import { Unreadable } from './model.ts'

/** ASCII is decoded as UTF-8, which refuses the bytes ASCII does not have. */
const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'windows-1250': 'windows-1250',
  cp1250: 'windows-1250',
  'iso-8859-2': 'iso-8859-2',
  latin2: 'iso-8859-2',
  // A declaration we could read byte by byte is not UTF-16, whatever it says: .NET writes this into UTF-8 files.
  'utf-16': 'utf-8',
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

/** The mark, or the first `<` as two bytes where the mark is missing. */
function encodingOfStart(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0x3c, 0x00)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff) || startsWith(bytes, 0x00, 0x3c)) return 'utf-16be'
  return undefined
}

const declaration = /^<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/

function declaredEncoding(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 256))
  const declared = declaration.exec(start)?.[1]?.toLowerCase()
  if (declared === undefined) return 'utf-8'
  const encoding = Object.hasOwn(encodings, declared) ? encodings[declared] : undefined
  if (encoding === undefined) throw new Unreadable('invalid_xml', `The encoding ${declared} is not supported.`)
  return encoding
}

const pieceBytes = 256 * 1024

/** In pieces: one letter with an accent would double the memory of all the plain text of a large document. */
export function* decodeXml(bytes: Uint8Array): Generator<string> {
  const encoding = encodingOfStart(bytes) ?? declaredEncoding(bytes)
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    const end = start + pieceBytes
    yield decoded(bytes.subarray(start, end), end < bytes.length)
  }

  function decoded(piece: Uint8Array, stream: boolean): string {
    try {
      return decoder.decode(piece, { stream })
    } catch {
      throw new Unreadable('invalid_xml', `The document is not valid ${encoding}.`)
    }
  }
}
