/** Words: nobody has to guess what a field, a filter or a parameter means. */
import { describe, expect, test } from 'vitest'
import { recordsReference } from '../../src/describe/endpoints-reference.ts'
import { meaningsOfFilters } from '../../src/describe/meanings/filters.ts'
import { meaningOf, namesWithMeaning } from '../../src/describe/meanings/index.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'

const addresses = atOneAddress('https://books.example')
const endpoints = described(serviceEndpoints(addresses))
const document = openApiDocument({ endpoints, addresses })

type Part = Record<string, unknown>
interface Found {
  place: string
  part: Part
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

/** Every member of every object, wherever its schema stands. */
function membersIn(value: unknown, place = ''): Found[] {
  if (!isPart(value)) return []
  const isSchema =
    isPart(value.properties) && (value.type === undefined || JSON.stringify(value.type).includes('object'))
  const own = isSchema
    ? Object.entries(value.properties as Part).map(([name, part]) => ({
        place: `${place}.${name}`,
        part: part as Part,
      }))
    : []
  return [...own, ...Object.entries(value).flatMap(([key, part]) => membersIn(part, `${place}/${key}`))]
}

/** Examples are values, not schemas. */
const { examples: _examples, ...components } = document.components
const members = membersIn({ paths: document.paths, webhooks: document.webhooks, components })
const parameters: Found[] = [
  ...Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).flatMap(operation =>
      ((operation.parameters ?? []) as Part[]).map(part => ({ place: `${path} ${part.name}`, part })),
    ),
  ),
  ...Object.entries(document.components.parameters!).map(([place, part]) => ({ place, part })),
].filter(({ part }) => part.$ref === undefined)

const silent = (found: readonly Found[]) =>
  found.filter(({ part }) => typeof part.description !== 'string' || part.description === '').map(({ place }) => place)

describe('every', () => {
  test('member of every body and answer says what it means', () => {
    expect(members.length).toBeGreaterThan(3_000)
    expect(silent(members)).toEqual([])
  })

  test('parameter says what it means', () => {
    expect(parameters.length).toBeGreaterThan(400)
    expect(silent(parameters)).toEqual([])
  })

  test('row of the reference of records does', () => {
    const rows = recordsReference(endpoints)
      .split('\n')
      .filter(line => line.startsWith('| `'))
    expect(rows.length).toBeGreaterThan(1_000)
    expect(rows.filter(line => line.endsWith('|  |'))).toEqual([])
  })
})

describe('the dictionary', () => {
  const said = new Set([...members, ...parameters].map(({ part }) => String(part.description)))

  test('has no entry that nobody uses', () => {
    const meanings = namesWithMeaning.map(name => [name, meaningOf('', name)!] as const)
    const heard = (meaning: string) => [...said].some(text => text.startsWith(meaning))
    expect([...meanings, ...Object.entries(meaningsOfFilters)].filter(([, meaning]) => !heard(meaning))).toEqual([])
  })

  test('speaks in sentences', () => {
    const texts = [...namesWithMeaning.map(name => meaningOf('', name)!), ...Object.values(meaningsOfFilters)]
    expect(texts.filter(text => !/^[A-Z`].*\.$/.test(text))).toEqual([])
  })
})
