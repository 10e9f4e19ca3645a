/** Shapes as TypeScript, the way a person would write them. */
import { exactlyOneOf, type TSchema } from '../../contract/schema.ts'
import { isDecimal, isNullable, type JsonSchema, notNull, readable, typesOf } from '../openapi/json-schema.ts'

/** The name of a shape that is declared elsewhere; undefined when it is written in place. */
export type NameOf = (schema: TSchema) => string | undefined

const maxWidth = 120

export const indent = (text: string): string => text.replaceAll(/\n(?=.)/g, '\n  ')

/** A comment above a declaration; empty without words. */
export function comment(text: string | undefined): string {
  if (!text) return ''
  const lines = text.replaceAll('*/', '* /').split('\n').flatMap(wrap)
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map(line => ` * ${line}\n`).join('')} */\n`
}

function wrap(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!
    if (last !== '' && last.length + word.length > maxWidth - 12) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

/** A declaration with a line for each member. */
export const block = (head: string, lines: readonly string[]): string =>
  lines.length === 0 ? `${head} {}` : `${head} {\n${lines.map(line => `  ${indent(line)}\n`).join('')}}`

export function typeText(schema: TSchema, nameOf: NameOf): string {
  const bare = notNull(schema)
  const text = nameOf(schema) ?? plainText(readable(bare), nameOf)
  return isNullable(schema) ? `${text} | null` : text
}

function plainText(schema: JsonSchema, nameOf: NameOf): string {
  const { const: literal, enum: values, anyOf, items, properties } = schema
  if (literal !== undefined) return literalText(literal)
  if (values) return values.map(literalText).join(' | ')
  if (anyOf) return [...new Set(anyOf.map(each => typeText(each, nameOf)))].join(' | ')
  if (items) return listText(typeText(items, nameOf))
  if (properties) return objectText(schema, nameOf)
  return mapText(schema, nameOf) ?? scalarText(schema)
}

const literalText = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : String(value)

const listText = (item: string): string => (item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`)

function mapText(schema: JsonSchema, nameOf: NameOf): string | undefined {
  const { patternProperties, additionalProperties } = schema
  const [value] = Object.values(patternProperties ?? {})
  if (value) return `Record<string, ${typeText(value, nameOf)}>`
  if (typeof additionalProperties === 'object') return `Record<string, ${typeText(additionalProperties, nameOf)}>`
  return typesOf(schema).includes('object') ? 'Record<string, unknown>' : undefined
}

/** Aliases of `string` that say what is in it. */
const formats: Record<string, string> = { uuid: 'Uuid', date: 'Day', 'date-time': 'Instant' }

function scalarText(schema: JsonSchema): string {
  if (isDecimal(schema)) return 'Decimal'
  const names = typesOf(schema).map(type => {
    if (type === 'integer') return 'number'
    if (type === 'array') return 'unknown[]'
    return type === 'string' ? (formats[String(schema.format)] ?? 'string') : type
  })
  return names.length === 0 ? 'unknown' : [...new Set(names)].join(' | ')
}

function objectText(schema: JsonSchema, nameOf: NameOf): string {
  const oneOf = schema[exactlyOneOf] as readonly string[] | undefined
  const lines = memberLines(oneOf ? { ...schema, required: Object.keys(schema.properties!) } : schema, nameOf)
  const text = blockText(lines)
  return oneOf ? `ExactlyOne<${text}>` : text
}

/** On one line where it fits and nothing has to be explained. */
function blockText(lines: readonly string[]): string {
  const line = `{ ${lines.join('; ')} }`
  const fits = line.length < 80 && !line.includes('\n') && !line.includes('/**')
  return fits ? line : block('', lines).trimStart()
}

/** The members of an object, each with its comment; those `without` names are left out. */
export function memberLines(schema: JsonSchema, nameOf: NameOf, without: readonly string[] = []): string[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .map(([name, member]) => {
      const isNamed = nameOf(member) !== undefined
      const words = isNamed ? undefined : (readable(member).description ?? undefined)
      const key = `${/^[\w$]+$/.test(name) ? name : literalText(name)}${required.includes(name) ? '' : '?'}`
      return comment(words) + declarationLine(`${key}:`, typeText(member, nameOf))
    })
}

/** A union too long for one line has a line for each of its members. */
export function declarationLine(start: string, type: string): string {
  const line = `${start} ${type}`
  if (line.length <= maxWidth - 4 || /[\n{(<]/.test(type) || !type.includes(' | ')) return line
  return `${start}\n${type
    .split(' | ')
    .map(each => `  | ${each}`)
    .join('\n')}`
}

/** A method; one too long for a line has a line for each of its parameters. */
export function methodText(name: string, parameters: readonly string[], answer: string): string {
  const line = `${name}(${parameters.join(', ')}): ${answer}`
  return line.length <= maxWidth - 4 ? line : `${name}(\n${parameters.map(each => `  ${each},\n`).join('')}): ${answer}`
}
