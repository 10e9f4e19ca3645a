/** Makes routes of endpoints: the gates from the body on, the handler, the answer. */
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathParameters } from '../contract/endpoint.ts'
import { apiPrefix } from '../contract/locations.ts'
import { problem, validationFailed } from '../contract/problems.ts'
import { Shape, type TSchema, Uuid } from '../contract/schema.ts'
import { type Check, readQuery, unreadableText, validator } from '../contract/validate.ts'
import type { Caller } from '../kernel/account.ts'
import type { ReadContext } from '../kernel/context.ts'
import type { Endpoint, Reply } from '../kernel/endpoint.ts'
import type { Answer } from '../kernel/idempotency.ts'
import { fingerprintOf, type JsonObject, missingBody, readJson } from './body.ts'
import { etagOf, matches, refuseStale } from './conditional.ts'
import { searchOf } from './pages.ts'
import type { ServerParts } from './parts.ts'

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** An endpoint with everything its schemas compile to. */
interface Route {
  endpoint: Endpoint
  checkParams: Check
  checkQuery: Check
  checkBody: Check
  serialize: (body: unknown) => string
}

export function mountEndpoints(app: FastifyInstance, parts: ServerParts): void {
  const compile = validator()
  for (const endpoint of parts.endpoints) {
    const route = routeOf(endpoint, compile)
    app.route({
      method: endpoint.method,
      url: routePath(endpoint.path),
      config: { endpoint },
      handler: (request, reply) => answer(route, request, reply, parts),
    })
  }
  refuseOtherMethods(app, parts.endpoints)
}

const routePath = (path: string): string => apiPrefix + path.replace(/\{(\w+)\}/g, ':$1')

/** A known path with another method: 404 as any unknown route, and the methods it does answer. */
function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  for (const path of new Set(endpoints.map(endpoint => endpoint.path))) {
    const allowed = endpoints.filter(endpoint => endpoint.path === path).map(endpoint => endpoint.method as string)
    app.route({
      method: allMethods.filter(method => !allowed.includes(method)),
      url: routePath(path),
      config: { allow: allowed.join(', ') },
      handler: () => {
        throw problem('not_found', { headers: { Allow: allowed.join(', ') } })
      },
    })
  }
}

function routeOf(endpoint: Endpoint, compile: (schema: TSchema) => Check): Route {
  const none = () => []
  const params = endpoint.params ?? Shape(Object.fromEntries(pathParameters(endpoint.path).map(name => [name, Uuid])))
  return {
    endpoint,
    checkParams: compile(params),
    checkQuery: compile(endpoint.query ?? Shape({})),
    checkBody: endpoint.body ? compile(endpoint.body) : none,
    serialize: fastJson(endpoint.returns.schema as object),
  }
}

function answer(route: Route, request: FastifyRequest, reply: FastifyReply, parts: ServerParts) {
  if (route.endpoint.kind === 'public') return answerPublic(route, request, reply, parts)
  const caller = request.passage.caller!
  return route.endpoint.kind === 'read'
    ? answerRead(route, caller, request, reply, parts)
    : answerWrite(route, caller, request, reply, parts)
}

async function answerPublic(
  { endpoint, checkQuery, serialize }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
) {
  if (endpoint.kind !== 'public') throw new Error('not a public endpoint')
  refuseRows(checkQuery(readQuery(searchOf(request), endpoint.query)))
  const { reachability, clock, isStopping } = parts
  const { body } = await endpoint.handle({ nowMs: clock(), isStopping: isStopping(), reachability })
  return sendJson(reply, 200, serialize(body))
}

async function answerRead(
  { endpoint, checkParams, checkQuery, serialize }: Route,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
) {
  if (endpoint.kind !== 'read') throw new Error('not a read')
  const params = checkedParams(request, checkParams)
  const { db, cursors, signals, clock } = parts
  const ctx: ReadContext = { account: caller, caller, db, cursors, signals, nowMs: clock(), requestId: request.id }
  const record = endpoint.record ? await found(endpoint.record(params, ctx)) : undefined
  const query = readQuery(searchOf(request), endpoint.query)
  refuseRows([...checkQuery(query), ...unreadableText(query)])
  const result = await endpoint.handle({ params, query: query as never, body: undefined as never, record }, ctx)
  return sendRead(request, reply, endpoint.returns.status, result, serialize)
}

