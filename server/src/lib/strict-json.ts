/**
 * Reads JSON that means one thing only: no duplicate keys, no NUL, no lone surrogates, no bad UTF-8, no deep nesting;
 * and no more values than asked for, which are counted before any of them is made.
 */
import type { Json } from './canonical-json.ts'
import { atOnce, type Steps } from './steps.ts'

export class JsonFault extends Error {}

export const deepestNesting = 32

export interface JsonLimits {
  mostValues: number
  /** The characters of the name of a member. */
  longestName: number
}

const unlimited: JsonLimits = { mostValues: Number.POSITIVE_INFINITY, longestName: Number.POSITIVE_INFINITY }

/** Bytes or characters of one step. */
const pieceLength = 64 * 1024

export const parseStrictJson = (bytes: Uint8Array, limits?: JsonLimits): Json => atOnce(strictJson(bytes, limits))

export function* strictJson(bytes: Uint8Array, limits = unlimited): Steps<Json> {
  const text = yield* decoded(bytes)
  const inspect = inspection(text, limits)
  for (let end = pieceLength; !inspect(end); end += pieceLength) yield
  yield
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

const notJson = () => new JsonFault('The body is not well-formed JSON.')

function* decoded(bytes: Uint8Array): Steps<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    // Joined at the end: a text grown by `+=` is read five times slower.
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
 * One pass over the text before it is parsed, to a place at a time; true at its end. It judges only what JSON.parse lets
 * through; a text that is not JSON at all passes here and fails there.
 */
function inspection(text: string, limits: JsonLimits): (end: number) => boolean {
  const keysOfOpenObjects: (Set<string> | null)[] = []
  let at = 0
  let values = 0
  let isInsideScalar = false
  /** Where the string under way began. */
  let stringAt = -1

  function countValue(): void {
    values += 1
    if (values > limits.mostValues) throw new JsonFault(`The body has more than ${limits.mostValues} values.`)
  }

  function open(keys: Set<string> | null): void {
    countValue()
    keysOfOpenObjects.push(keys)
    if (keysOfOpenObjects.length > deepestNesting) {
      throw new JsonFault(`The body nests deeper than ${deepestNesting} levels.`)
    }
  }

  function outsideString(): void {
    const wasInsideScalar = isInsideScalar
    isInsideScalar = false
    const code = text.charCodeAt(at)
    if (code === quote) stringAt = at
    else if (code === 0x7b) open(new Set())
    else if (code === 0x5b) open(null)
    else if (code === 0x7d || code === 0x5d) keysOfOpenObjects.pop()
    else if (!isSpace(code) && code !== 0x2c && code !== colon) {
      isInsideScalar = true
      if (!wasInsideScalar) countValue()
    }
    at += 1
  }

  function insideString(end: number): void {
    at = restOfString(text, at, end)
    if (text.charCodeAt(at) !== quote) return
    if (isKey(text, at + 1)) checkKey(text.slice(stringAt, at + 1), keysOfOpenObjects.at(-1), limits.longestName)
    else countValue()
    stringAt = -1
    at += 1
  }

  return end => {
    while (at < text.length && at < end) {
      if (stringAt < 0) outsideString()
      else insideString(end)
    }
    return at >= text.length
  }
}

const quote = 0x22
const colon = 0x3a

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

/** The place of its closing quote, or one past `end`. Judges escapes on the way: all else that came as UTF-8 is whole. */
function restOfString(text: string, from: number, end: number): number {
  let at = from
  for (; at < text.length && at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === 0x5c) at = endOfEscape(text, at)
  }
  return at
}

function endOfEscape(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 0x75) return at + 1
  const unit = escapedUnit(text, at)
  if (unit === 0) throw new JsonFault('A text in the body contains the character NUL.')
  if (!(unit >= 0xd800 && unit <= 0xdfff)) return at + 5
  const second = escapedUnit(text, at + 6)
  if (unit > 0xdbff || !(second >= 0xdc00 && second <= 0xdfff)) {
    throw new JsonFault('A text in the body contains half of a surrogate pair.')
  }
  return at + 11
}

/** Of `\uXXXX`; NaN when no such thing is there. */
function escapedUnit(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x5c || text.charCodeAt(at + 1) !== 0x75) return Number.NaN
  let unit = 0
  for (let digit = at + 2; digit < at + 6; digit++) unit = unit * 16 + hexDigit(text.charCodeAt(digit))
  return unit
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const small = code | 0x20
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : Number.NaN
}

function isKey(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!isSpace(code)) return code === colon
  }
  return false
}

function checkKey(literal: string, keys: Set<string> | null | undefined, longestName: number): void {
  const name = literal.includes('\\') ? unescaped(literal) : literal.slice(1, -1)
  if (name.length > longestName) throw new JsonFault(`A name in the body is longer than ${longestName} characters.`)
  if (!keys) return
  if (keys.has(name)) throw new JsonFault(`The body names the key ${JSON.stringify(name.slice(0, 80))} twice.`)
  keys.add(name)
}

function unescaped(literal: string): string {
  try {
    return JSON.parse(literal)
  } catch {
    throw notJson()
  }
}
