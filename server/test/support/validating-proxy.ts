/** Prism as a proxy before the service: it holds every call and every answer against `openapi.json` with its own eyes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import pino from 'pino'
import { apiPrefix } from '../../src/contract/locations.ts'
import { Client, type Reply, type RequestOptions } from './client.ts'

export interface Violation {
  call: string
  where: string
  message: string
}

export interface ValidatingProxy {
  violations: Violation[]
  calls: number
  clientOf(key: string): Client
  close(): Promise<void>
}

const load = createRequire(import.meta.url)

/** As it is, but for what takes longer than all it looks at. */
function loadPrism() {
  // To make up answers it has names and streets in sixty languages; a proxy makes up none.
  load('@faker-js/faker/locale/en')
  load.cache[load.resolve('@faker-js/faker')] = load.cache[load.resolve('@faker-js/faker/locale/en')]
  // To shorten the code of a check takes longer than to run it once or twice; and that schemas are some is a test of its own.
  const ajv = load('ajv/dist/core.js').default.prototype
  const { _addSchema } = ajv
  ajv._addSchema = function (...schema: unknown[]) {
    this.opts.code.optimize = 0
    this.opts.validateSchema = false
    return _addSchema.apply(this, schema)
  }
  const { getHttpOperationsFromSpec } = load('@stoplight/prism-http') as typeof import('@stoplight/prism-http')
  const { createServer } = load('@stoplight/prism-http-server') as typeof import('@stoplight/prism-http-server')
  // Those it works with are made, and nobody else's are meant.
  ajv._addSchema = _addSchema
  return { getHttpOperationsFromSpec, createServer }
}

// biome-ignore lint/suspicious/noExplicitAny: a document is read by its keys, whatever it holds
type Part = any

/** Half of the document is words and examples, which Prism reads for nothing: examples are held against their schemas elsewhere. */
const bare = (part: Part, isNamed = false): Part => {
  if (Array.isArray(part)) return part.map(each => bare(each))
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).filter(([key]) => isNamed || !['examples', 'description'].includes(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, bare(value, key === 'properties' && !isNamed)]))
}

interface Documented {
  /** Makes those ready for Prism that a call may mean, unless they are. */
  prepare(call: Call, operations: Operations): Promise<void>
}
interface Call {
  method: string
  path: string
  isDryRun: boolean
}
type Prism = ReturnType<typeof loadPrism>
type Operations = Awaited<ReturnType<Prism['getHttpOperationsFromSpec']>>

/** No answer of a story has one of these: Prism tells of it as of one that is not described. */
const unexpected = ['401', '403', '413', '429', '500', '502', '503']

const isOfDryRun = (schema: Part): boolean => JSON.stringify(schema).includes('"#/components/schemas/DryRun"')

/** The answer of a dry run holds that of the call and all its events once more: left away until one is made. */
const withoutDryRun = (response: Part): Part => {
  const json = response.content?.['application/json']
  if (!json?.schema.anyOf) return response
  const [one, ...others] = json.schema.anyOf.filter((each: Part) => !isOfDryRun(each))
  const schema = others.length === 0 ? one : { ...json.schema, anyOf: [one, ...others] }
  return { ...response, content: { ...response.content, 'application/json': { ...json, schema } } }
}

const forCalls = ({ responses, ...operation }: Part, isDryRun: boolean): Part => ({
  ...operation,
  responses: Object.fromEntries(
    Object.entries<Part>(responses)
      .filter(([status]) => !unexpected.includes(status))
      .map(([status, response]) => [status, isDryRun ? response : withoutDryRun(response)]),
  ),
})

/**
 * With every reference in its place, or each schema would carry all of them along; and with the whole path of each
 * operation, since a proxy is asked by it. One by one: to make all ready takes longer than a whole story, which asks for
 * a few.
 */
function readDocument({ getHttpOperationsFromSpec }: Prism): Documented {
  const document = bare(JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')))
  const known = new Map<string, Part>()
  const target = (ref: string): Part =>
    ref
      .slice(2)
      .split('/')
      .reduce((part, key) => part[key], document)
  const inPlace = (part: Part): Part => {
    if (Array.isArray(part)) return part.map(inPlace)
    if (typeof part !== 'object' || part === null) return part
    if (part.$ref && !known.has(part.$ref)) known.set(part.$ref, inPlace(target(part.$ref)))
    if (part.$ref) return known.get(part.$ref)
    const entries = Object.entries(part).filter(([key]) => key !== 'discriminator')
    return Object.fromEntries(entries.map(([key, value]) => [key, inPlace(value)]))
  }
  const { openapi, info, security } = document
  const { securitySchemes } = document.components
  const all = Object.entries<Part>(document.paths).flatMap(([path, item]) =>
    Object.entries<Part>(item).map(([method, operation]) => ({
      path: apiPrefix + path,
      pattern: new RegExp(`^${apiPrefix}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      method,
      operation,
      ready: { plain: false, dry: false },
    })),
  )
  return {
    async prepare({ method, path, isDryRun }, operations) {
      for (const each of all.filter(each => each.method === method.toLowerCase() && each.pattern.test(path))) {
        if (each.ready.dry || (each.ready.plain && !isDryRun)) continue
        each.ready[isDryRun ? 'dry' : 'plain'] = true
        const paths = { [each.path]: { [each.method]: inPlace(forCalls(each.operation, isDryRun)) } }
        const ready = await getHttpOperationsFromSpec({
          openapi,
          info,
          security,
          components: { securitySchemes },
          paths,
        })
        const known = operations.findIndex(known => known.path === each.path && known.method === each.method)
        operations.splice(known < 0 ? operations.length : known, 1, ...ready)
      }
    },
  }
}

/** What needs no body may be sent none or an empty one: in turn. */
const withOrWithoutBody = (path: string, options: RequestOptions, turn: number): RequestOptions =>
  /\/actions\//.test(path) && options.body === undefined && options.raw === undefined && turn % 2 === 0
    ? { ...options, body: {} }
    : options

export async function openValidatingProxy(address: string): Promise<ValidatingProxy> {
  const prism = loadPrism()
  const document = readDocument(prism)
  // Prism looks at the list with each call.
  const operations: Operations = []
  const server = prism.createServer(operations, {
    components: { logger: pino({ level: 'silent' }) as never },
    config: {
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      isProxy: true,
      upstream: new URL(address),
      upstreamProxy: undefined,
      mock: { dynamic: false },
    } as never,
    cors: false,
  })
  const proxy = { violations: [] as Violation[], calls: 0 }
  const listening = await server.listen(0, '127.0.0.1')
  class WatchedClient extends Client {
    override async send(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
      proxy.calls += 1
      const url = path.startsWith('/api/') ? path : `${apiPrefix}${path}`
      const isDryRun = /[?&]dry_run=true/.test(url)
      await document.prepare({ method, path: url.split('?', 1)[0]!, isDryRun }, operations)
      const reply = await super.send(method, path, withOrWithoutBody(path, options, proxy.calls))
      for (const each of JSON.parse(reply.headers['sl-violations'] ?? '[]')) {
        proxy.violations.push({
          call: `${method} ${path} -> ${reply.status}`,
          where: each.location.join('.'),
          message: each.message,
        })
      }
      return reply
    }
  }
  return Object.assign(proxy, {
    clientOf: (key: string) => new WatchedClient(listening, key),
    close: () => server.close(),
  })
}