function sendRead(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  result: Reply<unknown>,
  serialize: Route['serialize'],
) {
  if (result.headers) reply.headers(result.headers)
  if (result.version !== undefined) {
    reply.header('ETag', etagOf(result.version))
    const known = request.headers['if-none-match']
    if (known !== undefined && matches(known, result.version)) return reply.code(304).send()
  }
  return sendJson(reply, status, serialize(result.body))
}

async function answerWrite(
  { endpoint, checkParams, checkQuery, checkBody, serialize }: Route,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
) {
  if (endpoint.kind !== 'write') throw new Error('not a write')
  const sent = readJson(request.body as Buffer | undefined, request.headers['content-type'])
  if (endpoint.body && !sent && !isAction(endpoint.path)) throw missingBody()
  // An action without a body is one with an empty body: what it still needs is named by its rows.
  const body = sent ?? (endpoint.body ? {} : undefined)
  const search = searchOf(request)
  const query = readQuery(search, endpoint.query)
  const refuseFaults = () =>
    refuseRows([...checkQuery(query), ...unreadableText(query), ...(body ? checkBody(body) : [])])
  const idempotency = idempotent(request, caller, search, body)
  const saved = await parts.write(
    {
      account: caller,
      actor: { type: 'api_key', id: caller.key.id },
      requestId: request.id,
      dryRun: query.dry_run === true,
      ...(idempotency && { idempotency }),
      // Without a record in the path nothing comes before the body: an invalid one need not take the book.
      ...(!endpoint.record && { beforeLock: refuseFaults }),
    },
    async ctx => {
      const params = checkedParams(request, checkParams)
      const record = endpoint.record ? await found(endpoint.record(params, ctx)) : undefined
      refuseStale(request.headers['if-match'], record?.version)
      if (endpoint.record) refuseFaults()
      const result = await endpoint.handle({ params, query: query as never, body: body as never, record }, ctx)
      return {
        status: result.status ?? endpoint.returns.status,
        body: result.body as object | null,
        serialize,
        ...(result.location !== undefined && { location: result.location }),
        ...(result.version !== undefined && { etag: etagOf(result.version) }),
      }
    },
  )
  return sendSaved(reply, saved)
}

const isAction = (path: string): boolean => path.includes('/actions/')

function idempotent(
  { passage, method, url }: FastifyRequest,
  caller: Caller,
  search: URLSearchParams,
  body: JsonObject | undefined,
) {
  if (passage.idempotencyKey === undefined) return undefined
  const path = url.split('?', 1)[0]!
  const fingerprint = fingerprintOf({ method, path, search, body })
  return { lineageId: caller.key.lineageId, key: passage.idempotencyKey, fingerprint, method, path }
}

/** A malformed identifier in the path names no record. */
function checkedParams(request: FastifyRequest, check: Check): Record<string, string> {
  const params = request.params as Record<string, string>
  if (check(params).length > 0 || Object.values(params).some(value => value.includes('\u0000'))) {
    throw problem('not_found')
  }
  return params
}

async function found<T>(looked: Promise<T | undefined>): Promise<T> {
  const record = await looked
  if (record === undefined) throw problem('not_found')
  return record
}

function refuseRows(rows: ReturnType<Check>): void {
  if (rows.length > 0) throw validationFailed(rows)
}

function sendSaved(reply: FastifyReply, saved: Answer) {
  if (saved.location) reply.header('Location', saved.location)
  if (saved.etag) reply.header('ETag', saved.etag)
  if (saved.replayed) reply.header('Idempotent-Replayed', 'true')
  if (saved.status === 204) return reply.code(204).send()
  return sendJson(reply, saved.status, saved.body)
}

const sendJson = (reply: FastifyReply, status: number, body: string | Buffer) =>
  reply.code(status).header('Content-Type', 'application/json; charset=utf-8').send(body)
