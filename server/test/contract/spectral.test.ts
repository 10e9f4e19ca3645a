/** The document by the rules of Spectral: those for OpenAPI and those of OWASP for interfaces. */
import { readFileSync } from 'node:fs'
import spectral from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { exceptions, switchedOff } from './spectral-exceptions.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is read by its keys, whatever it holds
type Part = any

const document: Part = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))

const target = ({ $ref }: Part): Part =>
  String($ref)
    .slice(2)
    .split('/')
    .reduce((part, key) => part[key], document)

const resolved = (part: Part): Part => (part.$ref ? target(part) : part)

/** Examples are half of the document, and held against their schemas elsewhere. */
const withoutExamples = (part: Part): Part => {
  if (Array.isArray(part)) return part.map(withoutExamples)
  if (typeof part !== 'object' || part === null) return part
  // A record may have a member of that name.
  const isMember = typeof part.properties === 'object' && !Array.isArray(part.properties)
  const entries = Object.entries(part).filter(([key]) => key !== 'examples')
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isMember && key === 'properties' ? mapped(value) : withoutExamples(value)]),
  )
}
const mapped = (members: Part): Part =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, withoutExamples(member)]))

/** Responses and their headers in place. Schemas stay where they are: all of them are components. */
function readable(): Part {
  const copy = withoutExamples(document)
  for (const operation of Object.values<Part>(copy.paths).flatMap(item => Object.values<Part>(item))) {
    for (const [status, part] of Object.entries<Part>(operation.responses)) {
      const response = withoutExamples(resolved(part))
      const headers = Object.entries(response.headers ?? {}).map(([name, header]) => [name, resolved(header)])
      operation.responses[status] = { ...response, headers: Object.fromEntries(headers) }
    }
  }
  return copy
}

/** To follow every reference from everywhere takes minutes, and finds nothing more. */
const inPlace = {
  uriCache: {},
  resolve: async (source: unknown) => ({ result: source, refMap: {}, errors: [], graph: {}, runner: {} }),
}

test('has no faults and no warnings beyond the exceptions, and each of them is needed', async () => {
  const linter = new spectral.Spectral({ resolver: inPlace as never })
  linter.setRuleset({
    extends: [
      [rulesets.oas, 'recommended'],
      [owasp as never, 'recommended'],
    ],
    rules: Object.fromEntries(switchedOff.map(({ rule }) => [rule, 'off'])),
  } as never)
  const findings = (await linter.run(readable())).map(({ code, path, message }) => ({
    rule: String(code),
    place: path.join('/'),
    message,
  }))
  const isMeant = ({ rule, place }: (typeof findings)[number]) =>
    exceptions.some(each => each.rule === rule && (each.at === undefined || each.at.test(place)))
  const others = findings.filter(finding => !isMeant(finding))
  expect(others.slice(0, 20)).toEqual([])
  const idle = exceptions.filter(
    ({ rule, at }) => !findings.some(each => each.rule === rule && (at?.test(each.place) ?? true)),
  )
  expect(idle).toEqual([])
})
