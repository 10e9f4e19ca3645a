/** Makes routes of endpoints. */
import type { FastifyInstance } from 'fastify'
import { apiPrefix } from '../contract/locations.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import type { Turns } from '../kernel/turns.ts'
import { publicHandler, readHandler } from './answer-read.ts'
import { signInHandler } from './answer-sign-in.ts'
import { writeHandler } from './answer-write.ts'
import type { ServerDeps } from './deps.ts'
import { envelopeBytes } from './multipart.ts'
import type { Door } from './rate.ts'
import { type AnyRoute, type Handler, routeOf } from './route.ts'

export function mountEndpoints(app: FastifyInstance, deps: ServerDeps): void {
  for (const endpoint of deps.endpoints) {
    const route = routeOf(endpoint)
    app.route({
      method: endpoint.method,
      url: routePath(endpoint.path),
      config: { endpoint, ...doorOf(endpoint) },
      ...(endpoint.upload && { bodyLimit: endpoint.upload.maxBytes + envelopeBytes }),
      handler: handlerOf(route, deps),
    })
  }
}

/** What is open to anybody is counted by address. */
function doorOf(endpoint: Endpoint): { door?: Door } {
  if (endpoint.kind === 'sign_in') return { door: endpoint.door }
  return endpoint.kind === 'public' && endpoint.document ? { door: 'pages' } : {}
}

const routePath = (path: string): string => apiPrefix + path.replace(/\{(\w+)\}/g, ':$1')

function handlerOf(route: AnyRoute, deps: ServerDeps): Handler {
  switch (route.kind) {
    case 'public':
      return publicHandler(route, deps)
    case 'sign_in':
      return signInHandler(route, deps)
    case 'read':
      return route.endpoint.isLongLived
        ? readHandler(route, deps)
        : inTurn(turnsOf(route.endpoint, deps), readHandler(route, deps))
    case 'write':
      return writeHandler(route, deps)
  }
}

const turnsOf = ({ isLookUp }: Endpoint, { turns, lookTurns }: ServerDeps): Turns => (isLookUp ? lookTurns : turns)

/** Reads take a place for as long as they work; those that wait for events by nature take none. */
const inTurn =
  (turns: Turns, handler: Handler): Handler =>
  (request, reply) => {
    const { tenant, pass } = request.passage.caller!
    return turns.run({ tenantId: tenant.id, keyId: pass.id }, () => handler(request, reply))
  }
