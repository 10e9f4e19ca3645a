/** Makes routes of endpoints. */
import type { FastifyInstance } from 'fastify'
import { apiPrefix } from '../contract/locations.ts'
import { problem } from '../contract/problems.ts'
import { validator } from '../contract/validate.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { publicHandler, readHandler } from './answer-read.ts'
import { writeHandler } from './answer-write.ts'
import { envelopeBytes } from './multipart.ts'
import type { ServerParts } from './parts.ts'
import { type AnyRoute, type Handler, routeOf } from './route.ts'

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export function mountEndpoints(app: FastifyInstance, parts: ServerParts): void {
  const compile = validator()
  for (const endpoint of parts.endpoints) {
    const route = routeOf(endpoint, compile)
    app.route({
      method: endpoint.method,
      url: routePath(endpoint.path),
      config: { endpoint, ...(endpoint.kind === 'public' && endpoint.document && { door: 'pages' as const }) },
      ...(endpoint.upload && { bodyLimit: endpoint.upload.maxBytes + envelopeBytes }),
      handler: handlerOf(route, parts),
    })
  }
  refuseOtherMethods(app, parts.endpoints)
}

const routePath = (path: string): string => apiPrefix + path.replace(/\{(\w+)\}/g, ':$1')

function handlerOf(route: AnyRoute, parts: ServerParts): Handler {
  switch (route.kind) {
    case 'public':
      return publicHandler(route, parts)
    case 'read':
      return route.endpoint.isLongLived ? readHandler(route, parts) : inTurn(parts, readHandler(route, parts))
    case 'write':
      return writeHandler(route, parts)
  }
}

/** Reads take a place for as long as they work; those that wait for events by nature take none. */
const inTurn =
  ({ turns }: ServerParts, handler: Handler): Handler =>
  (request, reply) => {
    const { tenant, key } = request.passage.caller!
    return turns.run({ tenantId: tenant.id, keyId: key.id }, () => handler(request, reply))
  }

/** A known path with another method: 404 like any unknown route, and the methods it does answer. */
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
