/** Answers what changes nothing: public endpoints and reads. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readQuery, unreadableText } from '../contract/validate.ts'
import type { ReadContext } from '../kernel/context.ts'
import type { Reply } from '../kernel/endpoint.ts'
import { dayIn } from '../lib/days.ts'
import { etagOf, matches } from './conditional.ts'
import type { ServerParts } from './parts.ts'
import { checkedParams, found, type Route, refuseRows, searchOf, sendJson } from './route.ts'

export async function answerPublic(
  { endpoint, checkQuery, serialize }: Route<'public'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { reachability, clock, isStopping }: ServerParts,
) {
  refuseRows(checkQuery(readQuery(searchOf(request), endpoint.query)))
  const { body } = await endpoint.handle({ nowMs: clock(), isStopping: isStopping(), reachability })
  return sendJson(reply, 200, serialize(body))
}

export async function answerRead(
  { endpoint, checkParams, checkQuery, serialize }: Route<'read'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, cursors, signals, clock }: ServerParts,
) {
  const params = checkedParams(request, checkParams)
  const ctx = readContext(request, { db, cursors, signals, clock })
  const record = endpoint.record ? await found(endpoint.record(params, ctx)) : undefined
  const query = readQuery(searchOf(request), endpoint.query)
  refuseRows([...checkQuery(query), ...unreadableText(query)])
  const result = await endpoint.handle({ params, query: query as never, body: undefined as never, record }, ctx)
  if (result.headers) reply.headers(result.headers)
  return isKnown(request, reply, result)
    ? reply.code(304).send()
    : sendJson(reply, endpoint.returns.status, serialize(result.body))
}

function readContext(
  { id: requestId, passage }: FastifyRequest,
  { db, cursors, signals, clock }: Pick<ServerParts, 'db' | 'cursors' | 'signals' | 'clock'>,
): ReadContext {
  const caller = passage.caller!
  const nowMs = clock()
  return {
    account: caller,
    caller,
    db,
    cursors,
    signals,
    nowMs,
    requestId,
    get today() {
      return dayIn(caller.tenant.timeZone, nowMs)
    },
  }
}

/** Shows the record's tag, and tells whether the client has this very version already. */
function isKnown(request: FastifyRequest, reply: FastifyReply, { version }: Reply<unknown>): boolean {
  if (version === undefined) return false
  reply.header('ETag', etagOf(version))
  const known = request.headers['if-none-match']
  return known !== undefined && matches(known, version)
}
