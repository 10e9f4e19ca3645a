/** What a statement is by its text. The texts are few, because values never enter them. */
import { createHash } from 'node:crypto'
import { type Statement, unprepared } from './sql.ts'

export interface Shape {
  readonly text: string
  /** What it is prepared under; undefined for one that is prepared and forgotten. */
  readonly name: string | undefined
  /** It may change something. */
  readonly changes: boolean
  /** It neither changes nor locks anything. */
  readonly looks: boolean
  /** What PostgreSQL takes its values for, once it has said so. */
  parameters?: readonly number[]
}

const shapes = new Map<string, Shape>()
const byName = new Map<string, Shape>()

const changing = /\b(insert|update|delete|merge)\b/
const looking = /^\s*(select|with)\b/
const sharing = /\bfor (key )?share\b/

/** Kept with a statement, of which several ask. */
const kept = Symbol('shape')

export function shapeOf(statement: Statement & { [kept]?: Shape }): Shape {
  const known = statement[kept]
  if (known) return known
  const shape = shapeOfText(statement.text)
  statement[kept] = shape
  return shape
}

export function shapeOfText(text: string): Shape {
  const known = shapes.get(text)
  if (known) return known
  const changes = changing.test(text)
  const shape: Shape = {
    text,
    name: text.includes(unprepared.sql) ? undefined : nameOf(text),
    changes,
    looks: !changes && looking.test(text) && !sharing.test(text),
  }
  shapes.set(text, shape)
  if (shape.name) byName.set(shape.name, shape)
  return shape
}

const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Of a statement that is prepared under this name. */
export function noteParameters(name: string, parameters: readonly number[]): void {
  const shape = byName.get(name)
  if (shape) shape.parameters = parameters
}
