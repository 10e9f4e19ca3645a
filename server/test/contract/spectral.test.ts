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

/**
 * Responses in place, by their description and the names of their headers; what is in those of the components is looked at
 * there, once. Schemas stay where they are: all of them are components.
 */
function readable(): Part {
  const copy = withoutExamples(document)
  for (const operation of Object.values<Part>(copy.paths).flatMap(item => Object.values<Part>(item))) {
    for (const [status, part] of Object.entries<Part>(operation.responses)) {
      if (!part.$ref) continue
      const { content, ...response } = target(part)
      operation.responses[status] = { ...response, ...(content && { content: {} }) }
    }
  }
  return copy
}

/** Taken as it is: Spectral would write it as text and read it as YAML, for the lines. */
const asRead = (data: Part) => ({
  parsed: { data, ast: {}, lineMap: [], diagnostics: [] },
  getLocationForJsonPath: () => undefined,
})

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
  const findings = (await linter.run(asRead(readable()) as never)).map(({ code, path, message }) => ({
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
