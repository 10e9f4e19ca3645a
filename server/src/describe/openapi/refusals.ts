/** The refusals of an endpoint: one answer for each status, one schema for each code. */
import { errorsOf } from '../../contract/endpoint.ts'
import { type ProblemCode, problemSchema, problemSpec } from '../../contract/problems.ts'
import type { TProperties } from '../../contract/schema.ts'
import type { Examples } from '../examples.ts'
import { problemCodesInOrder } from '../reference.ts'
import type { Components } from './components.ts'
import type { DescribedEndpoint, Part, Reference } from './document.ts'
import { type HeaderName, headersOf } from './headers.ts'
import { explained, type ShapeWriter } from './shapes.ts'
import { pascalCase } from './words.ts'

/** By status, then by name. */
export const codesOf = (endpoint: DescribedEndpoint): ProblemCode[] => {
  const codes = new Set(errorsOf(endpoint))
  return problemCodesInOrder.filter(code => codes.has(code))
}

/** What refusals are written with. */
interface RefusalTools {
  readonly writer: ShapeWriter
  readonly components: Components
  readonly ofProblem: Examples['ofProblem']
}

export function refusalsOf(endpoint: DescribedEndpoint, tools: RefusalTools): Record<string, Part> {
  const codes = codesOf(endpoint)
  const statuses = [...new Set(codes.map(code => problemSpec(code).status))]
  return Object.fromEntries(
    statuses.map(status => {
      const ofStatus = codes.filter(code => problemSpec(code).status === status)
      const name = sharedName(endpoint, status, ofStatus)
      const part = refusal(ofStatus, tools)
      return [String(status), name === undefined ? part : tools.components.share('responses', name, part)]
    }),
  )
}

/** A status with one code, or with the codes every endpoint of its kind has, reads the same everywhere. */
function sharedName(endpoint: DescribedEndpoint, status: number, codes: readonly ProblemCode[]): string | undefined {
  const [first] = codes
  if (codes.length === 1 && first) return pascalCase(first)
  if (codes.some(code => endpoint.errors.includes(code)) || endpoint.access === 'public') return undefined
  if (status === 403) return endpoint.access.scopes.length > 0 ? 'AccessRefused' : 'KeyRefused'
  if (status === 422) return endpoint.method === 'GET' ? 'InvalidRead' : 'InvalidWrite'
  return undefined
}

/** Headers that come with a code. */
const headersOfCodes: { readonly [Code in ProblemCode]?: readonly HeaderName[] } = {
  unauthenticated: ['WWW-Authenticate'],
  external_ref_conflict: ['Location'],
  idempotency_in_progress: ['Retry-After'],
  settlement_failed: ['Idempotent-Replayed'],
  rate_limited: ['Retry-After'],
  api_unavailable: ['Retry-After'],
}

function refusal(codes: readonly ProblemCode[], tools: RefusalTools): Part {
  const headers = new Set(codes.flatMap(code => headersOfCodes[code] ?? []))
  const references = codes.map(code => schemaOfCode(code, tools))
  return {
    description: codes.map(code => `- \`${code}\`: ${problemSpec(code).title}.`).join('\n'),
    headers: headersOf(tools.components, [...headers]),
    content: { 'application/problem+json': { schema: oneOf(codes, references) } },
  }
}

function oneOf(codes: readonly ProblemCode[], references: readonly Reference[]): Part {
  const [only, ...others] = references
  if (only && others.length === 0) return { ...only }
  const mapping = Object.fromEntries(codes.map((code, index) => [code, references[index]!.$ref]))
  return { oneOf: references, discriminator: { propertyName: 'code', mapping } }
}

const schemaOfCode = (code: ProblemCode, { writer, components, ofProblem }: RefusalTools): Reference =>
  components.refer('schemas', `${pascalCase(code)}Problem`, () => {
    const shared = components.refer('schemas', 'Problem', () => problemPart(writer))
    const example = ofProblem(code)
    return {
      description: problemSpec(code).explanation,
      allOf: [shared, membersOfCode(code, writer)],
      ...(example !== undefined && { examples: [example] }),
    }
  })

const problemPart = (writer: ShapeWriter): Part => ({
  description: 'The members of every error (RFC 9457). Branch on `code`.',
  ...writer.answeredInPlace(problemSchema(), 'Problem'),
})

/** What the documents of one code have beyond those of all codes. */
function membersOfCode(code: ProblemCode, writer: ShapeWriter): Part {
  const { properties, required }: { properties: TProperties; required?: readonly string[] | undefined } =
    problemSchema(code)
  const shared = ['type', 'title', 'detail', 'instance']
  const own = Object.entries(properties).filter(([name]) => !shared.includes(name))
  return {
    type: 'object',
    required: own.map(([name]) => name).filter(name => required?.includes(name)),
    properties: explained(
      {
        ...Object.fromEntries(own.map(([name, shape]) => [name, writer.answered(shape, name)])),
        // A literal 422 would be of the type number, and so of another type than the status all codes share.
        status: { type: 'integer', const: problemSpec(code).status },
      },
      'Problem',
    ),
  }
}
