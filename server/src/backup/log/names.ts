/**
 * What lies in the log of changes, told by names alone: for each line (the life of one cluster) base copies with their
 * notes and segments of WAL, and beside them the uploaded files of all lines.
 */
import { isFileKey } from '../../storage/store.ts'
import type { Shelved } from '../place.ts'

export interface BaseName {
  /** When it was begun, as names have it. */
  stamp: string
  pack: string
  /** Written last: without it the copy does not count. */
  note: string
}

export interface SegmentName {
  segment: string
  name: string
  /** Up to then everything is in this segment and those before it; null where nobody knew. */
  coveredMs: number | null
}

export interface Line {
  /** The oldest first. */
  bases: BaseName[]
  /** By their order in the log. */
  segments: SegmentName[]
}

export interface Listing {
  lines: Map<string, Line>
  files: Map<string, Shelved>
  /** Copies that never came to their end, and whatever stands alone. */
  strays: Shelved[]
}

const lineShape = /^[0-9a-f]{16}$/
const segmentShape = /^[0-9A-F]{24}$/
const inLine =
  /^(?:(?<segment>[0-9A-F]{24})(?:-(?<covered>\d{8}T\d{9}Z))?|(?<base>\d{8}T\d{9}Z)\.(?<part>base\.tar|note))\.gz(\.sealed)?$/
const inFiles = /^files\/(?<key>[0-9a-f/-]+)\.gz(\.sealed)?$/

export const isSegment = (name: string): boolean => segmentShape.test(name)

/** `20261117T081530123Z` */
export const stampOf = (ms: number): string => new Date(ms).toISOString().replace(/[-:.]/g, '')

export const stampMs = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'))

const ending = (isSealed: boolean): string => (isSealed ? '.gz.sealed' : '.gz')

export const segmentName = (segment: string, coveredMs: number | null, isSealed: boolean): string =>
  `${segment}${coveredMs === null ? '' : `-${stampOf(coveredMs)}`}${ending(isSealed)}`

export const baseNames = (line: string, stamp: string, isSealed: boolean): BaseName => ({
  stamp,
  pack: `${line}/${stamp}.base.tar${ending(isSealed)}`,
  note: `${line}/${stamp}.note${ending(isSealed)}`,
})

export const fileName = (key: string, isSealed: boolean): string => `files/${key}${ending(isSealed)}`

/** The segment behind it: segments have 16 MB, and 256 of them one number of the middle. */
export function segmentAfter(segment: string): string {
  const [timeline, number] = [segment.slice(0, 8), BigInt(`0x${segment.slice(8, 16)}${segment.slice(22)}`) + 1n]
  const digits = number.toString(16).toUpperCase().padStart(10, '0')
  return `${timeline}${digits.slice(0, 8)}000000${digits.slice(8)}`
}

export function listingOf(all: readonly Shelved[]): Listing {
  const listing: Listing = { lines: new Map(), files: new Map(), strays: [] }
  const parts = new Map<string, Shelved>()
  for (const shelved of all) {
    const key = inFiles.exec(shelved.name)?.groups?.key
    if (key !== undefined && isFileKey(key)) listing.files.set(key, shelved)
    else addToLine(listing, shelved, parts)
  }
  for (const { bases, segments } of listing.lines.values()) {
    bases.sort((one, other) => (one.stamp < other.stamp ? -1 : 1))
    segments.sort((one, other) => (one.segment < other.segment ? -1 : 1))
  }
  listing.strays.push(...parts.values())
  return listing
}

/** `parts` are those of copies whose other part was not seen yet. */
function addToLine({ lines, strays }: Listing, shelved: Shelved, parts: Map<string, Shelved>): void {
  const [id = '', rest = ''] = shelved.name.split('/')
  const found = lineShape.test(id) ? inLine.exec(rest)?.groups : undefined
  if (!found) return
  const line = lines.get(id) ?? { bases: [], segments: [] }
  lines.set(id, line)
  const { segment, covered, base, part } = found
  if (segment !== undefined) {
    const coveredMs = covered === undefined ? null : stampMs(covered)
    if (line.segments.some(each => each.segment === segment)) strays.push(shelved)
    else line.segments.push({ segment, name: shelved.name, coveredMs })
    return
  }
  const stamp = `${id}/${base}`
  const other = parts.get(stamp)
  if (!other) return void parts.set(stamp, shelved)
  parts.delete(stamp)
  const [pack, note] = part === 'note' ? [other.name, shelved.name] : [shelved.name, other.name]
  line.bases.push({ stamp: base!, pack, note })
}

/** Those from `first` on without a gap. */
export function unbroken({ segments }: Line, first: string): SegmentName[] {
  const run: SegmentName[] = []
  let wanted = first
  for (const segment of segments) {
    if (segment.segment !== wanted) continue
    run.push(segment)
    wanted = segmentAfter(wanted)
  }
  return run
}
