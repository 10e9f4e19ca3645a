/** The HTTP client of all tests: every answer is held against the contract before the test sees it. */

import assert from 'node:assert/strict'
import http from 'node:http'
import { dryRunShape } from '../../src/contract/dry-run.ts'
import { errorsOf } from '../../src/contract/endpoint.ts'
import { apiPrefix } from '../../src/contract/locations.ts'
import { isProblemCode, type ProblemCode, problemSchema, problemSpec } from '../../src/contract/problems.ts'
import { apiVersion, type TSchema } from '../../src/contract/schema.ts'
import { type Check, validator } from '../../src/contract/validate.ts'
import { withLimits } from '../../src/describe/openapi/limits.ts'
import { serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { isUuid } from '../../src/lib/ids.ts'
import { noteCode } from './codes-seen.ts'
import { type Asked, changedUnder, placeOf } from './held-tags.ts'
import { faultsOfDryRun } from './openapi.ts'

export interface Reply {
  status: number
  headers: Record<string, string>
  /** Parsed JSON, or undefined for an empty answer. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answered; its shape is checked above
  body: any
  text: string
  /** As they came: a file is no text. */
  bytes: Buffer
}

export interface RequestOptions {
  body?: unknown
  /** Sent as it is instead of `body`. */
  raw?: string | Buffer
  headers?: Record<string, string | string[]>
}

const endpoints = serviceEndpoints(atOneAddress('https://api.cellarbook.test'))
const patterns = endpoints.map(endpoint => ({
  endpoint,
  pattern: new RegExp(`^${apiPrefix}${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))
const compile = validator()
const checks = new Map<TSchema | string, Check>()

export class Client {
  readonly address: string
  readonly key: string | undefined
  /** Whose connections are kept; without it each request opens one. */
  readonly agent: http.Agent | undefined

  constructor(address: string, key?: string, agent?: http.Agent) {
    this.address = address
    this.key = key
    this.agent = agent
  }

  get = (path: string, options: RequestOptions = {}) => this.send('GET', path, options)
  post = (path: string, body?: unknown, options: RequestOptions = {}) => this.send('POST', path, { body, ...options })
  patch = (path: string, body?: unknown, options: RequestOptions = {}) => this.send('PATCH', path, { body, ...options })

  /** `path` is relative to the API unless it begins with `/api/` or is a page. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    const url = path.startsWith('/api/') ? path : `${apiPrefix}${path}`
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    const headers: Record<string, string | string[]> = {
      ...(this.key && { authorization: `Bearer ${this.key}` }),
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(payload)),
      }),
      ...options.headers,
    }
    const reply = await exchange(this.address, url, { method, headers, agent: this.agent ?? false }, payload)
    const asked = { method, url, endpoint: endpointOf(method, url) }
    checkReply(asked, reply)
    if (reply.status < 300) await this.#holdTag(asked, reply)
    return reply
  }

  /** Who shows something else under the same tag answers no 304 to it. */
  async #holdTag(asked: Asked, { headers, body, text }: Reply): Promise<void> {
    const place = headers.etag && body && placeOf(asked, headers.location, patterns)
    if (!place) return
    const changed = changedUnder(`${this.address} ${this.key} ${place}`, { tag: headers.etag!, text })
    if (changed.length === 0) return
    const sent = { ...(this.key && { authorization: `Bearer ${this.key}` }), 'if-none-match': headers.etag! }
    const { status } = await exchange(this.address, place, { method: 'GET', headers: sent, agent: false }, undefined)
    assert.notEqual(status, 304, `${changed.join(', ')} of ${place} changed under ${headers.etag}`)
  }
}

/** The path goes out as it is: a URL object would tidy it up first. */
function exchange(
  address: string,
  path: string,
  options: { method: string; headers: Record<string, string | string[]>; agent: http.Agent | false },
  payload: string | Buffer | undefined,
): Promise<Reply> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, ...options }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString()
        const isJson = /json/.test(response.headers['content-type'] ?? '')
        resolve({
          status: response.statusCode!,
          headers: response.headers as Record<string, string>,
          body: isJson && text !== '' ? JSON.parse(text) : undefined,
          text,
          bytes,
        })
      })
    })
    request.on('error', reject)
    request.end(payload)
  })
}

const known = new Map<string, Endpoint | undefined>()

/** Looked for once for each kind of path. */
function endpointOf(method: string, url: string): Endpoint | undefined {
  const path = url.split('?', 1)[0]!
  const kind = `${method} ${path.replace(anyId, 'id')}`
  if (!known.has(kind)) {
    known.set(kind, patterns.find(item => item.endpoint.method === method && item.pattern.test(path))?.endpoint)
  }
  return known.get(kind)
}

const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function checkReply({ method, url, endpoint }: Asked, reply: Reply): void {
  const where = `${method} ${url} -> ${reply.status} ${reply.text.slice(0, 500)}`
  assert.ok(isUuid(reply.headers['x-request-id'] ?? ''), `X-Request-Id: ${where}`)
  assert.equal(reply.headers['x-service-api-version'], apiVersion, where)
  for (const name of ['limit', 'remaining', 'reset', 'policy']) {
    assert.ok(reply.headers[`ratelimit-${name}`], `RateLimit-${name}: ${where}`)
  }
  if (reply.status >= 400) checkProblem(endpoint, reply, where)
  else if (endpoint && /[?&]dry_run=true/.test(url)) checkDryRun(endpoint, reply, where)
  else if (reply.status !== 304 && endpoint) checkRecord(endpoint, reply, where)
}

function checkProblem(endpoint: Endpoint | undefined, reply: Reply, where: string): void {
  assert.match(reply.headers['content-type'] ?? '', /^application\/problem\+json/, where)
  const { code, status, instance, type } = reply.body
  assert.ok(isProblemCode(code), `a code of the catalogue: ${where}`)
  assert.equal(status, reply.status, where)
  assert.equal(problemSpec(code).status, reply.status, where)
  assert.equal(instance, reply.headers['x-request-id'], where)
  assert.ok(type.endsWith(`/developers#errors-${code}`), where)
  assert.doesNotMatch(reply.text, /\bselect\b.*\bfrom\b|node_modules|\.ts:\d/i, where)
  if (endpoint) assert.ok(errorsOf(endpoint).includes(code), `${endpoint.id} does not declare ${code}: ${where}`)
  assert.deepEqual(problemCheck(code)(reply.body), [], where)
  noteCode(code)
}

function checkRecord(endpoint: Endpoint, reply: Reply, where: string): void {
  const { status, schema, etag, file, existing } = endpoint.returns
  const mayExist = existing !== undefined || endpoint.query?.properties.on_conflict !== undefined
  assert.ok(reply.status === status || (reply.status === 200 && mayExist), where)
  if (reply.status === 204 || reply.status === 302) assert.equal(reply.text, '', where)
  else if (file) assert.equal(reply.headers['content-type'], file, where)
  else assert.deepEqual(checked(schema, () => schema)(reply.body), [], where)
  if (etag) assert.match(reply.headers.etag ?? '', /^W\/"\d+"$/, where)
  if (reply.status === 201 || reply.status === 302) assert.ok(reply.headers.location, where)
}

function checkDryRun(endpoint: Endpoint, reply: Reply, where: string): void {
  assert.equal(reply.status, 200, where)
  const faults = isDescribed(endpoint)
    ? faultsOfDryRun(endpoint.method, endpoint.path, reply.body)
    : checked(`${endpoint.id} dry`, () => dryRunShape(endpoint))(reply.body)
  assert.deepEqual(faults, [], where)
}

/** What is for people alone is not in the document. */
const isDescribed = ({ access }: Endpoint): boolean => access === 'public' || access.persons === undefined

/** Most codes have documents of the same members: they share one check, code and status being looked at before. */
function problemCheck(code: ProblemCode): Check {
  const known = checks.get(code)
  if (known) return known
  const { properties, ...rest } = problemSchema(code)
  const schema = { ...rest, properties: { ...properties, code: { type: 'string' }, status: { type: 'integer' } } }
  const check = checked(JSON.stringify(schema), () => schema as unknown as TSchema)
  checks.set(code, check)
  return check
}

function checked(name: TSchema | string, schema: () => TSchema): Check {
  const known = checks.get(name)
  if (known) return known
  const check = compile(withLimits(schema()))
  checks.set(name, check)
  return check
}
