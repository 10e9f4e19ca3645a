/** What is sent to PostgreSQL, as bytes: the messages of its protocol for prepared statements. */
import utils from 'pg/lib/utils.js'

/** As PostgreSQL is told it: a text, or bytes that are sent as they are. */
export type Sent = string | Buffer | null

/** `pg` knows what becomes of arrays and objects. */
export const sentOf = (value: unknown): Sent => {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? null : utils.prepareValue(value)
}

const [parse, bind, describe, execute, sync] = Array.from('PBDES', letter => letter.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
]
const statement = 'S'.charCodeAt(0)

const usualBytes = 16_384
const largestKept = 1_048_576
/** Up to here a loop over the characters costs less than a call out of JavaScript. */
const shortText = 48

/** Gathers messages in memory that is used again; whoever sends them takes a copy. */
class Writer {
  #bytes = Buffer.allocUnsafe(usualBytes)
  #end = 0
  /** Where the length of the open message stands. */
  #begun = 0

  begin(code: number): void {
    this.#make(5)
    this.#bytes[this.#end] = code
    this.#begun = this.#end + 1
    this.#end += 5
  }

  /** The length counts its own four bytes, not the letter in front. */
  close(): void {
    this.#bytes.writeInt32BE(this.#end - this.#begun, this.#begun)
  }

  byte(value: number): void {
    this.#make(1)
    this.#bytes[this.#end++] = value
  }

  int16(value: number): void {
    this.#make(2)
    this.#bytes[this.#end++] = value >> 8
    this.#bytes[this.#end++] = value
  }

  int32(value: number): void {
    this.#make(4)
    this.#end = this.#bytes.writeInt32BE(value, this.#end)
  }

  /** Ends with a zero. */
  name(text: string): void {
    this.#write(text)
    this.byte(0)
  }

  /** Behind its length; that of null is -1. */
  value(sent: Sent): void {
    if (sent === null) {
      this.int32(-1)
      return
    }
    this.int32(0)
    const start = this.#end
    if (typeof sent === 'string') this.#write(sent)
    else this.#copy(sent)
    this.#bytes.writeInt32BE(this.#end - start, start - 4)
  }

  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#end))
    this.#end = 0
    if (this.#bytes.length > largestKept) this.#bytes = Buffer.allocUnsafe(usualBytes)
    return taken
  }

  #write(text: string): void {
    // No character takes more than three bytes.
    this.#make(text.length * 3)
    if (text.length > shortText || !this.#writeAscii(text)) this.#end += this.#bytes.write(text, this.#end)
  }

  #copy(sent: Buffer): void {
    this.#make(sent.length)
    this.#end += sent.copy(this.#bytes, this.#end)
  }

  /** False when there is another character, and nothing is written. */
  #writeAscii(text: string): boolean {
    const bytes = this.#bytes
    const end = this.#end
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code > 127) return false
      bytes[end + at] = code
    }
    this.#end = end + text.length
    return true
  }

  #make(more: number): void {
    const needed = this.#end + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}

const writer = new Writer()

interface Message {
  /** Empty for one that is forgotten. */
  name: string
  text: string
  sent: readonly Sent[]
  /** PostgreSQL does not have it yet. */
  isNew: boolean
  isDescribed: boolean
}

/** One end for all of them: when one fails, PostgreSQL passes over those behind it. */
export function messagesOf(statements: readonly Message[]): Buffer {
  for (const each of statements) writeStatement(each)
  writer.begin(sync)
  writer.close()
  return writer.take()
}

function writeStatement({ name, text, sent, isNew, isDescribed }: Message): void {
  if (isNew) {
    writer.begin(parse)
    writer.name(name)
    writer.name(text)
    writer.int16(0)
    writer.close()
  }
  if (!isDescribed) {
    writer.begin(describe)
    writer.byte(statement)
    writer.name(name)
    writer.close()
  }
  writer.begin(bind)
  writer.name('')
  writer.name(name)
  writeFormats(sent)
  writer.int16(sent.length)
  for (const value of sent) writer.value(value)
  writer.int16(0)
  writer.close()
  writer.begin(execute)
  writer.name('')
  writer.int32(0)
  writer.close()
}

/** Texts, unless there are bytes among them. */
function writeFormats(sent: readonly Sent[]): void {
  const hasBytes = sent.some(isBytes)
  writer.int16(hasBytes ? sent.length : 0)
  if (hasBytes) for (const value of sent) writer.int16(isBytes(value) ? 1 : 0)
}

const isBytes = (value: Sent): boolean => value !== null && typeof value !== 'string'
