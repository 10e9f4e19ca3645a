/** Answers what changes a book: the body, the write path, the record, the handler, the saved answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemRow } from '../contract/problems.ts'
import { lowerIds, readQuery, unreadableText } from '../contract/validate.ts'
import type { WriteContext } from '../kernel/context.ts'
import type { Answer, IdempotentRequest } from '../kernel/idempotency.ts'
import type { Outcome, WriteRequest } from '../kernel/write.ts'
import { fingerprintOf, type JsonObject, missingBody, readJson } from './body.ts'
import { etagOf, refuseStale } from './conditional.ts'
import type { ServerParts } from './parts.ts'
import { checkedParams, type EndpointOf, found, type Route, refuseRows, searchOf, sendJson } from './route.ts'

/** A write as it was sent, readable but not yet judged. */
interface Sent {
  request: FastifyRequest
  search: URLSearchParams
  query: ReturnType<typeof readQuery>
  body: JsonObject | undefined
  /** Gate 13: all rows of query and body. */
  refuseFaults: () => void
}

export async function answerWrite(
  route: Route<'write'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { write }: ServerParts,
) {
  const sent = read(route, request)
  return sendSaved(reply, await write(writeRequest(route.endpoint, sent), ctx => work(route, sent, ctx)))
}

function read({ endpoint, checkQuery, checkBody }: Route<'write'>, request: FastifyRequest): Sent {
  const body = bodyOf(endpoint, readJson(request.body as Buffer | undefined, request.headers['content-type']))
  const search = searchOf(request)
  const query = readQuery(search, endpoint.query)
  if (body && endpoint.body) lowerIds(endpoint.body, body)
  const bodyFaults = (sent: JsonObject) => oncePerField([...checkBody(sent), ...(endpoint.faults?.(sent) ?? [])])
  const refuseFaults = () =>
    refuseRows([...checkQuery(query), ...unreadableText(query), ...(body ? bodyFaults(body) : [])])
  return { request, search, query, body, refuseFaults }
}

const oncePerField = (rows: ProblemRow[]): ProblemRow[] =>
  rows.filter(({ field }, place) => rows.findIndex(row => row.field === field) === place)

/** An action without a body is one with an empty body: what it still needs is named by its rows. */
function bodyOf({ body: shape, path }: EndpointOf<'write'>, sent: JsonObject | undefined): JsonObject | undefined {
  if (sent || !shape) return sent
  if (path.includes('/actions/')) return {}
  throw missingBody()
}

function writeRequest(endpoint: EndpointOf<'write'>, sent: Sent): WriteRequest {
  const { request, query, refuseFaults } = sent
  const caller = request.passage.caller!
  const idempotency = idempotent(sent)
  return {
    account: caller,
    actor: { type: 'api_key', id: caller.key.id },
    requestId: request.id,
    dryRun: query.dry_run === true,
    ...(idempotency && { idempotency }),
    // Without a record in the path nothing comes before the body: an invalid one need not take the book.
    ...(!endpoint.record && { beforeLock: refuseFaults }),
  }
}

function idempotent({ request: { passage, method, url }, search, body }: Sent): IdempotentRequest | undefined {
  if (passage.idempotencyKey === undefined) return undefined
  const path = url.split('?', 1)[0]!
  const fingerprint = fingerprintOf({ method, path, search, body })
  return { lineageId: passage.caller!.key.lineageId, key: passage.idempotencyKey, fingerprint, method, path }
}

/** Gates 11 to 17, inside the transaction. */
async function work(
  { endpoint, checkParams, serialize }: Route<'write'>,
  { request, query, body, refuseFaults }: Sent,
  ctx: WriteContext,
): Promise<Outcome> {
  const params = checkedParams(request, endpoint, checkParams)
  const record = endpoint.record ? await found(endpoint.record(params, ctx)) : undefined
  refuseStale(request.headers['if-match'], record?.version)
  if (endpoint.record) refuseFaults()
  const result = await endpoint.handle({ params, query: query as never, body: body as never, record }, ctx)
  return {
    status: result.status ?? endpoint.returns.status,
    body: result.body as object | null,
    serialize,
    ...(result.location !== undefined && { location: result.location }),
    ...(result.effects && { effects: result.effects }),
    ...(result.version !== undefined && { etag: etagOf(result.version) }),
  }
}

function sendSaved(reply: FastifyReply, saved: Answer) {
  if (saved.location) reply.header('Location', saved.location)
  if (saved.etag) reply.header('ETag', saved.etag)
  if (saved.replayed) reply.header('Idempotent-Replayed', 'true')
  if (saved.status === 204) return reply.code(204).send()
  return sendJson(reply, saved.status, saved.body)
}
