/** Answers those who sign in, and tells a browser whose session it has. Nothing here belongs to a book. */
import type { FastifyRequest } from 'fastify'
import { cutToFaults } from '../contract/cut.ts'
import { apiPrefix } from '../contract/locations.ts'
import { problem } from '../contract/problems.ts'
import { readQuery } from '../contract/validate.ts'
import { atOnce } from '../lib/steps.ts'
import { missingBody, readJson } from './body.ts'
import type { ServerDeps } from './deps.ts'
import { type Handler, type Route, refuseRows, searchOf, sendJson } from './route.ts'
import { calledAddress, isFromOurPages, sessionCookie, sessionToken } from './sessions.ts'

export const signInHandler =
  (route: Route<'sign_in'>, { database, clock, addresses, hasMail, seals }: ServerDeps): Handler =>
  async (request, reply) => {
    const { endpoint, checkQuery, serialize } = route
    // A page of somebody else cannot send JSON here without asking first, and is never allowed to.
    if (isFromOurPages(request, addresses) === false) throw foreignPage()
    refuseRows(checkQuery(readQuery(searchOf(request), endpoint.query)))
    const body = readBody(route, request)
    const from = { address: request.ip, browser: request.headers['user-agent'] ?? '' }
    const source = { address: request.ip, requestId: request.id, endpoint: endpoint.id }
    const own = { token: sessionToken(request, addresses), baseUrl: calledAddress(request, addresses) }
    const ctx = { database, clock, from, source, ...own, hasMail, seals }
    const result = await endpoint.handle(body as never, ctx)
    if (result.token !== undefined) reply.header('Set-Cookie', sessionCookie(addresses, result.token))
    if (endpoint.returns.status === 201) reply.header('Location', apiPrefix + endpoint.path)
    if (endpoint.returns.status === 204) return reply.code(204).send()
    return sendJson(reply, endpoint.returns.status, serialize(result.body))
  }

const foreignPage = () => problem('forbidden', { detail: 'This call did not come from a page of this service.' })

function readBody({ endpoint, checkBody }: Route<'sign_in'>, request: FastifyRequest): object | undefined {
  const body = atOnce(readJson(request.body as Buffer | undefined, request.headers['content-type']))
  if (!endpoint.body) return undefined
  if (!body) throw missingBody()
  cutToFaults(endpoint.body, body)
  refuseRows(checkBody(body))
  return body
}
