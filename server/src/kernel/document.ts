/**
 * A kind of document as one value: where it is read, how it is found and shown, which states it has. The kernel keeps
 * what all documents share: version, `updated_at`, state, events, references, and the members every one of them shows.
 */
import { Type } from 'typebox'
import type { Access } from '../contract/endpoint.ts'
import { eventTypeOf } from '../contract/events.ts'
import { type LockReason, type Problem, problem } from '../contract/problems.ts'
import { type ExternalRef, InstantText, type TSchema, type Typed } from '../contract/schema.ts'
import { allowedActions, type Workflow } from '../contract/workflow.ts'
import type { Listed, Page, PageRequest, Selection } from '../db/paging.ts'
import type { Queryable, Tx } from '../db/pool.ts'
import { assert } from '../lib/assert.ts'
import type { Instant } from '../lib/instants.ts'
import type { EventDetails, RecordContext, WriteContext } from './context.ts'
import type { Reply } from './endpoint.ts'
import { claimReference, type Family } from './external-refs.ts'

export interface DocumentRow extends Listed {
  version: number
}

/** What every document shows behind its own fields. */
export const envelope = {
  allowed_actions: Type.Array(Type.String()),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
}

type Enveloped = 'object' | 'id' | keyof typeof envelope

/** The part of a defined table a document stands on. */
interface DocumentTable<Row> {
  find(db: Queryable, bookId: string, id: string): Promise<Row | undefined>
  page(db: Queryable, of: Selection, page: PageRequest): Promise<Page<Row>>
  insert(tx: Tx, at: { bookId: string; now: Instant }, rows: readonly NoInfer<Row>[]): Promise<void>
  save(tx: Tx, at: { bookId: string; now: Instant }, rows: readonly NoInfer<Row>[]): Promise<void>
}

export interface DocumentDeclaration<
  Row extends DocumentRow,
  State extends string,
  Bodies,
  View,
  Detail,
  Line,
  Effects = unknown,
> {
  object: string
  /** `orders` gives `orders.get`. */
  id: string
  path: `/${string}`
  /** `an order`, and several of them. */
  name: string
  many: string
  access: { read: Access; write: Access }
  /** Where the callers' own references to it stand; absent when it takes none. */
  family?: Family
  workflow: Workflow<string, State, Bodies, Effects>
  table: DocumentTable<Row>
  /** As lists and events show it. */
  listed: TSchema & Typed<View>
  /** As its own address shows it: with its lines. */
  detail: TSchema & Typed<Detail>
  /** Its own fields, without those every document shows. */
  view(row: NoInfer<Row>): Omit<NoInfer<View>, Enveloped>
  /** What its own address shows otherwise, such as what lists leave out. */
  detailView?(row: NoInfer<Row>): Partial<Omit<NoInfer<View>, Enveloped>>
  lines?: {
    list(db: Queryable, bookId: string, id: string): Promise<Line[]>
    view(line: NoInfer<Line>, row: NoInfer<Row>): unknown
  }
  /** What its own address adds beside lines, read for it alone. */
  extras?(row: NoInfer<Row>, ctx: RecordContext): Promise<Partial<Omit<NoInfer<Detail>, Enveloped>>>
  /** Whether its own address shows more than its version tells: days up to now, a session that closed, what is counted. */
  mayDiffer?(row: NoInfer<Row>, ctx: RecordContext): boolean
  /** Actions that facts beside the state leave out: false for those not open. */
  guards?(row: NoInfer<Row>): { [Key in keyof NoInfer<Bodies>]?: boolean }
  /** Actions with endpoints of their own, open in every state. */
  beside?: readonly { key: string; summary: string }[]
  /** A refusal of its own, asked before the state is. */
  refuses?(row: NoInfer<Row>, key: keyof NoInfer<Bodies> & string, now: Instant): Problem | undefined
  /** Why nothing can be done with it any more, when that is so. */
  lock?(row: NoInfer<Row>): LockReason | undefined
}

/** What running an action needs to know of a document. */
export interface Stateful<Row extends DocumentRow, State extends string, Bodies, Effects = unknown> {
  object: string
  workflow: Workflow<string, State, Bodies, Effects>
  stateOf(row: Row): State
  /** The actions open now. */
  openActions(row: Row): (keyof Bodies & string)[]
  /** A refusal of its own, asked before the state is. */
  refuses?(row: Row, key: keyof Bodies & string, now: Instant): Problem | undefined
  /** The refusal of an action that is not open. */
  notNow(row: Row): Problem
  /** `created`, `confirmed`, …: only what the catalogue of events has. */
  emit(ctx: WriteContext, row: Row, event: { name: string } & EventDetails): void
  /** The next version, not yet saved. Its state is changed by transitions alone. */
  next(ctx: WriteContext, row: Row, changes: Partial<Row>): Row
  save(ctx: WriteContext, row: Row): Promise<Row>
}

