/** What each of several does in order, as one order of steps in which those that are alike come together. */

/** Undefined is like nothing else. */
type Kind = object | undefined

interface Cursor<T> {
  steps: readonly T[]
  at: number
}

export function* together<T extends { readonly kind: Kind }>(rows: readonly (readonly T[])[]): Generator<T[]> {
  const cursors = rows.map(steps => ({ steps, at: 0 }))
  const left = countKinds(rows)
  for (;;) {
    for (const cursor of cursors) yield* untilAlike(cursor)
    const next = mostComplete(headsOf(cursors), left)
    if (!next) return
    const [kind, group] = next
    left.set(kind, left.get(kind)! - group.length)
    yield group.map(cursor => cursor.steps[cursor.at++]!)
  }
}

function countKinds<T extends { readonly kind: Kind }>(rows: readonly (readonly T[])[]): Map<Kind, number> {
  const counts = new Map<Kind, number>()
  for (const steps of rows) for (const { kind } of steps) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** Nobody waits with these. */
function* untilAlike<T extends { readonly kind: Kind }>(cursor: Cursor<T>): Generator<T[]> {
  for (; cursor.steps[cursor.at]?.kind === undefined && cursor.at < cursor.steps.length; cursor.at++)
    yield [cursor.steps[cursor.at]!]
}

function headsOf<T extends { readonly kind: Kind }>(cursors: readonly Cursor<T>[]): Map<Kind, Cursor<T>[]> {
  const heads = new Map<Kind, Cursor<T>[]>()
  for (const cursor of cursors) {
    const head = cursor.steps[cursor.at]
    if (!head) continue
    const group = heads.get(head.kind)
    if (group) group.push(cursor)
    else heads.set(head.kind, [cursor])
  }
  return heads
}

/** The kind of which the fewest are still to come behind others. */
function mostComplete<T>(
  heads: ReadonlyMap<Kind, Cursor<T>[]>,
  left: ReadonlyMap<Kind, number>,
): [Kind, Cursor<T>[]] | undefined {
  let best: [Kind, Cursor<T>[]] | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const [kind, group] of heads) {
    const missing = left.get(kind)! - group.length
    if (missing >= fewest) continue
    fewest = missing
    best = [kind, group]
  }
  return best
}
