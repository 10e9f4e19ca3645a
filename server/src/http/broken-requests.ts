/** Answers what is not even HTTP: a request Node could not parse still gets a problem document. */
import type { Socket } from 'node:net'
import { problem, problemDocument, validationFailed } from '../contract/problems.ts'
import { apiVersion } from '../contract/schema.ts'
import { newId } from '../lib/ids.ts'
import { endWith } from './connections.ts'
import { rateHeaders, untouchedRate } from './rate.ts'
import { transportHeaders } from './transport.ts'

export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, baseUrl: string): void {
  // Browsers connect before they have something to ask, and would take what they find there for the answer to it.
  const hasAsked = socket.bytesRead > 0
  if (error.code === 'ECONNRESET' || !socket.writable || !hasAsked) {
    socket.destroy()
    return
  }
  const requestId = newId()
  const refusal = refusalOf(error.code)
  const body = JSON.stringify(problemDocument(refusal, { baseUrl, requestId }))
  const headers = {
    ...rateHeaders(untouchedRate()),
    ...transportHeaders(baseUrl),
    'X-Request-Id': requestId,
    'X-Service-Api-Version': apiVersion,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  endWith(socket, `HTTP/1.1 ${refusal.status} ${refusal.code}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

function refusalOf(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('payload_too_large', { detail: 'The headers are too long.' })
  const message =
    code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'The request did not arrive in time.' : 'This is not a valid HTTP request.'
  return validationFailed([{ field: '', code: 'not_allowed', message }])
}
