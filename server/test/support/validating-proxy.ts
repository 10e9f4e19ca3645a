/** Prism as a proxy before the service: it holds every call and every answer against `openapi.json` with its own eyes. */
import { readFileSync } from 'node:fs'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
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

// biome-ignore lint/suspicious/noExplicitAny: a document is read by its keys, whatever it holds
type Part = any

/** Half of the document is words and examples, which Prism reads for nothing: examples are held against their schemas elsewhere. */
const bare = (part: Part, isNamed = false): Part => {
  if (Array.isArray(part)) return part.map(each => bare(each))
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).filter(([key]) => isNamed || !['examples', 'description'].includes(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, bare(value, key === 'properties' && !isNamed)]))
}

/**
 * With every reference in its place, or each schema would carry all of them along; and with the whole path of each
 * operation, since a proxy is asked by it.
 */
function readDocument(): object {
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
  const paths = Object.entries(inPlace(document.paths)).map(([path, item]) => [apiPrefix + path, item])
  return { openapi, info, security, components: { securitySchemes }, paths: Object.fromEntries(paths) }
}

/** What needs no body may be sent none or an empty one: in turn. */
const withOrWithoutBody = (path: string, options: RequestOptions, turn: number): RequestOptions =>
  /\/actions\//.test(path) && options.body === undefined && options.raw === undefined && turn % 2 === 0
    ? { ...options, body: {} }
    : options

export async function openValidatingProxy(address: string): Promise<ValidatingProxy> {
  const server = createServer(await getHttpOperationsFromSpec(readDocument()), {
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
