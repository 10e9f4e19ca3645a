/** Writes shapes as OpenAPI schemas: a named one becomes a component and a reference, the others stand in place. */
import type { TSchema } from '../../contract/schema.ts'
import type { Components } from './components.ts'
import type { Part } from './document.ts'
import { isNullable, readable } from './json-schema.ts'
import type { NamedShape, ShapeNames } from './shape-names.ts'

export interface ShapeWriter {
  readonly names: ShapeNames
  /** What a caller sends: strict, because a field we do not know is refused. */
  sent(schema: TSchema): Part
  sentBody(body: TSchema): Part
  /** What we answer: open, because fields may be added and clients ignore those they do not know. */
  answered(schema: TSchema): Part
}

type Strictness = 'strict' | 'open'

export function shapeWriter(names: ShapeNames, components: Components): ShapeWriter {
  const componentOf = ({ name, shape }: NamedShape, strictness: Strictness) =>
    components.refer('schemas', name, () => inPlace(shape, strictness))

  const write = (schema: TSchema, strictness: Strictness): Part => {
    const named = names.of(schema)
    if (!named) return inPlace(schema, strictness)
    const reference = componentOf(named, strictness)
    const { description } = readable(schema)
    return {
      ...(isNullable(schema) ? { anyOf: [reference, { type: 'null' }] } : reference),
      ...(description !== undefined && description !== readable(named.shape).description && { description }),
    }
  }

  const inPlace = (schema: TSchema, strictness: Strictness): Part => {
    const each = (part: TSchema) => write(part, strictness)
    const keywords = Object.entries(readable(schema)).flatMap(([keyword, value]) => keywordOf(keyword, value, each))
    return Object.fromEntries(
      strictness === 'open' ? keywords.filter(([keyword, value]) => !isClosing(keyword, value)) : keywords,
    )
  }

  return {
    names,
    sent: schema => write(schema, 'strict'),
    sentBody: body => componentOf(names.ofBody(body)!, 'strict'),
    answered: schema => write(schema, 'open'),
  }
}

const isClosing = (keyword: string, value: unknown): boolean => keyword === 'additionalProperties' && value === false

type Each = (part: TSchema) => Part

const everyKey = '^.*$'

function keywordOf(keyword: string, value: unknown, each: Each): [string, unknown][] {
  const ofProperties = (parts: unknown) =>
    Object.fromEntries(Object.entries(parts as Record<string, TSchema>).map(([name, part]) => [name, each(part)]))
  switch (keyword) {
    case 'properties':
      return [[keyword, ofProperties(value)]]
    case 'items':
      return [[keyword, each(value as TSchema)]]
    case 'anyOf':
      return [[keyword, (value as TSchema[]).map(each)]]
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
