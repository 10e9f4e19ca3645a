/** The only place that knows Fastify: hooks in the order of the gates, routes from declarations, one way to answer. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { apiPrefix } from '../contract/locations.ts'
import { Problem, problem, problemDocument } from '../contract/problems.ts'
import { apiVersion } from '../contract/schema.ts'
import { addressOf } from '../kernel/addresses.ts'
import { newId } from '../lib/ids.ts'
import { fairAdmission } from './admission.ts'
import { largestJsonBytes } from './body.ts'
import { answerBrokenRequest } from './broken-requests.ts'
import { connectionLimits, type TrustedProxies, watchConnections } from './connections.ts'
import { mountConsole, mountDevelopersScript } from './console-files.ts'
import type { Passage, ServerDeps } from './deps.ts'
import { answerBeside, isStillComing } from './drain.ts'
import { asProblem, unreadableBody } from './failures.ts'
import { mountEndpoints } from './mount.ts'
import { mountOperations } from './operations.ts'
import { mountPages, pageHeaders, refusalPage } from './pages.ts'
import { passGates } from './passage.ts'
import { rateHeaders, untouchedRate } from './rate.ts'
import { noteRequests } from './request-log.ts'
import { traceRequests } from './traces.ts'
import { mountTransfers } from './transfers.ts'
import { transportHeaders } from './transport.ts'
import { unknownRoutes } from './unknown-routes.ts'

/** The time a body has to arrive. */
const bodyMs = 15_000
/** The time a file has, and how long its bytes may stand still. */
const longestTransferMs = 600_000
const standstillMs = 15_000

export function buildServer(deps: ServerDeps): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy: fromTheRight(deps.trustProxy),
    bodyLimit: largestJsonBytes,
    requestTimeout: longestTransferMs,
    keepAliveTimeout: 10_000,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // As long as headers may be: a longer path is refused before, so the router never answers in its own words.
    routerOptions: { maxParamLength: 65_536 },
    genReqId: () => newId(),
    rewriteUrl: request => decodableUrl(request.url ?? '/'),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, deps.addresses.baseUrl),
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 32_768,
      // Node would answer in its own words; nothing here depends on the Host header.
      requireHostHeader: false,
    },
  })
  readRawBodies(app)
  setUpGates(app, deps)
  app.setNotFoundHandler(() => {
    throw problem('not_found')
  })
  app.setErrorHandler(failureHandler(deps))
  if (deps.log.isLevelEnabled('debug')) {
    app.addHook('onResponse', async (request, reply) => logRequest(request, reply, deps.log))
  }
  if (deps.requestLog) noteRequests(app, deps.requestLog, deps)
  // An unusual Expect header is no reason to answer outside the contract.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  watchConnections(app.server, { ...connectionLimits(deps.trustProxy), ...deps.connections })
  mountEndpoints(app, deps)
  mountPages(app, deps.pages)
  mountOperations(app, deps)
  mountDevelopersScript(app, deps.console)
  if (deps.console) mountConsole(app, deps.console)
  mountTransfers(app, deps.transfers)
  return app
}

function setUpGates(app: FastifyInstance, deps: ServerDeps): void {
  if (deps.tracing) traceRequests(app, deps.tracing)
  app.decorateRequest('passage', null as unknown as Passage)
  const keepers = {
    ...deps,
    unknownRoute: unknownRoutes(deps.endpoints.filter(({ access }) => access === 'public' || !access.persons)),
  }
  const admission = fairAdmission(deps.arrivals.settle)
  app.server.on('connection', deps.arrivals.note)
  app.addHook('onRequest', async (request, reply) => {
    request.passage = { startedMs: performance.now() }
    limitTime(request, deps.addresses.baseUrl)
    setCommonHeaders(request, reply, deps)
    await admission.enter(request.headers.authorization ?? request.ip)
    await passGates(request, reply, keepers)
  })
}

/** Hops are counted from this end: the far end of X-Forwarded-For is whatever the client wrote. */
const fromTheRight = (proxies: TrustedProxies) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

/** Node knows one limit for all requests; a file on a slow line needs another one than a document. */
function limitTime({ raw, headers, routeOptions }: FastifyRequest, baseUrl: string): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  if (routeOptions.config.isTransfer) {
    raw.setTimeout(standstillMs, () => raw.destroy())
    return
  }
  const timer = setTimeout(() => {
    // A body nobody reads, as one of no bytes, has no end before its answer.
    if (raw.complete) return
    answerBrokenRequest(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket, baseUrl)
  }, bodyMs)
  timer.unref()
  raw.once('end', () => clearTimeout(timer))
  raw.once('close', () => clearTimeout(timer))
}

/** A path that cannot be decoded is a path that does not exist; it passes the same gates as any other. */
function decodableUrl(url: string): string {
  if (!url.includes('%')) return url
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

/** Names in small letters, as they leave: Fastify would make each small anew, and V8 a new name of it. */
function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, deps: ServerDeps): void {
  reply.header('x-request-id', request.id)
  reply.header('x-service-api-version', apiVersion)
  reply.header('cache-control', 'no-store')
  reply.header('x-content-type-options', 'nosniff')
  reply.headers(transportHeaders(deps.addresses.baseUrl))
  if (deps.isStopping()) reply.header('Connection', 'close')
}

/** By its code alone: words may quote what was sent. */
const causeOf = (error: unknown): string | undefined =>
  error instanceof Problem ? undefined : (error as { code?: string }).code

const failureHandler =
  (deps: ServerDeps) =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    // A body that breaks off fails as a connection to the database does, but it is the client's.
    const isBrokenOff = request.raw.errored === error
    if (!isBrokenOff) {
      deps.reachability.note(error)
      deps.disk.note(error)
    }
    const refusal = isBrokenOff ? unreadableBody() : asProblem(error)
    if (request.passage) request.passage.code = refusal.code
    if (refusal.code === 'internal_error') deps.log.error({ err: error, requestId: request.id }, 'unexpected error')
    else if (request.passage) deps.tellRefusal(request, { status: refusal.status, cause: causeOf(error) })
    if (!reply.hasHeader('ratelimit-limit')) reply.headers(rateHeaders(untouchedRate()))
    const baseUrl = addressOf(deps.addresses, request.passage?.caller)
    const document = () => JSON.stringify(problemDocument(refusal, { baseUrl, requestId: request.id }))
    const { isPage } = request.routeOptions.config
    const body = Buffer.from(isPage ? refusalPage(refusal) : document())
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .headers(isPage ? pageHeaders : { 'Content-Type': 'application/problem+json; charset=utf-8' })
      .header('Content-Length', String(body.length))
      .send(isStillComing(request.raw) ? answerBeside(request.raw, body) : body)
  }

function logRequest(request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const { method, url, id } = request
  const clientRequestId = request.headers['x-request-id']
  const keyId = request.passage?.caller?.pass.id
  const path = url.split('?', 1)[0]
  log.debug({ requestId: id, method, path, status: reply.statusCode, ms: reply.elapsedTime, keyId, clientRequestId })
}
