/** What a migration is made of: its steps, and the tables each of them locks, in the order all migrations take them. */
import { createHash } from 'node:crypto'

export interface Step {
  text: string
  /** Outside a transaction, one statement, safe to repeat: indexes that are made beside running writes. */
  isConcurrent: boolean
}

/** Steps begin with a line `-- step` or `-- step concurrently`; a text without one is a single step. */
export function stepsOf(text: string): Step[] {
  const [head = '', ...rest] = text.split(/^-- step(?=$| concurrently$)/m)
  const steps = rest.map(part => ({
    text: part.replace(/^ concurrently$/m, ''),
    isConcurrent: part.startsWith(' concurrently\n'),
  }))
  return withoutQuotes(head).trim() === '' ? steps : [{ text: head, isConcurrent: false }, ...steps]
}

/** The same on every system, however its git writes ends of lines. */
export const checksumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

const modes = ['row exclusive', 'share', 'share row exclusive', 'access exclusive'] as const
type Mode = (typeof modes)[number]

export interface Lock {
  /** A table, or an index whose table it is. */
  name: string
  mode: Mode
}

/** What the statements of a step take by themselves, one after the other, in the order of the text. */
const takers: readonly [RegExp, Mode][] = [
  [/\balter table (?:if exists )?(?:only )?(\w+)/g, 'access exclusive'],
  [/\bdrop (?:trigger|policy) (?:if exists )?\w+ on (\w+)/g, 'access exclusive'],
  [/\bdrop (?:table|index) (?:if exists )?(\w+)/g, 'access exclusive'],
  [/\bcreate (?:or replace )?(?:constraint )?trigger \w+ [^;]*?\bon (\w+)/g, 'share row exclusive'],
  [/\breferences (\w+)/g, 'share row exclusive'],
  [/\bcreate (?:unique )?index (?:if not exists )?\w+ on (\w+)/g, 'share'],
  [/\bupdate (\w+)(?: \w+)? set\b/g, 'row exclusive'],
  [/\binsert into (\w+)/g, 'row exclusive'],
  [/\bdelete from (\w+)/g, 'row exclusive'],
]

export function locksOf({ text }: Step): Lock[] {
  const statements = withoutQuotes(text).toLowerCase().replace(/\s+/g, ' ')
  const made = new Set([...statements.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(match => match[1]!))
  return takers.flatMap(([pattern, mode]) =>
    [...statements.matchAll(pattern)].map(match => ({ name: match[1]!, mode })).filter(({ name }) => !made.has(name)),
  )
}

/** Writes look at stored answers first and take their book next; a migration that does the same never crosses them. */
const first = ['stored_answers', 'books']

/** Each table once, by its strongest lock, in the one order. */
export function inLockOrder(locks: readonly Lock[]): Lock[] {
  const strongest = new Map<string, Mode>()
  for (const { name, mode } of locks) {
    const known = strongest.get(name)
    if (known === undefined || modes.indexOf(mode) > modes.indexOf(known)) strongest.set(name, mode)
  }
  return [...strongest].map(([name, mode]) => ({ name, mode })).sort((one, other) => byOrder(one.name, other.name))
}

const rankOf = (table: string): number => (first.includes(table) ? first.indexOf(table) : first.length)

const byOrder = (one: string, other: string): number => rankOf(one) - rankOf(other) || (one < other ? -1 : 1)

/** Without comments, bodies of functions and texts, which only look like statements. */
const withoutQuotes = (text: string): string =>
  text
    .replace(/\$(\w*)\$.*?\$\1\$/gs, ' ')
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
