/** Traces by OpenTelemetry, sent to a collector of the test: a span for each request and what was asked of PostgreSQL for it. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { isTraced, startTracing } from '../../src/process/tracing.ts'
import { loadPackages } from '../../src/tracing/packages.ts'
import { keptLog } from '../support/log.ts'
import { useService } from '../support/service.ts'
import { until } from '../support/webhook-endpoints.ts'

interface Value {
  stringValue?: string
  intValue?: number
}

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
}

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

const received: { path: string; text: string }[] = []
const collector = http.createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  received.push({ path: request.url!, text: Buffer.concat(chunks).toString() })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
afterAll(async () => {
  await tracing?.close()
  collector.close()
})

process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
process.env.OTEL_SERVICE_NAME = 'books'
process.env.OTEL_BSP_SCHEDULE_DELAY = '50'
const isInstalled = (await loadPackages('http/json')) !== undefined
const tracing = await startTracing(process.env, pino({ level: 'silent' }))
delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
delete process.env.OTEL_SERVICE_NAME
delete process.env.OTEL_BSP_SCHEDULE_DELAY

const service = useService({ ...(tracing ? { tracing } : { alone: true }) })

const valuesOf = (span: Span) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

test('only where somebody asks for it, and not without the packages: then one line says which', async () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  expect(isTraced({})).toBe(false)
  expect(isTraced(endpoint)).toBe(true)
  expect(isTraced({ OTEL_TRACES_EXPORTER: 'otlp' })).toBe(true)
  expect(isTraced({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBe(false)
  expect(isTraced({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBe(false)
  const { log, lines } = keptLog()
  expect(await startTracing({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, log)).toBeUndefined()
  expect(JSON.stringify(lines)).toContain(
    'npm install @opentelemetry/api @opentelemetry/sdk-trace-node @opentelemetry/exporter-trace-otlp-grpc',
  )
})

describe.skipIf(!isInstalled)('what the collector gets', () => {
  test('requests in the trace of the client, with their transactions, and no secret or body', async () => {
    const tenant = await service.tenant()
    const api = await tenant.key()
    const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const headers = { traceparent: `00-${trace}-${parent}-01` }
    const made = await api.post('/partners', { name: 'Nobody reads this' }, { headers })
    const refused = await api.get('/partners/nothing?token=hidden')
    const idOf = ({ headers }: typeof made) => headers['x-request-id'] as string
    await until(
      async () => received.map(({ text }) => text).join(),
      text => text.includes(idOf(made)) && text.includes(idOf(refused)),
    )
    const sent = received.map(({ text }) => JSON.parse(text) as Sent)
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
    expect(sent[0]!.resourceSpans[0]!.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'books' },
    })
    const spans = sent.flatMap(each => each.resourceSpans.flatMap(of => of.scopeSpans.flatMap(scope => scope.spans)))
    const of = (request: typeof made) => spans.find(span => valuesOf(span)['cellarbook.request_id'] === idOf(request))!
    expect(of(made)).toMatchObject({ name: 'POST /partners', traceId: trace, parentSpanId: parent })
    expect(valuesOf(of(made))).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/partners',
      'http.response.status_code': 201,
      'cellarbook.route': 'partners.create',
      'cellarbook.tenant': tenant.slug,
    })
    expect(valuesOf(of(refused))).toMatchObject({ 'http.response.status_code': 404, 'cellarbook.code': 'not_found' })
    expect(of(refused).traceId).not.toBe(trace)
    const inside = spans.filter(({ parentSpanId }) => parentSpanId === of(made).spanId)
    expect(inside.map(({ name }) => name)).toContain('transaction')
    for (const span of inside) {
      expect(span.traceId).toBe(trace)
      expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(of(made).startTimeUnixNano))
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
    }
    const text = received.map(each => each.text).join()
    for (const hidden of [api.key!, 'Nobody reads this', 'hidden', 'insert into']) expect(text).not.toContain(hidden)
  })
})
