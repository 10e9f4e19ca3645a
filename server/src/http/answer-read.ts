/** Answers what changes nothing: public endpoints and reads. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access, EndpointSpec } from '../contract/endpoint.ts'
import { Problem } from '../contract/problems.ts'
import { readQuery, unreadableText } from '../contract/validate.ts'
import { todayOf } from '../kernel/account.ts'
import type { Caller } from '../kernel/caller.ts'
import { actorOf, isUsable } from '../kernel/caller.ts'
import type { ReadContext, WriteContext } from '../kernel/context.ts'
import type { Reply } from '../kernel/endpoint.ts'
import type { Write, WriteRequest } from '../kernel/write-parts.ts'
import { assert } from '../lib/assert.ts'
import { etagOf, matches } from './conditional.ts'
import type { ServerDeps } from './deps.ts'
import { sendDocument } from './documents.ts'
import { refuseAccess, refuseCaller } from './gates.ts'
import { findByPass } from './passage.ts'
import { type Handler, type Route, refuseRows, requireFound, requireParams, searchOf, sendJson } from './route.ts'

export const publicHandler =
  ({ endpoint, checkQuery, serialize }: Route<'public'>, deps: ServerDeps): Handler =>
  async (request, reply) => {
    const { reachability, clock, isStopping } = deps
    refuseRows(checkQuery(readQuery(searchOf(request), endpoint.query)))
    if (endpoint.document) return sendDocument(request, reply, await endpoint.document())
    const { body } = await endpoint.handle({ nowMs: clock(), isStopping: isStopping(), reachability })
    return sendJson(reply, 200, serialize(body))
  }

/** Reads have no body, make nothing ready, and look for themselves. */
const ofWritesAlone = { body: undefined as never, ready: undefined, look: async () => undefined }

export const readHandler =
  (route: Route<'read'>, deps: ServerDeps): Handler =>
  async (request, reply) => {
    const { endpoint, checkQuery, serialize } = route
    const params = requireParams(request, route)
    const read = async (ctx: ReadContext) => {
      const find = async () => (endpoint.record ? requireFound(endpoint.record(params, ctx)) : undefined)
      const record = await (endpoint.isLongLived ? ctx.inTurn(find) : find())
      const query = readQuery(searchOf(request), endpoint.query)
      refuseRows([...checkQuery(query), ...unreadableText(query)])
      const input = { params, query: query as never, record, ...ofWritesAlone }
      return endpoint.handle(input, ctx)
    }
    const ctx = readContext(request, deps, endpoint)
    const db = endpoint.isLookUp ? deps.database.lookUps : deps.database
    const result = await (endpoint.isOfOneMoment
      ? db.snapshot(moment => read({ ...ctx, db: moment }))
      : read({ ...ctx, db }))
    const { status, isStream, file } = endpoint.returns
    if (status === 302) return reply.redirect(result.location!, 302)
    if (result.headers) reply.headers(result.headers)
    if (isStream) return sendStream(reply, file!, result.body as AsyncIterable<string>)
    if (file) return sendFile(reply, file, result.body as Buffer)
    return isKnown(request, reply, result) ? reply.code(304).send() : sendJson(reply, status, serialize(result.body))
  }

function readContext(request: FastifyRequest, deps: ServerDeps, { access, isLongLived }: EndpointSpec): ReadContext {
  const { id: requestId, passage } = request
  const { db, cursors, signals, logEnds, listeners, files, printer, clock, write, turns } = deps
  const caller = passage.caller!
  const nowMs = clock()
  return {
    account: caller,
    caller,
    db,
    cursors,
    signals,
    logEnds,
    listeners,
    files,
    printer,
    nowMs,
    requestId,
    today: todayOf(caller, nowMs),
    header: name => {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    inTurn: work => turns.run({ tenantId: caller.tenant.id, keyId: caller.pass.id }, work),
    recheck: () => currentCaller(request, deps, access),
    dryRun(work) {
      // The book first, then a place, as writes do: who has a place and waits for the book waits for one who waits for it.
      assert(isLongLived, 'who tries a change holds no place')
      const keyId = caller.pass.id
      return refusalOf(write, { account: caller, holder: caller, actor: actorOf(caller), requestId, keyId }, work)
    },
  }
}

/** Passes the gates once more, as they stand now. */
async function currentCaller(
  request: FastifyRequest,
  deps: ServerDeps,
  access: Access | 'public',
): Promise<Caller | undefined> {
  const caller = await findByPass(request, deps)
  if (!caller || !isUsable(caller, deps.clock())) return undefined
  try {
    refuseCaller(caller, request, undefined)
    if (access !== 'public') refuseAccess(caller, access)
    return caller
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** The real transaction, rolled back. */
async function refusalOf(
  write: Write,
  request: WriteRequest,
  work: (ctx: WriteContext) => Promise<unknown>,
): Promise<Problem | undefined> {
  try {
    await write({ ...request, dryRun: true }, async ctx => {
      await work(ctx)
      return { status: 204, body: null, serialize: () => '' }
    })
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Downloaded, never shown in place: a paper is data, not a page of ours. */
const sendFile = (reply: FastifyReply, mediaType: string, bytes: Buffer) =>
  reply.code(200).header('Content-Type', mediaType).header('X-Content-Type-Options', 'nosniff').send(bytes)

/** Piece by piece as it comes; proxies are asked not to hold it back. */
const sendStream = (reply: FastifyReply, mediaType: string, pieces: AsyncIterable<string>) =>
  reply
    .code(200)
    .header('Content-Type', mediaType)
    .header('X-Content-Type-Options', 'nosniff')
    .header('X-Accel-Buffering', 'no')
    .send(Readable.from(pieces))

/** Shows the record's tag, and tells whether the client has this very version already. */
function isKnown(request: FastifyRequest, reply: FastifyReply, { version, mayDiffer }: Reply<unknown>): boolean {
  if (version === undefined) return false
  reply.header('etag', etagOf(version))
  const known = request.headers['if-none-match']
  return known !== undefined && !mayDiffer && matches(known, version)
}
