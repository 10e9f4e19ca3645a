/** An endpoint with everything its schemas compile to, and the small steps every answer takes. */
import fastJson from 'fast-json-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dryRunShape } from '../contract/dry-run.ts'
import { pathParameters } from '../contract/endpoint.ts'
import { problem, validationFailed } from '../contract/problems.ts'
import { type AnyShape, Shape, Uuid } from '../contract/schema.ts'
import { byParameter, type Check, lowerIds, validator } from '../contract/validate.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { isLong, sendCompressed } from './compressed.ts'

export type Kind = Endpoint['kind']

/** The endpoint of one kind. */
export type EndpointOf<K extends Kind> = Extract<Endpoint, { kind: K }>

export interface Route<K extends Kind> {
  kind: K
  endpoint: EndpointOf<K>
  /** The shape of what the path names. */
  params: AnyShape
  checkParams: Check
  checkQuery: Check
  checkBody: Check
  serialize: (body: unknown) => string
  serializeDryRun: (body: unknown) => string
}

/** Answers one request. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export type AnyRoute = { [K in Kind]: Route<K> }[Kind]

const compile = validator()
const routes = new WeakMap<Endpoint, AnyRoute>()

/** One for each endpoint, whichever server of this process mounts it: what was compiled stays compiled. */
export function routeOf(endpoint: Endpoint): AnyRoute {
  const route = routes.get(endpoint) ?? makeRoute(endpoint)
  routes.set(endpoint, route)
  return route
}

function makeRoute(endpoint: Endpoint): AnyRoute {
  const params = endpoint.params ?? Shape(Object.fromEntries(pathParameters(endpoint.path).map(name => [name, Uuid])))
  return {
    kind: endpoint.kind,
    endpoint,
    params,
    checkParams: whenWanted(() => compile(params)),
    checkQuery: whenWanted(() => byParameter(compile(endpoint.query ?? Shape({})))),
    checkBody: endpoint.body ? whenWanted(() => compile(endpoint.body!, endpoint.returns.schema)) : () => [],
    serialize: serializerOf(endpoint),
    serializeDryRun: whenWanted(() => fastJson(dryRunShape(endpoint) as object)),
  } as AnyRoute
}

function serializerOf({ returns: { schema, isWritten } }: Endpoint): (body: unknown) => string {
  if (isWritten) return body => body as string
  return whenWanted(() => fastJson(schema as object))
}

/** Made with the first request: making all of them took 0.6 s of the start and 20 MB. */
function whenWanted<Argument, Result>(make: () => (argument: Argument) => Result): (argument: Argument) => Result {
  let made: ((argument: Argument) => Result) | undefined
  return argument => {
    made ??= make()
    return made(argument)
  }
}

/** A malformed identifier in the path names no record. */
export function requireParams(
  request: FastifyRequest,
  { params, checkParams }: Pick<AnyRoute, 'params' | 'checkParams'>,
): Record<string, string> {
  const sent = request.params as Record<string, string>
  lowerIds(params, sent)
  const [fault] = checkParams(sent)
  if (fault)
    throw problem('not_found', { detail: `What the path has in place of {${fault.field}} cannot name a record.` })
  if (Object.values(sent).some(value => value.includes('\u0000'))) throw problem('not_found')
  return sent
}

/** Gate 11: the record of the path, or 404. */
export async function requireFound<T>(looked: Promise<T | undefined>): Promise<T> {
  const record = await looked
  if (record === undefined) throw problem('not_found', { detail: 'There is no such record in this account and mode.' })
  return record
}

/** Gate 13. */
export function refuseRows(rows: ReturnType<Check>): void {
  if (rows.length > 0) throw validationFailed(rows)
}

export function searchOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

export function sendJson(reply: FastifyReply, status: number, body: string | Buffer) {
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  return isLong(body) ? sendCompressed(reply, body) : reply.send(body)
}
