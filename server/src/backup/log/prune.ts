/** What of the log nobody can want any more: all before the oldest base copy that is kept. */
import type { Shelf } from '../place.ts'
import type { Listing } from './names.ts'
import { stampMs } from './names.ts'
import type { BaseNote } from './note.ts'

/** Clocks of a bucket and ours may differ, and a copy that is being made has no note yet. */
const marginMs = 24 * 60 * 60 * 1_000

export interface KeptBase {
  line: string
  stamp: string
  /** Undefined where nobody can read it: then what it may need stays. */
  note: Pick<BaseNote, 'first_segment' | 'files'> | undefined
}

/** The newest of all lines. */
export function keptBases({ lines }: Listing, keep: number): { line: string; stamp: string; note: string }[] {
  const all = [...lines].flatMap(([line, { bases }]) => bases.map(({ stamp, note }) => ({ line, stamp, note })))
  return all.sort((one, other) => (one.stamp < other.stamp ? -1 : 1)).slice(-keep)
}

/**
 * The names to remove, notes first: without its note a copy does not count. A file stays when a kept copy names it, or
 * when it was saved after the oldest of them: the books may have named it since.
 */
export function superfluous(listing: Listing, kept: readonly KeptBase[]): string[] {
  if (kept.length === 0) return []
  const oldestMs = Math.min(...kept.map(({ stamp }) => stampMs(stamp)))
  const names: string[] = []
  for (const [id, { bases, segments }] of listing.lines) {
    const ofLine = kept.filter(({ line }) => line === id)
    const gone = bases.filter(({ stamp }) => !ofLine.some(each => each.stamp === stamp))
    names.push(...gone.flatMap(({ note, pack }) => [note, pack]))
    // No name is before an empty one, and every name before the last one.
    const first = ofLine.map(({ note }) => note?.first_segment ?? '').sort()[0] ?? '~'
    names.push(...segments.filter(({ segment }) => segment < first).map(({ name }) => name))
  }
  if (kept.some(({ note }) => !note)) return names
  const named = new Set(kept.flatMap(({ note }) => note!.files))
  for (const [key, { name, changedAtMs }] of listing.files) {
    if (!named.has(key) && changedAtMs < oldestMs - marginMs) names.push(name)
  }
  for (const { name, changedAtMs } of listing.strays) if (changedAtMs < oldestMs - marginMs) names.push(name)
  return names
}

export async function removeAll(shelf: Shelf, names: readonly string[]): Promise<void> {
  for (const name of names) await shelf.remove(name)
}
