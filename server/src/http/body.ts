/** Gate 9: the bytes of a body become a JSON object, or a refusal. */
import { createHash } from 'node:crypto'
import { validationFailed } from '../contract/problems.ts'
import { canonicalJson, type Json } from '../lib/canonical-json.ts'
import { JsonFault, parseStrictJson } from '../lib/strict-json.ts'

export const largestJsonBytes = 6 * 1024 * 1024

export type JsonObject = { [key: string]: Json }

const wholeBody = (message: string) => validationFailed([{ field: '', code: 'not_allowed', message }])

const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?;?$/i

/** Undefined when nothing was sent. */
export function readJson(bytes: Buffer | undefined, contentType: string | undefined): JsonObject | undefined {
  if (!bytes || bytes.length === 0) return undefined
  if (!jsonType.test(contentType ?? '')) throw wholeBody('Send JSON, with the header Content-Type: application/json.')
  const value = parsed(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wholeBody('The body must be a JSON object.')
  }
  return value
}

function parsed(bytes: Buffer): Json {
  try {
    return parseStrictJson(bytes)
  } catch (error) {
    if (error instanceof JsonFault) throw wholeBody(error.message)
    throw error
  }
}

export const missingBody = () =>
  validationFailed([{ field: '', code: 'required', message: 'This request needs a JSON object as its body.' }])

/** Two requests are the same when method, path, query, media type and the meaning of the body are. */
export function fingerprintOf(request: {
  method: string
  path: string
  search: URLSearchParams
  body: JsonObject | undefined
  /** A multipart body counts byte by byte. */
  multipart: Buffer | undefined
}): Buffer {
  const search = new URLSearchParams(request.search)
  search.sort()
  const mediaType = request.multipart ? 'multipart/form-data' : request.body ? 'application/json' : ''
  const lines = [request.method, request.path, search.toString(), mediaType]
  return createHash('sha256')
    .update(lines.join('\n'))
    .update('\n')
    .update(request.multipart ?? (request.body ? canonicalJson(request.body) : ''))
    .digest()
}
