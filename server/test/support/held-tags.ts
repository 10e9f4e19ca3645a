/**
 * What a read shows never changes under one tag. Every client of a worker remembers what it was shown, by reads and by
 * answers of writes; who shows something else under the same tag must not tell a client that it has this already.
 */
import { createHash } from 'node:crypto'
import { apiPrefix } from '../../src/contract/locations.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'

interface Shown {
  tag: string
  /** By member, so that an answer of a write may have more of them than a read. */
  members: ReadonlyMap<string, string>
}

const shown = new Map<string, Shown>()

const versionOf = (tag: string): number => Number(tag.slice('W/"'.length, -1))

const hash = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('base64')

const membersOf = (body: object): ReadonlyMap<string, string> =>
  new Map(Object.entries(body).map(([name, value]) => [name, hash(value)]))

/** Remembers it. The names of members that were others under the same tag. */
export function changedUnder(reader: string, tag: string, body: object): string[] {
  const known = shown.get(reader)
  if (known && versionOf(known.tag) > versionOf(tag)) return []
  const members = membersOf(body)
  shown.set(reader, { tag, members })
  if (known?.tag !== tag) return []
  return [...members].flatMap(([name, value]) => {
    const before = known.members.get(name)
    return before === undefined || before === value ? [] : [name]
  })
}

/** Where the record stands that an answer shows: `undefined` where no read shows it so. */
export function placeOf(asked: Asked, location: string | undefined, reads: readonly Pattern[]): string | undefined {
  const { method, url, endpoint } = asked
  if (!endpoint?.returns.etag || (method !== 'GET' && url.includes('?'))) return undefined
  if (method === 'GET') return url
  const own = location ? new URL(location, 'http://localhost').pathname : url.replace(/\/actions\/\w+$/, '')
  const read = reads.find(each => each.endpoint.method === 'GET' && each.pattern.test(own))?.endpoint
  return own.startsWith(apiPrefix) && read?.returns.schema === endpoint.returns.schema ? own : undefined
}

export interface Asked {
  method: string
  url: string
  endpoint: Endpoint | undefined
}

export interface Pattern {
  endpoint: Endpoint
  pattern: RegExp
}
