/** A known path with another method is as absent as any unknown one; its refusal tells the methods it does answer. */
import { apiPrefix } from '../contract/locations.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { groupBy } from '../lib/group-by.ts'

/** For an Allow header; undefined for an unknown path. Routes that only refuse would take half of the time to mount. */
export function allowedMethods(endpoints: readonly Endpoint[]): (url: string) => string | undefined {
  let known: { segments: string[]; methods: string }[] | undefined
  return url => {
    known ??= [...groupBy(endpoints, ({ path }) => path)].map(([path, all]) => ({
      segments: segmentsOf(apiPrefix + path),
      methods: all.map(({ method }) => method).join(', '),
    }))
    const asked = segmentsOf(url.split(/[?#]/, 1)[0]!).map(decodeURIComponent)
    return known.find(({ segments }) => isSame(segments, asked))?.methods
  }
}

const segmentsOf = (path: string): string[] => path.split('/')

const isSame = (segments: string[], asked: string[]): boolean =>
  segments.length === asked.length &&
  segments.every((segment, index) => (segment.startsWith('{') ? asked[index] !== '' : segment === asked[index]))
