/**
 * Workflow steps as documents meet them: an action starts some, some hold actions back, and they end with their document.
 * The domain above keeps them. Which actions are concerned stands with the book: where none is, nothing is asked.
 */
import { type Problem, problem } from '../contract/problems.ts'
import { because } from '../contract/reasons.ts'
import type { Queryable } from '../db/pool.ts'
import type { WriteContext } from './context.ts'
import { theHouse } from './domain.ts'
import { defineSlot } from './slots.ts'
import { type WatchedActions, watchedName } from './watched-actions.ts'

export interface HoldingStep {
  object: 'workflow_step'
  id: string
  key: string
  status: string
  outcome: string | null
}

/** Where it is asked: in a write the book says what is watched, in a read the account. */
export interface HoldQuestion {
  db: Queryable
  bookId: string
  watched: WatchedActions | null
}

interface ActionOf {
  object: string
  id: string
  action: string
}

/** A record as lists show it. */
type ShownRecord = Record<string, unknown> & { object: string; id: string }

export interface DocumentSteps {
  /** Those that hold the action back. */
  listHolding(db: Queryable, bookId: string, of: ActionOf): Promise<HoldingStep[]>
  start(ctx: WriteContext, of: { action: string; state: string; record: ShownRecord }): Promise<void>
  /** The document was cancelled, or is a draft again. */
  end(ctx: WriteContext, document: { object: string; id: string }): Promise<void>
}

export const documentSteps = defineSlot<DocumentSteps>('steps of documents')

const steps = (): DocumentSteps => theHouse().fillingOf(documentSteps)!

/** The refusal of an action that a step holds back. */
export async function heldBack({ db, bookId, watched }: HoldQuestion, of: ActionOf): Promise<Problem | undefined> {
  if (!watched?.holds.includes(watchedName(of.object, of.action))) return undefined
  const blockers = await steps().listHolding(db, bookId, of)
  return blockers.length === 0 ? undefined : problem('conflict', { ...because('step_holds'), blockers })
}

export async function refuseHeld({ tx, account, watched }: WriteContext, of: ActionOf): Promise<void> {
  const refusal = await heldBack({ db: tx, bookId: account.book.id, watched }, of)
  if (refusal) throw refusal
}

interface Asked {
  object: string
  /** A key of its workflow, or `create`. */
  action: string
  /** As the action left it; undefined when it has still to be read. */
  row?: unknown
  id: string
}

/** For what a caller asked for, or a person: what the service does inside another operation starts nothing. */
export async function startSteps(ctx: WriteContext, { object, action, row, id }: Asked): Promise<void> {
  if (!ctx.watched?.starts.includes(watchedName(object, action))) return
  const document = theHouse().documentOf(object)!
  const { book } = ctx.account
  const current = (row ?? (await document.table.find(ctx.tx, book.id, id))) as { id: string }
  const record = document.show(current, book.isLive) as ShownRecord
  await steps().start(ctx, { action, state: document.stateOf(current), record })
}

/** A draft that an action left: one that was posted at once is the service's own. */
export async function startStepsOfDraft(ctx: WriteContext, { object, id }: { object: string; id: string }) {
  if (!ctx.watched?.starts.includes(watchedName(object, 'create'))) return
  const document = theHouse().documentOf(object)!
  const row = await document.table.find(ctx.tx, ctx.account.book.id, id)
  if (row && document.stateOf(row) === document.workflow.initial)
    await startSteps(ctx, { object, action: 'create', row, id })
}

/** Nobody waits for a document that is taken back. */
export async function endSteps(
  ctx: WriteContext,
  { object, id, from, to }: { object: string; id: string; from: string; to: string },
): Promise<void> {
  const isTakenBack = from !== to && (to === 'cancelled' || to === 'draft')
  if (isTakenBack && ctx.watched?.objects.includes(object)) await steps().end(ctx, { object, id })
}
