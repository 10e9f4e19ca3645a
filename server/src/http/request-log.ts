/** Notes every answered call in the log of its account, when the answer leaves. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../kernel/endpoint.ts'
import { keptBytes, type LoggedCall, type RequestLog } from '../kernel/ports/request-log.ts'
import type { Clock } from '../lib/instants.ts'
import type { Disk } from '../storage/disk.ts'

/** Reading the log is not worth a row of it. */
const readsTheLog = (endpoint: Endpoint | undefined): boolean => endpoint?.id.startsWith('settings.requests.') === true

export function noteRequests(
  app: FastifyInstance,
  log: RequestLog,
  { clock, disk }: { clock: Clock; disk: Disk },
): void {
  // Without a promise: one for every answer would cost more than all the rest.
  app.addHook('onSend', (request, reply, ...[payload, done]) => {
    const { endpoint } = request.routeOptions.config
    if (request.passage.caller && !readsTheLog(endpoint) && !disk.isLow)
      log.note(callOf({ request, reply, payload, endpoint, clock }))
    done(null, payload)
  })
}

interface Answered {
  request: FastifyRequest
  reply: FastifyReply
  payload: unknown
  endpoint: Endpoint | undefined
  clock: Clock
}

/** Whoever has no key and no session has no account to note it for. */
function callOf({ request, reply, payload, endpoint, clock }: Answered): LoggedCall {
  const { passage, method, url, id } = request
  const { caller, code = null, idempotencyKey = null, startedMs } = passage
  const { tenant, book, pass, owner } = caller!
  const query = url.indexOf('?')
  const bodies = keepsBodies(request, reply, endpoint)
  return {
    id,
    tenant_id: tenant.id,
    is_live: book.isLive,
    at_ms: clock(),
    key_id: pass.kind === 'key' ? pass.id : null,
    user_id: pass.kind === 'key' ? null : owner.id,
    method,
    route: endpoint?.id ?? null,
    path: query < 0 ? url : url.slice(0, query),
    query: query < 0 ? null : url.slice(query + 1),
    status: reply.statusCode,
    code,
    duration_ms: Math.round(performance.now() - startedMs),
    bytes: bytesOf(payload),
    idempotency_key: idempotencyKey,
    address: request.ip,
    request_body: bodies ? beginningOf(request.body as Buffer | undefined) : null,
    answer_body: bodies && !reply.hasHeader('content-encoding') ? answerOf(payload) : null,
  }
}

/** Of the sandbox, and of live writes that were refused. What people do to their account is full of secrets. */
function keepsBodies(
  { passage, method }: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint | undefined,
): boolean {
  const isForPeople = endpoint !== undefined && endpoint.access !== 'public' && endpoint.access.persons !== undefined
  if (isForPeople) return false
  return !passage.caller!.book.isLive || (method !== 'GET' && reply.statusCode >= 400)
}

function bytesOf(payload: unknown): number | null {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  if (Buffer.isBuffer(payload)) return payload.length
  return payload === undefined || payload === null ? 0 : null
}

/** A copy of what is long, so that the rest of it can be forgotten. */
const beginningOf = (body: Buffer | undefined): Buffer | null =>
  body === undefined || body.length <= keptBytes ? (body ?? null) : Buffer.from(body.subarray(0, keptBytes))

/** No character takes more than three bytes. */
function answerOf(payload: unknown): string | null {
  if (typeof payload === 'string') return payload.slice(0, keptBytes)
  return Buffer.isBuffer(payload) ? payload.toString('utf8', 0, 3 * keptBytes + 3).slice(0, keptBytes) : null
}
