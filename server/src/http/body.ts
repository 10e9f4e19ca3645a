/** Gate 9: the bytes of a body become a JSON object, or a refusal. */
import { createHash, hash } from 'node:crypto'
import { validationFailed } from '../contract/problems.ts'
import { canonicalJson, canonicalPieces, type Json } from '../lib/canonical-json.ts'
import type { Steps } from '../lib/steps.ts'
import { JsonFault, type JsonLimits, strictJson } from '../lib/strict-json.ts'

export const largestJsonBytes = 6 * 1024 * 1024

export type JsonObject = { [key: string]: Json }

const wholeBody = (message: string) => validationFailed([{ field: '', code: 'not_allowed', message }])

const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?;?$/i

/** Twice as many as the largest body any endpoint takes. */
export const jsonLimits: JsonLimits = { maxValues: 20_000, longestName: 1_000 }

/** Undefined when nothing was sent. */
export function* readJson(bytes: Buffer | undefined, contentType: string | undefined): Steps<JsonObject | undefined> {
  if (!bytes || bytes.length === 0) return undefined
  if (!jsonType.test(contentType ?? '')) throw wholeBody('Send JSON, with the header Content-Type: application/json.')
  const value = yield* parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wholeBody('The body must be a JSON object.')
  }
  return value
}

function* parseJson(bytes: Buffer): Steps<Json> {
  try {
    return yield* strictJson(bytes, jsonLimits)
  } catch (error) {
    if (error instanceof JsonFault) throw wholeBody(error.message)
    throw error
  }
}

export const missingBody = () =>
  validationFailed([{ field: '', code: 'required', message: 'This request needs a JSON object as its body.' }])

/** Two requests are the same when method, path, query, media type and the meaning of the body are. */
export function* fingerprintOf(request: {
  method: string
  path: string
  search: URLSearchParams
  body: JsonObject | undefined
  /** A multipart body counts byte by byte. */
  multipart: Buffer | undefined
  /** Then it is hashed in steps. */
  isLong: boolean
}): Steps<Buffer> {
  const mediaType = request.multipart ? 'multipart/form-data' : request.body ? 'application/json' : ''
  const lines = [request.method, request.path, inOrder(request.search), mediaType]
  const beginning = `${lines.join('\n')}\n`
  if (!request.multipart && !request.isLong) {
    return hash('sha256', request.body ? beginning + canonicalJson(request.body) : beginning, 'buffer')
  }
  const sum = createHash('sha256').update(beginning)
  for (const bytes of request.multipart ? [request.multipart] : canonicalBytes(request.body)) {
    for (let at = 0; at < bytes.length; at += hashedBytes) {
      sum.update(bytes.subarray(at, at + hashedBytes))
      yield
    }
  }
  return sum.digest()
}

function inOrder(search: URLSearchParams): string {
  if (search.size === 0) return ''
  const ordered = new URLSearchParams(search)
  ordered.sort()
  return ordered.toString()
}

/** Hashed in one step. */
const hashedBytes = 256 * 1024

function* canonicalBytes(body: JsonObject | undefined): Generator<Buffer> {
  if (!body) return
  let text = ''
  for (const piece of canonicalPieces(body)) {
    text += piece
    if (text.length < hashedBytes) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
