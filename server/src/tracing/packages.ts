/** The packages of OpenTelemetry, as far as we use them. They are not ours to install: who wants traces adds them. */

interface SpanContext {
  traceId: string
  spanId: string
  traceFlags: number
  isRemote?: boolean
  traceState?: unknown
}

export interface Span {
  setStatus(status: { code: number }): void
  end(atMs: number): void
}

export interface Context {
  getValue(key: symbol): unknown
}

export interface SpanOptions {
  kind: number
  startTime: number
  attributes: Record<string, string | number>
}

export interface Tracer {
  startSpan(name: string, options: SpanOptions, context: Context): Span
}

export interface Api {
  ROOT_CONTEXT: Context
  SpanKind: { SERVER: number; CLIENT: number }
  SpanStatusCode: { ERROR: number }
  createTraceState(text: string): unknown
  isSpanContextValid(context: SpanContext): boolean
  trace: {
    setSpan(context: Context, span: Span): Context
    setSpanContext(context: Context, span: SpanContext): Context
  }
}

export interface Provider {
  getTracer(name: string, version: string): Tracer
  shutdown(): Promise<void>
}

type Made<T> = new (...args: never[]) => T

export interface Packages {
  api: Api
  sdk: {
    NodeTracerProvider: new (options: object) => Provider
    BatchSpanProcessor: new (exporter: unknown) => unknown
  }
  resources: { defaultResource(): { merge(other: unknown): unknown }; resourceFromAttributes(of: object): unknown }
  exporter: { OTLPTraceExporter: Made<unknown> }
}

/** By the protocols of OTEL_EXPORTER_OTLP_PROTOCOL. */
const exporters: Readonly<Record<string, string>> = {
  'http/json': '@opentelemetry/exporter-trace-otlp-http',
  'http/protobuf': '@opentelemetry/exporter-trace-otlp-proto',
  grpc: '@opentelemetry/exporter-trace-otlp-grpc',
}

export const packagesFor = (protocol: string): string[] => [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace-node',
  exporters[protocol] ?? exporters['http/json']!,
]

/** Undefined where one of them is not installed. */
export async function loadPackages(protocol: string): Promise<Packages | undefined> {
  const load = async (name: string | undefined): Promise<never> => (await import(name!)) as never
  const [api, sdk, exporter] = packagesFor(protocol)
  try {
    return {
      api: await load(api),
      sdk: await load(sdk),
      exporter: await load(exporter),
      // Comes with the second.
      resources: await load('@opentelemetry/resources'),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
