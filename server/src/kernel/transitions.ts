/**
 * Actions run here: the state is checked, the code is called, and what the declaration names is done: the new state,
 * the next version, the event. What is not declared cannot happen.
 */
import { automaticTargets, targetsOf, type WorkflowAction } from '../contract/workflow.ts'
import { assert } from '../lib/assert.ts'
import type { WriteContext } from './context.ts'
import type { DocumentRow, Stateful } from './document.ts'
import { endSteps, refuseHeld, startSteps } from './steps.ts'

/** What the code of an action says: everything but what its declaration says already. */
export interface Transition<Row, State extends string, Line = never, Shown = never> {
  /** What changes beside the state. */
  changes?: Partial<Row>
  /** One of the declared states, where there are several. */
  to?: State
  /** The declared event does not apply this time, such as `paid` after a part of the payment. */
  isSilent?: boolean
  /** The fields the event names as changed. */
  changedFields?: string[]
  /** There is nothing to do: the version stays, and nothing is emitted. */
  isUnchanged?: boolean
  /** Writes the row in a statement of its own, and tells how it is then. */
  save?: (after: Row) => Promise<Row>
  /** What follows once the row is saved and the event is out; it may give a later version. */
  afterwards?: ((after: Row) => Promise<Row>) | ((after: Row) => Promise<void>)
  /** Shown with the answer and carried by the event. */
  created?: { object: string; id: string }
  /** What the answer tells beside the document, as declared; asked for when all is done. */
  members?: () => Record<string, unknown>
  /** Members of the answer that are shown only now; its stored copy is sealed. */
  secrets?: Record<string, unknown>
  /** Its lines as they are then, when they are at hand: the answer does not read them again. */
  lines?: readonly Line[]
  /** Shown by a dry run alone; asked for when all is done. */
  effects?: () => Shown
  /** Another document of the kind that is answered with, such as the credit note that was made. */
  answer?: Row
}

/** What the dry run of an action shows: what it declares, and nothing where it declares nothing. */
type ShownBy<Effects, Key> = Key extends keyof Effects ? (unknown extends Effects[Key] ? never : Effects[Key]) : never

type ActingCode<Row, State extends string, Body, Line, Shown> = (
  ctx: WriteContext,
  row: Row,
  body: Body,
) => Promise<Transition<Row, State, Line, Shown>>

/** The code of every action of a workflow, each with the body and the effects its declaration names. */
export type ActionCode<Row, State extends string, Bodies, Line = never, Effects = unknown> = {
  [Key in keyof Bodies]: ActingCode<
    Row,
    NoInfer<State>,
    NoInfer<Bodies>[Key],
    NoInfer<Line>,
    ShownBy<NoInfer<Effects>, Key>
  >
}

export interface Acted<Row, Line = never>
  extends Pick<Transition<Row, string, Line>, 'created' | 'lines' | 'members' | 'secrets'> {
  /** As it is now, or the document that is answered with. */
  row: Row
  effects?: () => unknown
}

interface Run<Row extends DocumentRow, State extends string, Bodies, Key extends keyof Bodies & string, Line> {
  document: Stateful<Row, State, Bodies> & { lines?: { list(...of: never): Promise<Line[]> } }
  code: { [Each in Key]: ActingCode<Row, State, NoInfer<Bodies>[Each], Line, unknown> }
  key: Key
  row: Row
  body: Bodies[Key]
  /** A caller or a person asked for it; otherwise it is a part of another operation. */
  isAsked?: boolean
}

export async function runAction<
  Row extends DocumentRow,
  State extends string,
  Bodies,
  Key extends keyof Bodies & string,
  Line = never,
>(
  ctx: WriteContext,
  { document, code, key, row, body, isAsked }: Run<Row, State, Bodies, Key, Line>,
): Promise<Acted<Row, Line>> {
  const own = document.refuses?.(row, key, ctx.now)
  if (own) throw own
  requireOpen(document, row, key)
  const { object } = document
  await refuseHeld(ctx, { object, id: row.id, action: key })
  const transition = await code[key](ctx, row, body as NoInfer<Bodies>[Key])
  const { changes, to, save, isSilent, isUnchanged, changedFields, afterwards, answer, effects, ...shown } = transition
  const { field, actions } = document.workflow
  const { creates } = actions[key]
  assert(shown.created?.object === creates, `${key} creates what is declared: ${creates ?? 'nothing'}`)
  const moved = { ...changes, [field]: targetOf(actions[key], document.stateOf(row), to) } as Partial<Row>
  const after = isUnchanged ? row : document.next(ctx, row, moved)
  const saved = isUnchanged ? row : await (save ? save(after) : document.save(ctx, after))
  const { event } = actions[key]
  if (event !== undefined && !isSilent && !isUnchanged)
    document.emit(ctx, saved, {
      name: event,
      ...(changedFields && { changes: changedFields }),
      ...(shown.created && { created: shown.created }),
    })
  const last = (await afterwards?.(saved)) ?? saved
  await endSteps(ctx, { object, id: row.id, from: document.stateOf(row), to: document.stateOf(last) })
  if (isAsked) await startSteps(ctx, { object, action: key, row: last, id: row.id })
  return { row: answer ?? last, ...shown, ...(effects && { effects }) }
}

/** Gate 16, once for all documents: refuses an action that is not open now, with those that are. */
export function requireOpen<Row extends DocumentRow, State extends string, Bodies>(
  document: Pick<Stateful<Row, State, Bodies>, 'openActions' | 'notNow'>,
  row: Row,
  key: keyof Bodies & string,
): void {
  if (!document.openActions(row).includes(key)) throw document.notNow(row)
}

function targetOf<State extends string>(action: WorkflowAction<State>, state: State, asked: State | undefined): State {
  const targets = targetsOf(action, state)
  const to = asked ?? targets[0]!
  assert(targets.includes(to) && (asked !== undefined || targets.length === 1), `${to} is the declared next state`)
  return to
}

interface AutomaticMove<Row, State extends string> {
  row: Row
  to: State
  changes?: Partial<Row>
  event?: string
  /** The fields the event names as changed. */
  changedFields?: string[]
}

/** A change of state no action of a caller makes; it must be declared as automatic. */
export async function moveAutomatically<Row extends DocumentRow, State extends string, Bodies>(
  ctx: WriteContext,
  document: Stateful<Row, State, Bodies>,
  { row, to, changes, event, changedFields }: AutomaticMove<Row, State>,
): Promise<Row> {
  const { automatic, field } = document.workflow
  const from = document.stateOf(row)
  const isDeclared = automatic.some(move => move.from.includes(from) && automaticTargets(move).includes(to))
  assert(isDeclared, `${document.object} may move from ${from} to ${to} by itself`)
  const saved = await document.save(ctx, document.next(ctx, row, { ...changes, [field]: to } as Partial<Row>))
  if (event !== undefined) document.emit(ctx, saved, { name: event, ...(changedFields && { changes: changedFields }) })
  await endSteps(ctx, { object: document.object, id: row.id, from, to })
  return saved
}
