/** What a call sends beside its body: the parameters of its path, its query and its headers. */
import { errorsOf, pathParameters } from '../../contract/endpoint.ts'
import { type AnyShape, Uuid } from '../../contract/schema.ts'
import { meaningsOfFilters } from '../meanings/filters.ts'
import type { Components } from './components.ts'
import type { DescribedEndpoint, Part } from './document.ts'
import { readable, typesOf } from './json-schema.ts'
import type { ShapeWriter } from './shapes.ts'
import { pascalCase, singularWords } from './words.ts'

const header = (name: string, description: string, schema: Part = {}): Part => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: 1000, ...schema },
})

const idempotencyKey = header(
  'Idempotency-Key',
  'Makes the call safe to repeat: the same key with the same request replays the stored response for 24 hours.',
  { minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7E]+$' },
)

const ifMatch = header(
  'If-Match',
  'The ETag you last saw; 412 `stale_version` if the record has changed since. If absent, the last write wins.',
)

const ifNoneMatch = header('If-None-Match', 'The ETag you have; 304 without a body if it is still current.')

const sandbox = header(
  'X-Service-Sandbox',
  '`1` asserts that the call is meant for the sandbox. The key alone decides the mode; a live key is refused.',
  { enum: ['1'] },
)

/** Query parameters that mean the same on every endpoint that takes them. */
const sharedNames = ['limit', 'cursor', 'updated_since', 'created_since', 'dry_run', 'on_conflict']

export function parametersOf(endpoint: DescribedEndpoint, writer: ShapeWriter, components: Components): Part[] {
  const query = Object.keys(endpoint.query?.properties ?? {}).map(name => {
    const parameter = queryParameter(name, endpoint.query!, writer)
    return sharedNames.includes(name) ? components.share('parameters', pascalCase(name), parameter) : parameter
  })
  return [...ofPath(endpoint, writer), ...query, ...ofHeaders(endpoint, components)]
}

const ofPath = ({ path, params }: DescribedEndpoint, writer: ShapeWriter): Part[] =>
  pathParameters(path).map(name => {
    const shape = params?.properties[name] ?? Uuid
    const { description = pathMeaning(path, name), ...schema } = writer.sent(shape)
    return { name, in: 'path', required: true, description, schema }
  })

/** The collection before the parameter tells whose id it is. */
const pathMeaning = (path: string, name: string): string => {
  if (name !== 'id' && !name.endsWith('_id')) return `The ${name} of the ${ownerOf(path, '{id}')}.`
  return `Id of the ${ownerOf(path, `{${name}}`)}.`
}

const ownerOf = (path: string, parameter: string): string => {
  const collection = path
    .slice(0, path.indexOf(`/${parameter}`))
    .split('/')
    .at(-1)!
  return singularWords(collection).join(' ')
}

function queryParameter(name: string, query: AnyShape, writer: ShapeWriter): Part {
  const shape = query.properties[name]!
  const { description = meaningsOfFilters[name], ...schema } = writer.sent(shape)
  return {
    name,
    in: 'query',
    required: readable(query).required?.includes(name) ?? false,
    ...(description !== undefined && { description }),
    ...(typesOf(readable(shape)).includes('array') && { style: 'form', explode: true }),
    schema,
  }
}

function ofHeaders(endpoint: DescribedEndpoint, components: Components): Part[] {
  const isRead = endpoint.method === 'GET'
  const taken = [
    ...(isRead ? [] : [idempotencyKey]),
    ...(errorsOf(endpoint).includes('stale_version') ? [ifMatch] : []),
    ...(isRead && endpoint.returns.etag ? [ifNoneMatch] : []),
    ...(endpoint.access === 'public' ? [] : [sandbox]),
  ]
  return taken.map(parameter => components.share('parameters', pascalCase(String(parameter.name)), parameter))
}
