/** Reads JSON that means one thing only: no duplicate keys, no NUL, no lone surrogates, no bad UTF-8, no deep nesting. */
import type { Json } from './canonical-json.ts'

export class JsonFault extends Error {}

export const deepestNesting = 32

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function parseStrictJson(bytes: Uint8Array): Json {
  const text = decode(bytes)
  inspect(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new JsonFault('The body is not well-formed JSON.')
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new JsonFault('The body is not valid UTF-8.')
  }
}

/**
 * One pass over the text before it is parsed. It judges only what JSON.parse lets through; a text that is
 * not JSON at all passes here and fails there.
 */
function inspect(text: string): void {
  const keysOfOpenObjects: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        keysOfOpenObjects.push(new Set())
        break
      case 0x5b: // [
        keysOfOpenObjects.push(null)
        break
      case 0x7d: // }
      case 0x5d: // ]
        keysOfOpenObjects.pop()
        break
      case 0x22: {
        // "
        const end = endOfString(text, at)
        checkString(text.slice(at, end + 1), keysOfOpenObjects.at(-1), isKey(text, end + 1))
        at = end
      }
    }
    if (keysOfOpenObjects.length > deepestNesting) {
      throw new JsonFault(`The body nests deeper than ${deepestNesting} levels.`)
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at
  }
  throw new JsonFault('The body is not well-formed JSON.')
}

function isKey(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return code === 0x3a
  }
  return false
}

function checkString(literal: string, keys: Set<string> | null | undefined, key: boolean): void {
  const value = literal.includes('\\') ? unescaped(literal) : literal.slice(1, -1)
  if (value.includes('\u0000')) throw new JsonFault('A text in the body contains the character NUL.')
  if (!value.isWellFormed()) throw new JsonFault('A text in the body contains half of a surrogate pair.')
  if (!key || !keys) return
  if (keys.has(value)) throw new JsonFault(`The body names the key ${JSON.stringify(value.slice(0, 80))} twice.`)
  keys.add(value)
}

function unescaped(literal: string): string {
  try {
    return JSON.parse(literal)
  } catch {
    throw new JsonFault('The body is not well-formed JSON.')
  }
}
