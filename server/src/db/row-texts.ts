/**
 * What comes from PostgreSQL. The parser of `pg` makes a text of each value by a call out of JavaScript, which is a tenth of
 * what Node does for a list. Here a row becomes one text at once, and its values are pieces of that; what every statement is
 * answered with is told to its wave, without a message and an event for each. All that is rare is read by `pg`.
 */
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { type BackendMessage, DataRowMessage } from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import { Wave } from './wave.ts'

type Packet = [offset: number, code: number, length: number, bytes: Buffer]

/** What the parser has and its types do not tell. */
interface Inside {
  handlePacket(...packet: Packet): BackendMessage
  parse(bytes: Buffer, tell: (message: BackendMessage) => void): void
}

const [parseComplete, bindComplete, noData, dataRow, commandComplete, parameters] = Array.from('12nDCt', letter =>
  letter.charCodeAt(0),
)
/** Longer rows have long values, and those are read faster one by one. */
const shortRow = 2_048
const zero = '0'.charCodeAt(0)
const nine = '9'.charCodeAt(0)
/** From here on a call costs less than looking at every byte. */
const longValue = 96

/** Was told already: to whom it belongs, without a message being made of it and handed around. */
const told = {} as BackendMessage

class RowParser extends (Parser as unknown as new () => Inside) {
  readonly #client: { _activeQuery: unknown }

  constructor(client: pg.Client) {
    super()
    this.#client = client as unknown as { _activeQuery: unknown }
  }

  override handlePacket(...packet: Packet): BackendMessage {
    const [offset, code, length, bytes] = packet
    const { _activeQuery: wave } = this.#client
    if (wave instanceof Wave && tell(wave, packet)) return told
    if (code !== dataRow || length > shortRow) return super.handlePacket(...packet)
    // The length counts its own four bytes.
    return new DataRowMessage(length, valuesOf(bytes, offset, offset + length - 4))
  }
}

/** False for what is rare. The length counts its own four bytes. */
function tell(wave: Wave, [offset, code, length, bytes]: Packet): boolean {
  if (code === dataRow && length <= shortRow) wave.row(valuesOf(bytes, offset, offset + length - 4))
  else if (code === commandComplete) wave.completed(countAt(bytes, offset + length - 4))
  else if (code === parseComplete) wave.parsed()
  else if (code === noData) wave.described()
  else if (code === parameters) wave.takes(typesAt(bytes, offset))
  else return code === bindComplete
  return true
}

/** How many, and the number of each. */
const typesAt = (bytes: Buffer, start: number): number[] =>
  Array.from({ length: bytes.readUInt16BE(start) }, (_, place) => bytes.readUInt32BE(start + 2 + 4 * place))

/** The number at the end of a tag such as `INSERT 0 5`, which ends with a zero byte; 0 of one without. */
function countAt(bytes: Buffer, end: number): number {
  let count = 0
  let place = 1
  for (let at = end - 2; bytes[at]! >= zero && bytes[at]! <= nine; at--) {
    count += (bytes[at]! - zero) * place
    place *= 10
  }
  return count
}

/** Rows of this client are read here; everything else stays as it is. */
export function readRowsAtOnce(client: pg.Client): void {
  const { connection } = client as unknown as { connection: pg.Connection & { attachListeners(line: Readable): void } }
  connection.attachListeners = line => {
    const parser = new RowParser(client)
    line.on('data', (bytes: Buffer) =>
      parser.parse(bytes, message => {
        if (message !== told) connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
      }),
    )
  }
}

/** Each value has its length before it; that of null is -1. */
function valuesOf(bytes: Buffer, start: number, end: number): (string | null)[] {
  const text = bytes.toString('latin1', start, end)
  const values = new Array<string | null>(bytes.readInt16BE(start))
  let at = start + 2
  for (let place = 0; place < values.length; place++) {
    const length = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    at += 4
    if (length < 0) {
      values[place] = null
      continue
    }
    const isPiece = length < longValue && isAscii(bytes, at, at + length)
    values[place] = isPiece ? text.substring(at - start, at - start + length) : bytes.toString('utf8', at, at + length)
    at += length
  }
  return values
}

/** Then the text of the bytes is the same in Latin-1 and in UTF-8. */
function isAscii(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! > 127) return false
  return true
}
