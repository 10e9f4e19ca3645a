/** Makes the methods of the client from the table of operations. */
import { etagOf, rememberHead } from './answer.ts'
import type { CreateOptions, ReadOptions } from './call-options.ts'
import { encodeUpload, type FileAnswer, type FileUpload, isFileUpload } from './files.ts'
import { operations } from './generated/operations.ts'
import type { Resources } from './generated/resources.ts'
import { listOf, type Page } from './list.ts'
import type { Call, Read, Send } from './transport.ts'

interface Tree<Leaf> {
  [name: string]: Leaf | Tree<Leaf>
}

type Method = (...given: unknown[]) => unknown

export const resourcesOf = (send: Send): Resources => methodsOf(operations, send) as unknown as Resources

const methodsOf = (tree: Tree<string>, send: Send): Tree<Method> =>
  Object.fromEntries(
    Object.entries(tree).map(([name, member]) => [
      name,
      typeof member === 'string' ? methodOf(member, send) : methodsOf(member, send),
    ]),
  )

function methodOf(operation: string, send: Send): Method {
  const [method, template, kind] = operation.split(' ') as [string, string, string | undefined]
  const address = template.replace('?', '')
  const asks = template.endsWith('?')
  return (...given) => {
    const { path, rest } = fillPath(address, given)
    if (method !== 'GET') {
      const [body, options] = method === 'DELETE' ? [undefined, rest[0]] : rest
      return write({ method, path, body }, options as WriteArguments | undefined, send)
    }
    const [query, options = {}] = (asks ? rest : [undefined, rest[0]]) as [Query | undefined, ReadOptions<object>?]
    return readers[kind ?? 'record']!({ path, query, options }, send)
  }
}

function fillPath(template: string, given: readonly unknown[]): { path: string; rest: readonly unknown[] } {
  let used = 0
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[used]
    used += 1
    // Empty or dots would lead to another path.
    if (!['string', 'number'].includes(typeof value) || /^\.{0,2}$/.test(String(value))) {
      throw new TypeError(`${template}: ${name} is ${JSON.stringify(value)}`)
    }
    return encodeURIComponent(String(value))
  })
  return { path, rest: given.slice(used) }
}

type Query = Readonly<Record<string, unknown>>

function withQuery(path: string, query: Query = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)]))
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

const readJson: Read<unknown> = async response => {
  const record: unknown = response.status === 204 ? undefined : await response.json()
  if (typeof record === 'object' && record !== null) rememberHead(record, response)
  return record
}

interface ReadCall {
  readonly path: string
  readonly query: Query | undefined
  readonly options: ReadOptions<object>
}

const callOf = ({ path, query, options: { ifNoneMatch, ...options } }: ReadCall): Call => ({
  method: 'GET',
  path: withQuery(path, query),
  headers: ifNoneMatch ? { 'if-none-match': etagOf(ifNoneMatch) } : {},
  ...options,
})

const openStream = (call: ReadCall, send: Send): Promise<ReadableStream<Uint8Array>> =>
  send({ ...callOf(call), isStream: true }, async response => response.body!)

const readers: Record<string, (call: ReadCall, send: Send) => unknown> = {
  record: (call, send) =>
    send(callOf(call), async response => (response.status === 304 ? call.options.ifNoneMatch : readJson(response))),
  list: (call, send) =>
    listOf(cursor => {
      const query = cursor === undefined ? call.query : { ...call.query, cursor }
      return send(callOf({ ...call, query }), readJson) as Promise<Page<unknown>>
    }),
  file: (call, send): FileAnswer => ({
    bytes: () => send(callOf(call), async response => new Uint8Array(await response.arrayBuffer())),
    stream: () => openStream(call, send),
  }),
  stream: openStream,
}

type WriteArguments = CreateOptions & { ifMatch?: string | object; dryRun?: boolean }

interface Written {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

async function write({ method, path, body }: Written, options: WriteArguments = {}, send: Send): Promise<unknown> {
  const { idempotencyKey, ifMatch, dryRun, onConflict, ...rest } = options
  const query = { dry_run: dryRun || undefined, on_conflict: onConflict }
  const { content, type } = encodeBody(body)
  const headers = {
    ...(type && { 'content-type': type }),
    ...(ifMatch !== undefined && { 'if-match': etagOf(ifMatch) }),
    'idempotency-key': idempotencyKey ?? randomKey(),
  }
  return send({ method, path: withQuery(path, query), headers, body: content, ...rest }, readJson)
}

interface Encoded {
  readonly content?: string | Uint8Array<ArrayBuffer>
  readonly type?: string
}

function encodeBody(body: unknown): Encoded {
  if (body === undefined) return {}
  if (isFileUpload(body)) return encodeUpload(body as FileUpload)
  return { content: JSON.stringify(body), type: 'application/json' }
}

/** Not `randomUUID`: browsers have it only on https. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
