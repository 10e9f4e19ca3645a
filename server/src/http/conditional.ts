/** ETag, If-Match, If-None-Match. */
import { problem } from '../contract/problems.ts'

export const etagOf = (version: number): string => `W/"${version}"`

/**
 * Compared by the opaque tag, ignoring `W/`: our tags are all weak, and by strong comparison no If-Match could
 * ever succeed. A value that cannot be read matches nothing.
 */
export function matches(header: string, version: number | string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some(tag => /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(tag)?.[1] === String(version))
}

/** Gate 12. */
export function refuseStale(header: string | undefined, version: number | undefined): void {
  if (header === undefined || version === undefined || matches(header, version)) return
  throw problem('stale_version', { current_etag: etagOf(version) })
}
