/** Writes one endpoint as an operation. */
import type { Access } from '../../contract/endpoint.ts'
import type { AnyShape } from '../../contract/schema.ts'
import type { Examples } from '../examples.ts'
import { answersOf } from './answers.ts'
import type { Components } from './components.ts'
import type { DescribedEndpoint, Operation, Part } from './document.ts'
import { parametersOf } from './parameters.ts'
import { codesOf, refusalsOf } from './refusals.ts'
import { explained, type ShapeWriter } from './shapes.ts'
import { shownAs } from './shown.ts'
import { operationName, resourceOf } from './words.ts'

/** What operations are written with. */
export interface OperationTools {
  readonly writer: ShapeWriter
  readonly components: Components
  readonly examples: Examples
}

export function operationOf(
  endpoint: DescribedEndpoint,
  { writer, components, examples: { ofOperation, ofProblem } }: OperationTools,
): Operation {
  const { id, summary, access, body, upload } = endpoint
  const example = ofOperation(id)
  const description = descriptionOf(endpoint)
  const parameters = parametersOf(endpoint, writer, components)
  return {
    operationId: id,
    tags: [resourceOf(id)],
    summary,
    ...(description !== '' && { description }),
    ...accessOf(access),
    'x-problem-codes': codesOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && !takesMembers(body) && { requestBody: nothing(components) }),
    ...(body &&
      takesMembers(body) && {
        requestBody: {
          required: isBodyRequired(endpoint),
          content: {
            'application/json': {
              schema: writer.sentBody(body),
              ...shownAs(`${operationName(id)}Request`, example?.request, components),
            },
            ...(upload && { 'multipart/form-data': { schema: fileForm(upload.part) } }),
          },
        },
      }),
    responses: {
      ...answersOf(endpoint, { writer, components, example }),
      ...refusalsOf(endpoint, { writer, components, ofProblem }),
    },
  }
}

const takesMembers = (body: AnyShape): boolean => Object.keys(body.properties).length > 0

/** An action that takes nothing is best sent nothing; clients that always send a body send an empty one. */
const nothing = (components: Components): Part => ({
  required: false,
  description: 'Nothing, or an empty object.',
  content: {
    'application/json': {
      schema: components.refer('schemas', 'Nothing', () => ({
        type: 'object',
        description: 'An empty object.',
        additionalProperties: false,
      })),
    },
  },
})

/** An action without a body is one with an empty body. */
const isBodyRequired = ({ path, body, needsBody }: DescribedEndpoint): boolean =>
  needsBody || !path.includes('/actions/') || (body?.required?.length ?? 0) > 0

const fileForm = (part: string): Part => ({
  type: 'object',
  required: [part],
  properties: explained({ [part]: { type: 'string', contentMediaType: 'application/octet-stream' } }, 'form'),
})

function accessOf(access: Access | 'public'): Part {
  if (access === 'public') return { security: [], 'x-scopes': [], 'x-additional-scopes': [] }
  return {
    'x-scopes': access.scopes,
    'x-additional-scopes': access.additionalScopes ?? [],
    ...(access.addOn && { 'x-add-on': access.addOn }),
  }
}

/** The scopes in words too: most viewers do not show the extensions. */
const descriptionOf = ({ description, access }: DescribedEndpoint): string =>
  [description, access === 'public' ? undefined : accessInWords(access)].filter(Boolean).join('\n\n')

const listCodes = (names: readonly string[], joint: string): string => names.map(name => `\`${name}\``).join(joint)

export function accessInWords({ scopes, additionalScopes = [], addOn, isFirstSubscribed }: Access): string {
  const joint = isFirstSubscribed ? ' or, on an account without that module, ' : ' or '
  const needs = [
    scopes.length === 0 ? 'any valid key' : `a key with the scope ${listCodes(scopes, joint)}`,
    ...(additionalScopes.length > 0 ? [`in addition ${listCodes(additionalScopes, ' and ')}`] : []),
    ...(addOn ? [`the add-on \`${addOn}\``] : []),
  ]
  return `Needs ${needs.join(', and ')}.`
}
