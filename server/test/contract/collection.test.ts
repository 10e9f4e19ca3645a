/** The collection of requests: every operation once, every value filled in, and the service takes its calls. */
import { describe, expect, test } from 'vitest'
import { collectionOf } from '../../src/describe/collection.ts'
import { readExamples } from '../../src/describe/examples.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'

const baseUrl = 'https://books.example'
const addresses = atOneAddress(baseUrl)
const endpoints = described(serviceEndpoints(addresses))
const document = openApiDocument({ endpoints, addresses, examples: readExamples })

interface Item {
  name: string
  request: {
    method: string
    url: { raw: string; path: string[]; query?: Listed[]; variable?: Listed[] }
    header: Listed[]
    body?: { mode: string; raw: string }
    auth?: { type: string }
  }
  response: { code: number; body: string }[]
}
interface Listed {
  key: string
  value: string
  description?: string
  disabled?: boolean
}
interface Collection {
  info: { schema: string }
  auth: { type: string }
  variable: { key: string; value: string }[]
  item: { name: string; item: Item[] }[]
}

const collection = collectionOf({ document, baseUrl, prefix: '/api/v1' }) as Collection
const items = collection.item.flatMap(folder => folder.item)
const nameOf = ({ request: { method, url } }: Item) => `${method} /${url.path.join('/').replace(/:(\w+)/g, '{$1}')}`

test('is of the format Postman, Bruno and Insomnia read, with a place for the address and the key', () => {
  expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
  expect(collection.variable).toEqual([
    { key: 'base_url', value: baseUrl, type: 'string' },
    { key: 'key', value: '', type: 'string' },
  ])
  const used = [...JSON.stringify(collection).matchAll(/\{\{(\$?\w+)\}\}/g)].map(match => match[1])
  expect(new Set(used)).toEqual(new Set(['base_url', 'key', '$guid']))
})

test('holds every operation once, those without a key without it', () => {
  const declared = endpoints.map(({ method, path }) => `${method} /api/v1${path}`)
  expect(items.map(nameOf).sort()).toEqual(declared.sort())
  const open = items.filter(({ request }) => request.auth?.type === 'noauth').map(nameOf)
  expect(open).toEqual(['GET /api/v1/health', 'GET /api/v1/openapi.json'])
})

describe('shows what really was sent and answered', () => {
  const { ofOperation } = readExamples()
  const example = (item: Item) =>
    ofOperation(endpoints.find(({ method, path }) => `${method} /api/v1${path}` === nameOf(item))!.id)

  test('bodies and answers are those of the examples', () => {
    for (const item of items) {
      const { request, answer } = example(item) ?? {}
      const { body } = item.request
      if (request !== undefined) expect(JSON.parse(body!.raw), nameOf(item)).toEqual(request)
      else expect(body, nameOf(item)).toBeUndefined()
      expect(item.response.map(each => JSON.parse(each.body))).toEqual(answer === undefined ? [] : [answer])
    }
  })

  test('only what has to be sent is switched on, and everything says what it is', () => {
    for (const item of items) {
      const { query = [], variable = [], path } = item.request.url
      expect(path.filter(part => part.startsWith(':'))).toEqual(variable.map(({ key }) => `:${key}`))
      const listed = [...query, ...variable, ...item.request.header.filter(({ key }) => key !== 'Content-Type')]
      for (const { key, description } of listed) expect(description, `${nameOf(item)} ${key}`).toBeTruthy()
      for (const { key, value, disabled } of query) {
        if (!disabled) expect(item.request.url.raw).toContain(`${key}=${value}`)
      }
    }
  })
})
