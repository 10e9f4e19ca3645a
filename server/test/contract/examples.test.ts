/** The examples of the document: one for every operation and every error code, and each as its schema says. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { problemCodes } from '../../src/contract/problems.ts'
import { readExamples } from '../../src/describe/examples.ts'
import { pascalCase } from '../../src/describe/openapi/words.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'

const address = 'https://books.example/openapi.json'
const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } })
formats.default(ajv)
ajv.addSchema({ ...document, $id: address })

const endpoints = described(serviceEndpoints(atOneAddress('https://books.example')))
const examples = readExamples()

const placeOf = (...keys: string[]) =>
  `${address}#/${keys.map(key => key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')).join('/')}`

const faultsOf = (place: string, value: unknown): unknown => {
  const check = ajv.compile({ $ref: place })
  return check(value)
    ? []
    : check.errors!.map(({ instancePath, message, params }) => ({ instancePath, message, params }))
}

/** What a dry run would answer stands beside it. */
const withoutDryRun = (keys: string[]): string[] =>
  keys.reduce((part, key) => part[key], document).anyOf ? ['anyOf', '0'] : []

/** The document itself, and what is no JSON: papers, files and streams. */
const answersInJson = endpoints.filter(
  ({ id, returns }) => id !== 'openapi.get' && !returns.file && returns.status !== 204 && returns.status !== 302,
)

const isNothing = (requestBody: object): boolean => JSON.stringify(requestBody).includes('/schemas/Nothing"')

describe('every operation', () => {
  test.each(answersInJson.map(endpoint => [endpoint.id, endpoint] as const))('%s', (id, { method, path }) => {
    const example = examples.ofOperation(id)
    expect(example?.answer, 'run `npm run examples`').toBeDefined()
    const operation = ['paths', path, method.toLowerCase()]
    const json = ['content', 'application/json', 'schema']
    const answered = [...operation, 'responses', String(example!.status), ...json]
    expect(faultsOf(placeOf(...answered, ...withoutDryRun(answered)), example!.answer)).toEqual([])
    const { requestBody } = document.paths[path][method.toLowerCase()]
    if (requestBody && !isNothing(requestBody)) {
      expect(example!.request, 'run `npm run examples`').toBeDefined()
      expect(faultsOf(placeOf(...operation, 'requestBody', ...json), example!.request)).toEqual([])
      expect(requestBody.content['application/json'].examples).toBeDefined()
    }
  })
})

describe('every error code', () => {
  test.each([...problemCodes])('%s', code => {
    const example = examples.ofProblem(code)
    expect(example, 'run `npm run examples`').toMatchObject({ code })
    const name = `${pascalCase(code)}Problem`
    // No operation has an action that does not exist.
    if (code === 'unknown_action') expect(document.components.schemas[name]).toBeUndefined()
    else expect(faultsOf(placeOf('components', 'schemas', name), example)).toEqual([])
  })
})
