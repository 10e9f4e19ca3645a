/** The only place that knows Fastify: hooks in the order of the gates, routes from declarations, one way to answer. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { apiPrefix } from '../contract/locations.ts'
import { problem, problemDocument } from '../contract/problems.ts'
import { apiVersion } from '../contract/schema.ts'
import type { Queryable } from '../db/pool.ts'
import type { Reachability } from '../db/reachability.ts'
import type { Caller } from '../kernel/account.ts'
import type { CallerCache } from '../kernel/caller-cache.ts'
import type { Cursors } from '../kernel/cursor.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import type { Page } from '../kernel/page.ts'
import type { BookSignals } from '../kernel/signals.ts'
import type { Write } from '../kernel/write.ts'
import { hashSecret } from '../lib/api-key.ts'
import { newId } from '../lib/ids.ts'
import type { Clock } from '../lib/instants.ts'
import { largestJsonBytes } from './body.ts'
import { answerBrokenRequest } from './broken-requests.ts'
import { asProblem } from './failures.ts'
import { bearerKey, idempotencyKey, isUsable, refuseAccess, refuseCaller, unauthenticated } from './gates.ts'
import { mountEndpoints } from './mount.ts'
import { mountPages } from './pages.ts'
import { anonymousRate, type Rate, type RateCounter, rateCounter, rateHeaders } from './rate.ts'

export interface ServerParts {
  endpoints: readonly Endpoint[]
  pages: readonly Page[]
  db: Queryable
  callers: CallerCache
  write: Write
  cursors: Cursors
  signals: BookSignals
  reachability: Reachability
  clock: Clock
  log: Logger
  baseUrl: string
  trustProxy: boolean | string[]
  /** True once the service was told to stop: health says so, and connections are not kept. */
  isStopping: () => boolean
}

/** What the gates learned of a request. */
export interface Passage {
  requestId: string
  caller?: Caller
  idempotencyKey?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    passage: Passage
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** The methods this path does answer, for a route that only refuses. */
    allow?: string
    isPage?: boolean
  }
}

export function buildServer(parts: ServerParts): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy: parts.trustProxy,
    bodyLimit: largestJsonBytes,
    requestTimeout: 15_000,
    keepAliveTimeout: 10_000,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_048 },
    genReqId: () => newId(),
    rewriteUrl: request => decodableUrl(request.url ?? '/'),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, parts.baseUrl),
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 32_768 },
  })
  readRawBodies(app)
  app.decorateRequest('passage', null as unknown as Passage)
  const rates = rateCounter()
  app.addHook('onRequest', async (request, reply) => {
    request.passage = { requestId: request.id }
    setCommonHeaders(request, reply, parts)
    await passGates(request, reply, parts, rates)
  })
  app.setNotFoundHandler(() => {
    throw problem('not_found')
  })
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, parts))
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply, parts.log))
  // An unusual Expect header is no reason to answer outside the contract.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  mountEndpoints(app, parts)
  mountPages(app, parts.pages)
  return app
}

/** A path that cannot be decoded is a path that does not exist; it passes the same gates as any other. */
function decodableUrl(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0]!)
    return url
  } catch {
    return `${apiPrefix}/-`
  }
}

/** Every media type is read as bytes: what is JSON and what is not is decided at gate 9. */
function readRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, parts: ServerParts): void {
  reply.header('X-Request-Id', request.id)
  reply.header('X-Service-Api-Version', apiVersion)
  reply.header('Cache-Control', 'no-store')
  reply.header('X-Content-Type-Options', 'nosniff')
  if (parts.isStopping()) reply.header('Connection', 'close')
}

async function passGates(request: FastifyRequest, reply: FastifyReply, parts: ServerParts, rates: RateCounter) {
  const { endpoint, isPage } = request.routeOptions.config
  const isOutsideApi = isPage || (endpoint === undefined && !request.url.startsWith('/api/'))
  if (isOutsideApi || endpoint?.kind === 'public') {
    reply.headers(rateHeaders(await rates.peek(request.ip, anonymousRate)))
    if (isOutsideApi && !isPage) throw problem('not_found')
    return
  }
  if (!parts.reachability.isReachable) {
    reply.headers(rateHeaders(await rates.peek(request.ip, anonymousRate)))
    throw problem('api_unavailable', { headers: { 'Retry-After': '1' } })
  }
  const caller = await authenticated(request, reply, parts, rates)
  const rate = await rates.count(caller.key.id, caller.tenant.limits.ratePerMin)
  reply.headers(rateHeaders(rate))
  if (!caller.book.isLive) reply.header('X-Service-Sandbox', '1')
  request.passage.caller = caller
  refuseCaller(caller, request.ip, headerOf(request, 'x-service-sandbox'))
  passRoute(request, caller, rate)
}

/** Gates 5 to 8, once the caller is known. */
function passRoute(request: FastifyRequest, caller: Caller, rate: Rate): void {
  const { endpoint, allow } = request.routeOptions.config
  if (!endpoint || endpoint.access === 'public') throw problem('not_found', allow ? { headers: { Allow: allow } } : {})
  refuseAccess(caller, endpoint.access)
  if (rate.isExceeded) throw rateLimited(rate)
  if (endpoint.kind === 'read') return
  const key = idempotencyKey(valuesOf(request, 'idempotency-key'))
  if (key !== undefined) request.passage.idempotencyKey = key
}

const rateLimited = (rate: Rate) => problem('rate_limited', { headers: { 'Retry-After': String(rate.resetSeconds) } })

/** Gate 1. Whoever guesses keys fills the bucket of its address, and is slowed down by it. */
async function authenticated(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
  rates: RateCounter,
): Promise<Caller> {
  const key = bearerKey(request.headers.authorization)
  const caller = key === undefined ? undefined : await parts.callers.find(hashSecret(key))
  if (caller && isUsable(caller, parts.clock())) return caller
  const rate = await rates.count(request.ip, anonymousRate)
  reply.headers(rateHeaders(rate))
  throw rate.isExceeded ? rateLimited(rate) : unauthenticated()
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => valuesOf(request, name)[0]

/** Every value a header was sent with; Node itself would join or drop the second one. */
function valuesOf(request: FastifyRequest, name: string): string[] {
  if (request.headers[name] === undefined) return []
  const { rawHeaders } = request.raw
  return rawHeaders.filter((_, place) => place % 2 === 1 && rawHeaders[place - 1]!.toLowerCase() === name)
}

async function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, parts: ServerParts) {
  parts.reachability.note(error)
  const refusal = asProblem(error)
  if (refusal.code === 'internal_error') parts.log.error({ err: error, requestId: request.id }, 'unexpected error')
  if (!reply.hasHeader('RateLimit-Limit')) {
    reply.headers(rateHeaders({ limit: anonymousRate, remaining: anonymousRate, resetSeconds: 60, isExceeded: false }))
  }
  const body = JSON.stringify(problemDocument(refusal, { baseUrl: parts.baseUrl, requestId: request.id }))
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('Content-Type', 'application/problem+json; charset=utf-8')
    .send(body)
}

function logRequest(request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  if (!log.isLevelEnabled('debug')) return
  const { method, url, id } = request
  const clientRequestId = request.headers['x-request-id']
  const keyId = request.passage?.caller?.key.id
  const path = url.split('?', 1)[0]
  log.debug({ requestId: id, method, path, status: reply.statusCode, ms: reply.elapsedTime, keyId, clientRequestId })
}
