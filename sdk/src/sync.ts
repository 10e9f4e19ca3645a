/** Keeps a copy of records current: lists them all once, then follows their events. */
import { answerOf } from './answer.ts'
import type { Cellarbook } from './client.ts'
import { isProblem } from './error.ts'
import { type EventMatching, type EventPattern, type FollowOptions, follow } from './follow.ts'
import type { List } from './list.ts'

export type Change<Row, Followed> =
  /** A record of the lists. It may come again, newer. */
  | { kind: 'record'; record: Row }
  /** Everything was listed: store the cursor. */
  | { kind: 'listed'; cursor: number }
  /** Something happened: handle it, then store the cursor. */
  | { kind: 'event'; event: Followed; cursor: number }

type Lists = readonly List<unknown>[]
/** The rows of all of them, each of its own kind. */
type RowOf<Each> = Each extends List<infer Row> ? Row : never

export interface SyncOptions<Listed extends Lists, Pattern extends EventPattern>
  extends Omit<FollowOptions<Pattern>, 'after'> {
  /** What to list when there is no cursor yet, or when the log no longer reaches back to it; of one kind or of several. */
  lists: Listed
  /** The cursor you stored; undefined to begin with the lists. */
  cursor?: number | undefined
}

/**
 * Lists, then events from the sequence that came with the first page, so nothing falls between. After 410
 * `events_expired` it lists everything again by itself. Each change comes at least once.
 */
export async function* sync<Listed extends Lists, const Pattern extends EventPattern = '*'>(
  cellarbook: Cellarbook,
  options: SyncOptions<Listed, Pattern>,
): AsyncGenerator<Change<RowOf<Listed[number]>, EventMatching<Pattern>>, void, void> {
  const { lists, ...following } = options
  let { cursor } = options
  for (;;) {
    if (cursor === undefined) cursor = yield* listAll(lists as readonly List<RowOf<Listed[number]>>[])
    const follower = follow<Pattern>(cellarbook, { ...following, after: cursor })
    try {
      for await (const event of follower) yield { kind: 'event', event, cursor: follower.cursor }
      return
    } catch (error) {
      if (!isProblem(error, 'events_expired')) throw error
      cursor = undefined
    }
  }
}

async function* listAll<Row>(
  lists: readonly List<Row>[],
): AsyncGenerator<{ kind: 'record'; record: Row } | { kind: 'listed'; cursor: number }, number, void> {
  let cursor: number | undefined
  for (const list of lists) {
    for await (const page of list.pages()) {
      // Read before the first page was: what happens from then on is in the log.
      cursor ??= answerOf(page)?.latestSequence ?? undefined
      for (const record of page.data) yield { kind: 'record', record }
    }
  }
  if (cursor === undefined) throw new TypeError('sync needs at least one list that comes in pages')
  yield { kind: 'listed', cursor }
  return cursor
}