export interface Document<Row extends DocumentRow, State extends string, Bodies, View, Detail, Line, Effects = unknown>
  extends Omit<DocumentDeclaration<Row, State, Bodies, View, Detail, Line, Effects>, 'object' | 'workflow'>,
    Stateful<Row, State, Bodies, Effects> {
  /** As lists and events show it. */
  show(row: Row, livemode: boolean): View
  /** As its own address answers; lines that are at hand are not read again. */
  reply(row: Row, ctx: RecordContext, lines?: readonly Line[]): Promise<Reply<Detail>>
  /** The next version with these changes; its state stays. */
  touch(ctx: WriteContext, row: Row, changes?: Partial<Row>): Promise<Row>
  /** Saves a new row, claims its reference, emits `created` where that exists. */
  insert(ctx: WriteContext, row: Row, ref?: ExternalRef): Promise<Row>
}

/** A document of which nothing is known to the compiler. */
export interface AnyDocument {
  object: string
  listed: TSchema
  workflow: Pick<Workflow, 'initial' | 'states' | 'actions' | 'field'>
  table: { find(db: Queryable, bookId: string, id: string): Promise<{ id: string } | undefined> }
  // Methods: whoever has a row of the document found it here.
  show(row: { id: string }, livemode: boolean): unknown
  stateOf(row: { id: string }): string
}

export function defineDocument<
  Row extends DocumentRow,
  State extends string,
  Bodies,
  View,
  Detail,
  Line = never,
  Effects = unknown,
>(
  declared: DocumentDeclaration<Row, State, Bodies, View, Detail, Line, Effects>,
): Document<Row, State, Bodies, View, Detail, Line, Effects> {
  const { object, table, lines } = declared
  const { offered, ...states } = statesOf(declared)
  const document: Document<Row, State, Bodies, View, Detail, Line, Effects> = {
    ...declared,
    ...states,
    show(row, livemode) {
      const shown: Record<string, unknown> = { object, id: row.id, ...declared.view(row) }
      // One by one: what stands in a literal behind a spread costs V8 two microseconds each, and lists show many.
      shown.allowed_actions = offered(row)
      shown.livemode = livemode
      shown.created_at = row.created_at
      shown.updated_at = row.updated_at
      return shown as View
    },
    async reply(row, ctx, known) {
      const { db, account } = ctx
      const extras = await declared.extras?.(row, ctx)
      const shown = Object.assign(document.show(row, account.book.isLive) as object, declared.detailView?.(row), extras)
      const ownLines = lines && (known ?? (await lines.list(db, account.book.id, row.id)))
      const body = ownLines ? { lines: ownLines.map(line => lines!.view(line, row)), ...shown } : shown
      const mayDiffer = declared.mayDiffer?.(row, ctx) ?? false
      return { body: body as unknown as Detail, version: row.version, ...(mayDiffer && { mayDiffer }) }
    },
    emit(ctx, row, { name, ...details }) {
      const type = eventTypeOf(object, name)
      if (!type) throw new Error(`there is no event ${object}.${name}`)
      ctx.emit(type, document.show(row, ctx.account.book.isLive) as { object: string; id: string }, details)
    },
    async insert(ctx, row, ref) {
      await table.insert(ctx.tx, { bookId: ctx.account.book.id, now: row.updated_at }, [row])
      if (declared.family) await claimReference(ctx, ref, { family: declared.family, object, object_id: row.id })
      if (eventTypeOf(object, 'created')) document.emit(ctx, row, { name: 'created' })
      return row
    },
    next: (ctx, row, changes) => ({ ...row, ...changes, version: row.version + 1, updated_at: ctx.now }),
    async save(ctx, row) {
      await table.save(ctx.tx, { bookId: ctx.account.book.id, now: row.updated_at }, [row])
      return row
    },
    touch(ctx, row, changes = {}) {
      assert(document.stateOf({ ...row, ...changes }) === document.stateOf(row), 'a state changes by transitions alone')
      return document.save(ctx, document.next(ctx, row, changes))
    },
  }
  return document
}

/** The state of a row, and what it leaves open. */
function statesOf<Row extends DocumentRow, State extends string, Bodies, View, Detail, Line, Effects>(
  declared: DocumentDeclaration<Row, State, Bodies, View, Detail, Line, Effects>,
) {
  const { workflow } = declared
  const besideKeys = (declared.beside ?? []).map(({ key }) => key)
  const stateOf = (row: Row) => (row as unknown as Record<string, State>)[workflow.field]!
  function openActions(row: Row): (keyof Bodies & string)[] {
    if (declared.lock?.(row) !== undefined) return []
    const guards = declared.guards?.(row) ?? {}
    return allowedActions(workflow, stateOf(row), key => guards[key as keyof typeof guards] ?? true)
  }
  const offered = (row: Row): string[] => [...openActions(row), ...besideKeys]
  function notNow(row: Row): Problem {
    const reason = declared.lock?.(row)
    return problem('invalid_transition', { allowed_actions: offered(row), ...(reason && { reason }) })
  }
  return { stateOf, openActions, offered, notNow }
}
