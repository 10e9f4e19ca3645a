/** What operators and their machines ask for, outside the API: `/ready`, and `/metrics` for who shows the token. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem, problemDocument } from '../contract/problems.ts'
import type { Metrics, MetricsPage } from '../kernel/ports/metrics.ts'
import { isSameSecret } from '../lib/same-secret.ts'
import type { ServerDeps } from './deps.ts'

const json = 'application/json; charset=utf-8'

export function mountOperations(app: FastifyInstance, deps: ServerDeps): void {
  app.route({ method: 'GET', url: '/ready', config: { isOperational: true }, handler: readyHandler(deps) })
  if (deps.metrics) measureRequests(app, deps.metrics)
  if (deps.metricsPage) {
    const handler = metricsHandler(deps.metricsPage)
    app.route({ method: 'GET', url: '/metrics', config: { isOperational: true }, handler })
  }
}

/** 503 is a problem like any other, with the checks beside it. */
const readyHandler =
  ({ readiness, addresses }: Pick<ServerDeps, 'readiness' | 'addresses'>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const checks = await readiness()
    const failed = checks.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return reply.type(json).send(JSON.stringify({ status: 'ready', checks }))
    const refusal = problem('api_unavailable', { detail: failed.map(({ detail }) => detail).join(' ') })
    const document = problemDocument(refusal, { baseUrl: addresses.baseUrl, requestId: request.id })
    return reply
      .code(refusal.status)
      .header('Retry-After', '1')
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify({ ...document, checks }))
  }

/** Who does not know the token is told what anybody is told of a page that is not there. */
const metricsHandler =
  ({ token, text }: MetricsPage) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) throw problem('not_found')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await text())
  }

function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', ({ routeOptions, passage }, { statusCode: status }, done) => {
    const { endpoint, door, isOperational } = routeOptions.config
    const route = endpoint?.id ?? door ?? (isOperational ? 'operations' : 'none')
    const seconds = (performance.now() - (passage?.startedMs ?? performance.now())) / 1_000
    metrics.noteRequest({ route, kind: endpoint?.kind ?? 'page', status, code: passage?.code ?? '', seconds })
    done()
  })
}
