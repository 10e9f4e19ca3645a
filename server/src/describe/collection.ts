/** Every call with its real example, as a collection (Postman v2.1) that Postman, Bruno and Insomnia import. */
import type { OpenApiDocument, Operation, Part } from './openapi/document.ts'
import { wordsOf } from './openapi/words.ts'

const format = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const intro = `Every operation of the API, with real examples.

Set the variables of the collection: \`base_url\`, where the service is, and \`key\`, an API key. Start with a test key: it works on
the sandbox. Optional query parameters and headers are listed and switched off.`

export interface CollectionInput {
  document: OpenApiDocument
  /** Where the service is, without the prefix of the API. */
  baseUrl: string
  prefix: string
}

export function collectionOf({ document, baseUrl, prefix }: CollectionInput): object {
  const requests = requestsOf(document, prefix)
  const tags = [...new Set(requests.map(({ tag }) => tag))]
  return {
    info: { name: 'Cellarbook API', description: intro, schema: format },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: baseUrl, type: 'string' },
      { key: 'key', value: '', type: 'string' },
    ],
    item: tags.map(tag => ({
      name: inWords(tag),
      item: requests.filter(request => request.tag === tag).map(({ item }) => item),
    })),
  }
}

const inWords = (tag: string): string => {
  const words = wordsOf(tag).join(' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function requestsOf(document: OpenApiDocument, prefix: string) {
  const resolved = resolverOf(document)
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      tag: operation.tags[0]!,
      item: requestOf({ path: prefix + path, method: method.toUpperCase(), operation }, resolved),
    })),
  )
}

type Resolved = (part: Part) => Part

/** References of the document lead to its own components. */
const resolverOf =
  (document: OpenApiDocument): Resolved =>
  part => {
    if (typeof part.$ref !== 'string') return part
    const [section = '', name = ''] = part.$ref.split('/').slice(-2)
    return document.components[section]![name]!
  }

interface Call {
  path: string
  method: string
  operation: Operation
}

function requestOf(call: Call, resolved: Resolved): object {
  const { operation } = call
  const parameters = ((operation.parameters ?? []) as Part[]).map(resolved)
  const body = bodyOf(operation, resolved)
  const request = {
    method: call.method,
    header: [
      ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ...parameters.filter(isIn('header')).map(headerOf),
    ],
    ...(body && { body }),
    url: addressOf(call, parameters),
    ...(operation.security !== undefined && { auth: { type: 'noauth' } }),
  }
  return {
    name: operation.summary,
    request: { ...request, description: operation.description ?? '' },
    response: answersOf(operation, { method: call.method, url: request.url.raw, resolved }),
  }
}

const isIn = (place: string) => (parameter: Part) => parameter.in === place

/** What nobody has to send is there to be switched on. */
const switchedOff = ({ required }: Part) => (required === true ? {} : { disabled: true })

const headerOf = (parameter: Part) => ({
  key: parameter.name,
  value: parameter.name === 'Idempotency-Key' ? '{{$guid}}' : firstValue(parameter),
  description: parameter.description,
  ...switchedOff(parameter),
})

const firstValue = ({ schema }: Part): string => String((schema as { enum?: unknown[] } | undefined)?.enum?.[0] ?? '')

/** `/orders/{id}` is `/orders/:id`, with the value asked for beside it. */
function addressOf({ path }: Call, parameters: readonly Part[]) {
  const query = parameters.filter(isIn('query')).map(parameter => ({
    key: parameter.name,
    value: firstValue(parameter),
    description: parameter.description,
    ...switchedOff(parameter),
  }))
  const variable = parameters
    .filter(isIn('path'))
    .map(({ name, description }) => ({ key: name, value: '', description }))
  const colons = path.replace(/\{(\w+)\}/g, ':$1')
  const asked = query.filter(each => !('disabled' in each)).map(({ key, value }) => `${key}=${value}`)
  return {
    raw: `{{base_url}}${colons}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
    host: ['{{base_url}}'],
    path: colons.split('/').slice(1),
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  }
}

/** The value of the example beside a schema; undefined where there is none. */
function exampleIn(part: Part | undefined, resolved: Resolved): unknown {
  const content = part?.content as Record<string, { examples?: Record<string, Part> }> | undefined
  const example = content?.['application/json']?.examples?.demo
  return example && resolved(example).value
}

function bodyOf({ requestBody }: Operation, resolved: Resolved) {
  const value = requestBody && exampleIn(requestBody as Part, resolved)
  if (value === undefined) return undefined
  return { mode: 'raw', raw: JSON.stringify(value, null, 2), options: { raw: { language: 'json' } } }
}

const reasons: Readonly<Record<string, string>> = { 200: 'OK', 201: 'Created' }

function answersOf(
  { responses }: Operation,
  { method, url, resolved }: { method: string; url: string; resolved: Resolved },
): readonly object[] {
  return Object.entries(responses).flatMap(([status, part]) => {
    const value = exampleIn(resolved(part), resolved)
    if (value === undefined) return []
    return {
      name: `${status} ${reasons[status] ?? ''}`.trim(),
      originalRequest: { method, header: [], url },
      status: reasons[status] ?? '',
      code: Number(status),
      _postman_previewlanguage: 'json',
      header: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
      body: JSON.stringify(value, null, 2),
    }
  })
}
