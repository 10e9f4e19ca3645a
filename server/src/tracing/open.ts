/** Spans for OpenTelemetry: made when a request or a delivery has ended, and sent beside the work. */

import type { TracedPart, TracedRequest, Tracing } from '../kernel/ports/tracing.ts'
import { readVersion } from '../kernel/version.ts'
import { type Api, type Context, loadPackages, type Packages, type Provider, type Tracer } from './packages.ts'
import { partGatherer } from './parts.ts'

export interface TracingSettings {
  protocol: string
  /** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES. */
  resource: Record<string, string>
}

/** Undefined where the packages are not installed. Where to send to, they read from the environment themselves. */
export async function openTracing({ protocol, resource }: TracingSettings): Promise<Tracing | undefined> {
  const packages = await loadPackages(protocol)
  if (!packages) return undefined
  const provider = providerOf(packages, resource)
  const tracer = provider.getTracer('cellarbook', readVersion())
  const { api } = packages
  return {
    ...partGatherer(),
    noteRequest: request => endRequest(api, tracer, request),
    noteDelivery({ outcome, seconds, httpStatus, error }) {
      const endedMs = performance.now()
      const attributes = {
        'cellarbook.outcome': outcome,
        ...(httpStatus !== null && { 'http.response.status_code': httpStatus }),
        ...(error !== null && { 'error.type': error }),
      }
      const options = { kind: api.SpanKind.CLIENT, startTime: epochMs(endedMs - seconds * 1_000), attributes }
      const span = tracer.startSpan('webhook delivery', options, api.ROOT_CONTEXT)
      if (error !== null) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end(epochMs(endedMs))
    },
    // A receiver that is away does not hold up a stop.
    close: () => provider.shutdown().catch(() => {}),
  }
}

const epochMs = (ms: number): number => performance.timeOrigin + ms

function providerOf({ sdk, exporter, resources }: Packages, attributes: Record<string, string>): Provider {
  const { defaultResource, resourceFromAttributes } = resources
  return new sdk.NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(attributes)),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  })
}

function endRequest(api: Api, tracer: Tracer, request: TracedRequest): void {
  const { name, startedMs, attributes, parts, isFailed } = request
  const endedMs = performance.now()
  const options = { kind: api.SpanKind.SERVER, startTime: epochMs(startedMs), attributes }
  const span = tracer.startSpan(name, options, contextOf(api, request))
  const inside = api.trace.setSpan(api.ROOT_CONTEXT, span)
  for (const part of parts) endPart(api, tracer, { part, inside, endedMs })
  if (isFailed) span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.end(epochMs(endedMs))
}

interface PartOf {
  part: TracedPart
  inside: Context
  /** What goes on beyond the answer ends with it. */
  endedMs: number
}

function endPart(api: Api, tracer: Tracer, { part, inside, endedMs }: PartOf): void {
  const isOpen = part.endedMs === 0
  const attributes = { 'db.system.name': 'postgresql' }
  const options = { kind: api.SpanKind.CLIENT, startTime: epochMs(part.startedMs), attributes }
  const span = tracer.startSpan(part.name, options, inside)
  if (part.isFailed && !isOpen) span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.end(epochMs(isOpen ? endedMs : part.endedMs))
}

const traceparents = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/

/** The trace of the client (W3C Trace Context); anything else begins a new one. */
function contextOf(api: Api, { traceparent, tracestate }: TracedRequest): Context {
  const [, traceId, spanId, flags] = traceparents.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return api.ROOT_CONTEXT
  const state = tracestate === undefined ? {} : { traceState: api.createTraceState(tracestate) }
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true, ...state }
  return api.isSpanContextValid(context) ? api.trace.setSpanContext(api.ROOT_CONTEXT, context) : api.ROOT_CONTEXT
}
