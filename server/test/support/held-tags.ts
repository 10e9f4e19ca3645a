/**
 * What a read shows never changes under one tag. Every client of a worker remembers what it was shown, by reads and by
 * answers of writes; who shows something else under the same tag must not tell a client that it has this already.
 */
import { apiPrefix } from '../../src/contract/locations.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'

interface Shown {
  tag: string
  /** The answer as it came. */
  text: string
}

const shown = new Map<string, Shown>()

const versionOf = (tag: string): number => Number(tag.slice('W/"'.length, -1))

/** Remembers it. The names of members that were others under the same tag; an answer of a write may have more of them. */
export function changedUnder(reader: string, { tag, text }: Shown): string[] {
  const known = shown.get(reader)
  if (known && versionOf(known.tag) > versionOf(tag)) return []
  shown.set(reader, { tag, text })
  if (known?.tag !== tag || known.text === text) return []
  const [before, now] = [JSON.parse(known.text), JSON.parse(text)]
  return Object.keys(now).filter(name => name in before && JSON.stringify(before[name]) !== JSON.stringify(now[name]))
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
