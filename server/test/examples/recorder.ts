/** Notes what the service answers while a story is told: one success of each operation, one refusal of each code. */
import { errorsOf } from '../../src/contract/endpoint.ts'
import { apiPrefix } from '../../src/contract/locations.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import type { Client, Reply, RequestOptions } from '../support/client.ts'

export interface Recorded {
  /** Absent when the call has no body. */
  request?: unknown
  status: number
  /** Absent when the answer is no JSON. */
  answer?: unknown
}

export interface Recorder {
  operations: Map<string, Recorded>
  problems: Map<string, unknown>
  /** What went otherwise than the story says. */
  surprises: string[]
  /** A client whose answers are noted. */
  of(client: Client): Api
}

// biome-ignore lint/suspicious/noExplicitAny: a story reads whatever the service answered; its shape is checked before
type Answer = any

export interface Api {
  client: Client
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer>
  patch(path: string, body: unknown): Promise<Answer>
  send(method: string, path: string, options?: RequestOptions): Promise<Reply>
  /** Asks for a refusal; another answer is a surprise. */
  refuse(code: string, method: string, path: string, options?: RequestOptions): Promise<void>
}

export function recorder(endpoints: readonly Endpoint[]): Recorder {
  const operations = new Map<string, Recorded>()
  const problems = new Map<string, unknown>()
  const surprises: string[] = []
  const routes = endpoints.map(endpoint => ({
    endpoint,
    pattern: new RegExp(`^${apiPrefix}${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  const endpointOf = (method: string, path: string) =>
    routes.find(route => route.endpoint.method === method && route.pattern.test(path))?.endpoint

  function note(method: string, path: string, { options, reply }: { options: RequestOptions; reply: Reply }): void {
    const [plain = ''] = path.split('?', 1)
    const endpoint = endpointOf(method, plain.startsWith(apiPrefix) ? plain : apiPrefix + plain)
    if (reply.status >= 400) {
      if (!problems.has(reply.body.code)) problems.set(reply.body.code, reply.body)
      return
    }
    if (!endpoint || operations.has(endpoint.id) || path.includes('dry_run=true')) return
    const isJson = !endpoint.returns.file && reply.body !== undefined
    operations.set(endpoint.id, {
      ...(options.body !== undefined && { request: options.body }),
      status: reply.status,
      ...(isJson && { answer: reply.body }),
    })
  }

  const of = (client: Client): Api => {
    const send = async (method: string, path: string, options: RequestOptions = {}) => {
      const reply = await client.send(method, path, options)
      note(method, path, { options, reply })
      return reply
    }
    const succeed = async (method: string, path: string, options: RequestOptions = {}): Promise<Answer> => {
      const reply = await send(method, path, options)
      if (reply.status >= 400) surprises.push(`${method} ${path}: ${reply.text.slice(0, 600)}`)
      return reply.body ?? {}
    }
    return {
      client,
      get: path => succeed('GET', path),
      post: (path, body, options = {}) => succeed('POST', path, { ...(body !== undefined && { body }), ...options }),
      patch: (path, body) => succeed('PATCH', path, { body }),
      send,
      async refuse(code, method, path, options) {
        const { status, body, text } = await send(method, path, options)
        if (body?.code !== code)
          surprises.push(`${code} expected of ${method} ${path}: ${status} ${text.slice(0, 600)}`)
      },
    }
  }
  return { operations, problems, surprises, of }
}

/** The codes some endpoint may answer. */
export const codesOf = (endpoints: readonly Endpoint[]): string[] => [...new Set(endpoints.flatMap(errorsOf))].sort()
