/** The operations a key may call, read from the OpenAPI document of the service itself. */

export type Json = Record<string, unknown>

export interface Operation {
  /** As the document names it: `orders.actions.confirm`. */
  id: string
  /** The first word of the id: `orders`. */
  resource: string
  method: string
  path: string
  summary: string
  description: string
  isWrite: boolean
  parameters: Parameter[]
  /** What `body` takes; undefined when there is none. */
  body: Json | undefined
  problemCodes: string[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  isRequired: boolean
  schema: Json
}

export interface Rights {
  scopes: string[]
  modules: string[]
}

interface Document {
  paths: Record<string, Record<string, Described>>
  components: Record<string, Record<string, Json>>
}

interface Described {
  operationId: string
  summary?: string
  description?: string
  parameters?: Json[]
  requestBody?: { content?: Record<string, { schema?: Json }> }
  responses?: Record<string, Json>
  'x-scopes'?: string[]
  'x-additional-scopes'?: string[]
  'x-add-on'?: string
  'x-problem-codes'?: string[]
}

/** In the order of the document, as far as the key reaches. Files and streams are left out: a model cannot read them. */
export function operationsOf(document: object, rights: Rights): Operation[] {
  const { paths, components } = document as Document
  const resolve = resolverOf(components)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, described]) => isAllowed(described, rights) && answersJson(described, resolve))
      .map(([method, described]) => operationOf(described, { path, method: method.toUpperCase(), resolve })),
  )
}

const isAllowed = (described: Described, { scopes, modules }: Rights): boolean => {
  const { 'x-scopes': any = [], 'x-additional-scopes': all = [], 'x-add-on': addOn } = described
  const holdsOne = any.length === 0 || any.some(scope => scopes.includes(scope))
  return holdsOne && all.every(scope => scopes.includes(scope)) && (addOn === undefined || modules.includes(addOn))
}

type Resolve = (schema: unknown) => Json

const answersJson = ({ responses = {} }: Described, resolve: Resolve): boolean =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .some(([status, answer]) => status === '204' || 'application/json' in ((resolve(answer).content as Json) ?? {}))

function operationOf(
  described: Described,
  { path, method, resolve }: { path: string; method: string; resolve: Resolve },
): Operation {
  const { operationId: id, summary = '', description = '', parameters = [], requestBody } = described
  const body = requestBody?.content?.['application/json']?.schema
  return {
    id,
    resource: id.split('.')[0]!,
    method,
    path,
    summary,
    description,
    isWrite: method !== 'GET',
    parameters: parameters.map(resolve).filter(isCallers).map(parameterOf),
    body: isNothing(body) ? undefined : body && resolve(body),
    problemCodes: described['x-problem-codes'] ?? [],
  }
}

/** What an action may be sent that takes nothing. */
const isNothing = (body: Json | undefined): boolean => body?.$ref === '#/components/schemas/Nothing'

/** `dry_run` is ours to set, headers too. */
const isCallers = ({ in: place, name }: Json): boolean => (place === 'path' || place === 'query') && name !== 'dry_run'

const parameterOf = ({ name, in: place, required, schema, description }: Json): Parameter => ({
  name: String(name),
  in: place as Parameter['in'],
  isRequired: required === true,
  schema: { ...(schema as Json), ...(description !== undefined && { description }) },
})

/** Puts what a reference names in its place: a tool stands alone. A shape within itself is left open. */
function resolverOf(components: Document['components']): Resolve {
  const resolve = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map(part => resolve(part, within))
    if (typeof value !== 'object' || value === null) return value
    const { $ref: reference, ...rest } = value as Json
    const own = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, resolve(part, within)]))
    if (typeof reference !== 'string') return own
    if (within.includes(reference)) return {}
    const [group, name] = reference.split('/').slice(-2) as [string, string]
    return { ...(resolve(components[group]?.[name] ?? {}, [...within, reference]) as Json), ...own }
  }
  return schema => resolve(schema, []) as Json
}

/** What a call of the operation takes: parameters by their names, the body as `body`. */
export function inputSchemaOf({ parameters, body }: Operation): Json & { type: 'object' } {
  const isBodyRequired = ((body?.required as string[] | undefined) ?? []).length > 0
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      ...(body && { body }),
    },
    required: [
      ...parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      ...(isBodyRequired ? ['body'] : []),
    ],
    additionalProperties: false,
  }
}
