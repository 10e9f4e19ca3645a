/** A list of calls as documents show it: `POST /orders/{id}/actions/confirm {"note": …}   # why`. */
import type { TSchema } from '../../src/contract/schema.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'

interface Schema {
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
}

const call = /^(GET|POST|PATCH|PUT|DELETE) +(\S+)(?: +(\{.*\}))? *(?:#.*)?$/

/** What is untrue of the calls, by the declarations of the endpoints. */
export function callFaults(text: string, endpoints: readonly Endpoint[]): string[] {
  const lines = text.replaceAll(/\n +/g, ' ').split('\n')
  return lines.flatMap(line => {
    const [, method, address = '', body] = call.exec(line) ?? []
    if (method === undefined) return [`no call: ${line}`]
    const [path, query = ''] = address.split('?')
    const found = endpoints.find(each => each.method === method && each.path === path)
    if (!found) return [`no operation ${method} ${path}`]
    const asked = [...new URLSearchParams(query).keys()]
    const unknown = asked.filter(name => !(name in (found.query?.properties ?? {})))
    return [...unknown.map(name => `${path} has no ${name}`), ...(body ? bodyFaults(body, found.body) : [])]
  })
}

const bodyFaults = (body: string, schema: TSchema | undefined): string[] =>
  strangers(JSON.parse(body.replaceAll('…', '""')), schema)

/** Members no schema knows. */
function strangers(value: unknown, schema: TSchema | undefined): string[] {
  const { properties, items, anyOf } = (schema ?? {}) as Schema
  if (anyOf) return anyOf.map(each => strangers(value, each)).toSorted((one, other) => one.length - other.length)[0]!
  if (Array.isArray(value)) return value.flatMap(each => strangers(each, items))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    properties && name in properties ? strangers(inner, properties[name]) : [`no member ${name}`],
  )
}
