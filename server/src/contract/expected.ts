/** What a field takes, in words and with an example: said where something else was sent. */
import { decimalPattern, type TSchema } from './schema.ts'

interface Described {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: readonly unknown[]
  properties?: Record<string, Described>
  required?: readonly string[]
  items?: Described
  examples?: readonly unknown[]
  anyOf?: readonly Described[]
  minimum?: number
}

const formats: Record<string, string> = {
  uuid: 'a UUID as a string, for example "01890000-0000-7000-8000-000000000000"',
  email: 'an e-mail address, for example "jana@example.com"',
  uri: 'an address, for example "https://example.com/hooks"',
  date: 'a date as YYYY-MM-DD, for example "2026-01-31"',
  'date-time': 'an ISO 8601 instant with Z or an offset, for example "2026-01-31T08:00:00Z"',
}

export const formatInWords = (format: string): string => formats[format] ?? format

/** `a decimal as a string, for example "12.50"`. */
export function shapeInWords(schema: TSchema): string {
  const described = schema as Described
  if (described.anyOf) return described.anyOf.map(choiceInWords).join(' or ')
  const types = [described.type ?? []].flat()
  const words = types.filter(type => type !== 'null').map(type => typeInWords(type, described))
  return `${words.join(' or ')}${types.includes('null') ? ', or null' : ''}`
}

/** One of several shapes: all that it takes, since nothing else will be said of it. */
function choiceInWords(described: Described): string {
  const { enum: values, minimum } = described
  if (values) return values.map(value => JSON.stringify(value)).join(' or ')
  return minimum === undefined ? shapeInWords(described as TSchema) : `a whole number of at least ${minimum}`
}

function typeInWords(type: string, described: Described): string {
  switch (type) {
    case 'string':
      return textInWords(described)
    case 'integer':
      return 'a whole number, for example 14'
    case 'boolean':
      return 'true or false'
    case 'array':
      return described.items?.type === undefined
        ? 'an array'
        : `an array, each ${shapeInWords(described.items as TSchema)}`
    case 'object':
      return objectInWords(described)
    default:
      return `a ${type}`
  }
}

function textInWords({ format, pattern, enum: values, examples }: Described): string {
  if (pattern === decimalPattern) return 'a decimal as a string, for example "12.50"'
  if (format !== undefined) return formatInWords(format)
  return `a string, for example ${JSON.stringify(examples?.[0] ?? values?.find(value => value !== null) ?? 'text')}`
}

/** By its example; else by what it cannot do without, or by the first of what it may have. */
function objectInWords({ examples, required = [], properties = {} }: Described): string {
  if (examples?.[0] !== undefined) return `an object, for example ${JSON.stringify(examples[0])}`
  const names = required.length > 0 ? required : Object.keys(properties)
  const shown = names.slice(0, namesShown).join(', ')
  return shown === '' ? 'an object' : `an object with ${shown}${names.length > namesShown ? ' …' : ''}`
}

const namesShown = 6
