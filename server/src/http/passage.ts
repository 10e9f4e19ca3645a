/** Leads a request through the gates before its body is read; each may refuse it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem } from '../contract/problems.ts'
import type { Caller } from '../kernel/caller.ts'
import { isUsable } from '../kernel/caller.ts'
import { hashSecret } from '../lib/api-key.ts'
import type { ServerDeps } from './deps.ts'
import { bearerKey, idempotencyKey, isMeant, refuseAccess, refuseCaller, unauthenticated } from './gates.ts'
import { type Rate, rateHeaders } from './rate.ts'
import { bookOf, isTrusted, sessionToken } from './sessions.ts'

/** Who keeps the gates, and counts at them. */
interface Keepers extends Pick<ServerDeps, 'callers' | 'clock' | 'reachability' | 'disk' | 'rates' | 'addresses'> {
  /** The refusal of a path or method that does not exist. */
  unknownRoute: (url: string) => Problem
}

export async function passGates(request: FastifyRequest, reply: FastifyReply, keepers: Keepers): Promise<void> {
  const { rates, reachability } = keepers
  const { endpoint, door, isOperational } = request.routeOptions.config
  if (isOperational) return
  const isNowhere = endpoint === undefined && door === undefined && !request.url.startsWith('/api/')
  if (door || isNowhere) {
    if (request.routeOptions.config.isTransfer && keepers.disk.isLow) throw noRoom()
    passDoor(reply, await rates.countAddress(door ?? 'pages', request.ip))
    if (isNowhere) throw keepers.unknownRoute(request.url)
    return
  }
  const isAskedForHealth = endpoint?.kind === 'public'
  if (isAskedForHealth || !reachability.isReachable) {
    reply.headers(rateHeaders(await rates.peekAddress('guesses', request.ip)))
    if (isAskedForHealth) return
    throw problem('api_unavailable', { headers: { 'Retry-After': '1' } })
  }
  if (keepers.disk.isLow && endpoint?.kind === 'write') throw noRoom()
  const caller = await authenticate(request, reply, keepers)
  const rate = await rates.countKey(caller.pass.id, ratePerMin(caller))
  reply.headers(rateHeaders(rate))
  if (!caller.book.isLive) reply.header('x-service-sandbox', '1')
  request.passage.caller = caller
  refuseCaller(caller, request, headerOf(request, 'x-service-sandbox'))
  passRoute(request, rate, keepers.unknownRoute)
}

/** Whatever would be written needs room, a stored answer at the least. */
const noRoom = () =>
  problem('api_unavailable', {
    detail: 'The disk of the service is nearly full. Nothing was done; reading works.',
    headers: { 'Retry-After': '30' },
  })

/** A page of ours asks several things at once: a person is not held to the plan's rate of a key. */
const ratePerMin = ({ pass, tenant }: Caller): number => (pass.kind === 'key' ? tenant.limits.ratePerMin : 1_200)

/** What is open to anybody is limited by address. */
function passDoor(reply: FastifyReply, rate: Rate): void {
  reply.headers(rateHeaders(rate))
  if (rate.isExceeded) throw rateLimited(rate)
}

/** Gates 5 to 8, once the caller is known. */
function passRoute(request: FastifyRequest, rate: Rate, unknownRoute: Keepers['unknownRoute']): void {
  const { endpoint } = request.routeOptions.config
  const caller = request.passage.caller!
  if (!endpoint || endpoint.access === 'public' || !isMeant(caller, endpoint.access)) throw unknownRoute(request.url)
  refuseAccess(caller, endpoint.access)
  if (rate.isExceeded) throw rateLimited(rate)
  if (endpoint.kind === 'read') return
  const key = idempotencyKey(valuesOf(request, 'idempotency-key'))
  if (key !== undefined) request.passage.idempotencyKey = key
}

const rateLimited = (rate: Rate) => problem('rate_limited', { headers: { 'Retry-After': String(rate.resetSeconds) } })

/** Gate 1. Whoever guesses keys fills the bucket of its address, and is slowed down by it. */
async function authenticate(request: FastifyRequest, reply: FastifyReply, keepers: Keepers): Promise<Caller> {
  const { clock, rates } = keepers
  const caller = await findByPass(request, keepers)
  if (caller && isUsable(caller, clock())) return caller
  const rate = await rates.countAddress('guesses', request.ip)
  reply.headers(rateHeaders(rate))
  throw rate.isExceeded ? rateLimited(rate) : unauthenticated(request.headers.authorization, caller)
}

/** By the key that was sent; without one, by the session of the browser. */
export async function findByPass(
  request: FastifyRequest,
  { callers, addresses }: Pick<ServerDeps, 'callers' | 'addresses'>,
): Promise<Caller | undefined> {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    const key = bearerKey(authorization)
    return key === undefined ? undefined : callers.find(hashSecret(key), request)
  }
  const [token, book] = [sessionToken(request, addresses), bookOf(request)]
  if (token === undefined || book === undefined || !isTrusted(request, addresses)) return undefined
  return callers.findSession(hashSecret(token), book === 'live')
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => valuesOf(request, name)[0]

/** Every value a header was sent with; Node itself would join or drop the second one. */
function valuesOf(request: FastifyRequest, name: string): string[] {
  if (request.headers[name] === undefined) return []
  const { rawHeaders } = request.raw
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name)
}
