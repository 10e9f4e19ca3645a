/** Writes shapes as OpenAPI schemas: a named one becomes a component and a reference, the others stand in place. */
import type { TSchema } from '../../contract/schema.ts'
import { meaningOf } from '../meanings/index.ts'
import type { Components } from './components.ts'
import type { Part } from './document.ts'
import { allWithin, isNullable, type JsonSchema, readable, recordTag } from './json-schema.ts'
import { limitsOf, widthOf } from './limits.ts'
import type { NamedShape, ShapeNames } from './shape-names.ts'

export interface ShapeWriter {
  readonly names: ShapeNames
  /** A parameter a caller sends. */
  sent(schema: TSchema): Part
  /** A body a caller sends: strict, because a field we do not know is refused. */
  sentBody(body: TSchema): Part
  /** What we answer: open, because fields may be added and clients ignore those they do not know. */
  answered(schema: TSchema, member?: string): Part
  /** The same without the name it may have. */
  answeredInPlace(schema: TSchema, place?: string): Part
}

/** What the shapes alone do not tell. */
export interface Surroundings {
  readonly names: ShapeNames
  /** The names of the shapes that answers show. */
  readonly shown: ReadonlySet<string>
  /** The keys of the actions a kind of record has; undefined where it has none. */
  actionsOf(tag: string): readonly string[] | undefined
}

type Purpose = 'parameter' | 'body' | 'answer'

export function shapeWriter({ names, shown, actionsOf }: Surroundings, components: Components): ShapeWriter {
  const componentOf = ({ name, shape }: NamedShape, purpose: Purpose) => {
    const isBoth = purpose === 'body' && shown.has(name) && differsWhenSent(shape)
    return components.refer('schemas', isBoth ? `${name}Input` : name, () => inPlace(shape, purpose, name))
  }

  const write = (schema: TSchema, purpose: Purpose, member = ''): Part => {
    const named = names.of(schema)
    if (!named) return inPlace(schema, purpose, member)
    const reference = componentOf(named, purpose)
    const { description } = readable(schema)
    return {
      ...(isNullable(schema) ? { anyOf: [reference, { type: 'null' }] } : reference),
      ...(description !== undefined && description !== readable(named.shape).description && { description }),
    }
  }

  /** `place`: the name of the shape, or the member it stands in. */
  const inPlace = (schema: TSchema, purpose: Purpose, place = ''): Part => {
    const bounded = { ...readable(schema), ...limitsOf(schema, place) } as JsonSchema
    const limited = { ...bounded, ...widthOf(bounded) }
    const keywords = Object.entries(purpose === 'body' ? inWords(limited) : withActions(limited, schema, actionsOf))
    const each = (part: TSchema, name = place) => write(part, purpose, name)
    const written = keywords
      .flatMap(([keyword, value]) => keywordOf(keyword, value, each))
      .map(([keyword, value]): [string, unknown] =>
        keyword === 'properties' ? [keyword, explained(value as Parts, recordTag(schema) ?? place)] : [keyword, value],
      )
    return Object.fromEntries(
      purpose === 'answer' ? written.filter(([keyword, value]) => !isClosing(keyword, value)) : written,
    )
  }

  return {
    names,
    sent: schema => write(schema, 'parameter'),
    sentBody: body => componentOf(names.ofBody(body)!, 'body'),
    answered: (schema, member) => write(schema, 'answer', member),
    answeredInPlace: (schema, place) => inPlace(schema, 'answer', place),
  }
}

type Parts = Readonly<Record<string, Part>>

/** Each member with what it means, where it does not say so itself. */
export const explained = (members: Parts, holder: string): Parts =>
  Object.fromEntries(
    Object.entries(members).map(([name, part]) => {
      const { description = meaningOf(holder, name), ...rest } = part
      return [name, description === undefined ? rest : { ...rest, description }]
    }),
  )

const isClosing = (keyword: string, value: unknown): boolean => keyword === 'additionalProperties' && value === false

/** What is sent is closed, and tells its defaults in words. */
const differsWhenSent = (shape: TSchema): boolean =>
  allWithin(shape).some(part => readable(part).additionalProperties === false || readable(part).default !== undefined)

/** Generators take a member with a default for one that is always there; in a body it may be left out. */
function inWords({ default: value, ...schema }: JsonSchema): JsonSchema {
  if (value === undefined) return schema
  const words = [schema.description, `If absent: \`${JSON.stringify(value)}\`.`].filter(Boolean).join(' ')
  return { ...schema, description: words }
}

/** A record offers its own actions and no others. */
function withActions(limited: JsonSchema, schema: TSchema, actionsOf: Surroundings['actionsOf']): JsonSchema {
  const { properties } = limited
  const keys = properties?.allowed_actions && actionsOf(recordTag(schema) ?? '')
  if (!keys) return limited
  const allowed = {
    type: 'array',
    items: { type: 'string', enum: [...keys] },
    maxItems: keys.length,
  }
  return { ...limited, properties: { ...properties, allowed_actions: allowed as unknown as TSchema } }
}

type Each = (part: TSchema, name?: string) => Part

const everyKey = '^.*$'

function keywordOf(keyword: string, value: unknown, each: Each): [string, unknown][] {
  const ofProperties = (parts: unknown) =>
    Object.fromEntries(Object.entries(parts as Record<string, TSchema>).map(([name, part]) => [name, each(part, name)]))
  switch (keyword) {
    case 'properties':
      return [[keyword, ofProperties(value)]]
    case 'items':
      return [[keyword, each(value as TSchema)]]
    case 'anyOf':
      return [[keyword, (value as TSchema[]).map(part => each(part))]]
    case 'additionalProperties':
      return [[keyword, typeof value === 'boolean' ? value : each(value as TSchema)]]
    case 'patternProperties': {
      const patterns = value as Record<string, TSchema>
      // Generators of clients read a map from additionalProperties; few of them read patternProperties.
      const every = patterns[everyKey]
      return every ? [['additionalProperties', each(every)]] : [[keyword, ofProperties(patterns)]]
    }
    default:
      return [[keyword, value]]
  }
}
