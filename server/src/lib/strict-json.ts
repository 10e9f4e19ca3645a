/**
 * Reads JSON that means one thing only: no duplicate keys, no NUL, no lone surrogates, no bad UTF-8, no deep nesting;
 * and no more values than asked for, which are counted before any of them is made.
 */
import type { Json } from './canonical-json.ts'
import { atOnce, type Steps } from './steps.ts'

export class JsonFault extends Error {}

export const deepestNesting = 32

export interface JsonLimits {
  maxValues: number
  /** The characters of the name of a member. */
  longestName: number
}

const unlimited: JsonLimits = { maxValues: Number.POSITIVE_INFINITY, longestName: Number.POSITIVE_INFINITY }

/** Bytes of one step. */
const pieceLength = 32 * 1024

export const parseStrictJson = (bytes: Uint8Array, limits?: JsonLimits): Json => atOnce(strictJson(bytes, limits))

export function* strictJson(bytes: Uint8Array, limits = unlimited): Steps<Json> {
  const inspect = inspection(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), limits)
  for (let end = pieceLength; !inspect(end); end += pieceLength) yield
  const text = yield* decodeText(bytes)
  yield
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

const notJson = () => new JsonFault('The body is not well-formed JSON.')

const strictDecoder = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** For what comes in one piece: making one takes as long as reading a short body. */
const decoderAtOnce = strictDecoder()

function* decodeText(bytes: Uint8Array): Steps<string> {
  try {
    if (bytes.length <= pieceLength) return decoderAtOnce.decode(bytes)
    const decoder = strictDecoder()
    const pieces: string[] = []
    for (let at = 0; at < bytes.length; at += pieceLength) {
      pieces.push(decoder.decode(bytes.subarray(at, at + pieceLength), { stream: true }))
      yield
    }
    return [...pieces, decoder.decode()].join('')
  } catch {
    throw new JsonFault('The body is not valid UTF-8.')
  }
}

/**
 * One pass over the bytes before anything is made of them, to a place at a time; true at its end. It judges only what
 * JSON.parse lets through; what is not JSON at all passes here and fails there. Signs of JSON are bytes of ASCII, and no
 * other letter has such bytes in UTF-8.
 */
function inspection(bytes: Buffer, limits: JsonLimits): (end: number) => boolean {
  const { countValue, open, close, addKey } = tallyOf(limits)
  let at = 0
  let isInsideScalar = false
  /** Where the string under way began. */
  let stringAt = -1

  function outsideString(): void {
    const wasInsideScalar = isInsideScalar
    isInsideScalar = false
    const code = bytes[at]!
    if (code === quote) stringAt = at
    else if (code === 0x7b) open(new Set())
    else if (code === 0x5b) open(null)
    else if (code === 0x7d || code === 0x5d) close()
    else if (!isSpace(code) && code !== 0x2c && code !== colon) {
      isInsideScalar = true
      if (!wasInsideScalar) countValue()
    }
    at += 1
  }

  function insideString(end: number): void {
    at = restOfString(bytes, at, end)
    if (bytes[at]! !== quote) return
    if (isKey(bytes, at + 1)) {
      refuseLongLiteral(at + 1 - stringAt, limits)
      addKey(nameAt(bytes, stringAt, at + 1))
    } else countValue()
    stringAt = -1
    at += 1
  }

  return end => {
    while (at < bytes.length && at < end) {
      if (stringAt < 0) outsideString()
      else insideString(end)
    }
    return at >= bytes.length
  }
}

/** How many values came, and which keys each open object has so far; throws where it is too much. */
function tallyOf(limits: JsonLimits) {
  const keysOfOpen: (Set<string> | null)[] = []
  let values = 0

  function countValue(): void {
    values += 1
    if (values > limits.maxValues) throw new JsonFault(`The body has more than ${limits.maxValues} values.`)
  }

  return {
    countValue,
    /** An array has no keys. */
    open(keys: Set<string> | null): void {
      countValue()
      keysOfOpen.push(keys)
      if (keysOfOpen.length > deepestNesting) {
        throw new JsonFault(`The body nests deeper than ${deepestNesting} levels.`)
      }
    },
    close(): void {
      keysOfOpen.pop()
    },
    addKey(name: string): void {
      if (name.length > limits.longestName) throw nameTooLong(limits)
      const keys = keysOfOpen.at(-1)
      if (!keys) return
      if (keys.has(name)) throw new JsonFault(`The body names the key ${JSON.stringify(name.slice(0, 80))} twice.`)
      keys.add(name)
    },
  }
}

const quote = 0x22
const colon = 0x3a

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

/** The place of its closing quote, or one past `end`. Judges escapes on the way: all else that came as UTF-8 is whole. */
function restOfString(bytes: Buffer, from: number, end: number): number {
  let at = from
  for (; at < bytes.length && at < end; at++) {
    const code = bytes[at]!
    if (code === quote) return at
    if (code === 0x5c) at = endOfEscape(bytes, at)
  }
  return at
}

function endOfEscape(bytes: Buffer, at: number): number {
  if (bytes[at + 1] !== 0x75) return at + 1
  const unit = escapedUnit(bytes, at)
  if (unit === 0) throw new JsonFault('A text in the body contains the character NUL.')
  if (!(unit >= 0xd800 && unit <= 0xdfff)) return at + 5
  const second = escapedUnit(bytes, at + 6)
  if (unit > 0xdbff || !(second >= 0xdc00 && second <= 0xdfff)) {
    throw new JsonFault('A text in the body contains half of a surrogate pair.')
  }
  return at + 11
}

/** Of `\uXXXX`; NaN when no such thing is there. */
function escapedUnit(bytes: Buffer, at: number): number {
  if (bytes[at] !== 0x5c || bytes[at + 1] !== 0x75) return Number.NaN
  let unit = 0
  for (let digit = at + 2; digit < at + 6; digit++) unit = unit * 16 + hexDigit(bytes[digit]!)
  return unit
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const small = code | 0x20
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : Number.NaN
}

function isKey(bytes: Buffer, from: number): boolean {
  for (let at = from; at < bytes.length; at++) {
    const code = bytes[at]!
    if (!isSpace(code)) return code === colon
  }
  return false
}

const nameTooLong = ({ longestName }: JsonLimits) =>
  new JsonFault(`A name in the body is longer than ${longestName} characters.`)

/** Before a text is made of it: an escape has six bytes for one character, any letter three at most. */
function refuseLongLiteral(length: number, limits: JsonLimits): void {
  if (length > 6 * limits.longestName + 2) throw nameTooLong(limits)
}

/** Of the literal at these bytes. */
function nameAt(bytes: Buffer, from: number, to: number): string {
  const literal = bytes.toString('utf8', from, to)
  return literal.includes('\\') ? unescapeText(literal) : literal.slice(1, -1)
}

function unescapeText(literal: string): string {
  try {
    return JSON.parse(literal)
  } catch {
    throw notJson()
  }
}
