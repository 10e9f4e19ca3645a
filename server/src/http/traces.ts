/** A span for each request: what was asked, what became of it, and what was asked of PostgreSQL meanwhile. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TracedPart, Tracing } from '../kernel/ports/tracing.ts'

export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const partsOf = new WeakMap<FastifyRequest, TracedPart[]>()
  app.addHook('onRequest', (request, _reply, done) => {
    const parts: TracedPart[] = []
    partsOf.set(request, parts)
    tracing.within(parts, done)
  })
  // Bodies come by the events of a connection, which belongs to no request.
  app.addHook('preHandler', (request, _reply, done) => tracing.within(partsOf.get(request) ?? [], done))
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { endpoint, door } = request.routeOptions.config
    const { passage, headers, method, id } = request
    const caller = passage?.caller
    tracing.noteRequest({
      name: endpoint ? `${method} ${endpoint.path}` : method,
      startedMs: passage?.startedMs ?? performance.now(),
      traceparent: textOf(headers.traceparent),
      tracestate: textOf(headers.tracestate),
      attributes: {
        'http.request.method': method,
        'http.response.status_code': statusCode,
        'cellarbook.route': endpoint?.id ?? door ?? 'none',
        'cellarbook.request_id': id,
        ...(endpoint && { 'http.route': endpoint.path }),
        ...(passage?.code && { 'cellarbook.code': passage.code }),
        ...(caller && { 'cellarbook.tenant': caller.tenant.slug }),
      },
      isFailed: statusCode >= 500,
      parts: partsOf.get(request) ?? [],
    })
    done()
  })
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined
