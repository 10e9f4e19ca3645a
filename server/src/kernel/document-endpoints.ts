/** The endpoints records have in common, with states (documents) or without: list, detail, by own reference, create, change. */
import { type EventType, eventTypeOf } from '../contract/events.ts'
import { locationOf } from '../contract/locations.ts'
import type { ProblemCode, ProblemRow } from '../contract/problems.ts'
import { type AnyShape, type ExternalRef, OnConflict, Shape, type TSchema, type Typed } from '../contract/schema.ts'
import { stepEvents } from '../contract/steps.ts'
import type { Queryable } from '../db/pool.ts'
import type { Sql } from '../db/sql.ts'
import type { ReadContext, WriteContext } from './context.ts'
import type { Document, DocumentRow } from './document.ts'
import { defineEndpoint, type Endpoint, type Sharing } from './endpoint.ts'
import { conditionsOf, type FilterRules } from './filters.ts'
import { defineList, type Sorts } from './list.ts'
import { createOnce, defineByReference, defineGet, ofPath, partsOf, type RecordKind, type WithLines } from './record.ts'
import { startSteps } from './steps.ts'

/** A document of which only the row and what is shown matter. */
export type Shown<Row extends DocumentRow, View, Detail, Line> = Pick<
  Document<Row, string, unknown, View, Detail, Line>,
  'object' | 'id' | 'path' | 'name' | 'many' | 'access' | 'family' | 'table' | 'listed' | 'detail' | 'show' | 'reply'
> & {
  /** Absent where there are no states. */
  workflow?: object
  lines?: { list(db: Queryable, bookId: string, id: string): Promise<Line[]> }
}

export const kindOf = <Row extends DocumentRow, View, Detail, Line>(
  document: Shown<Row, View, Detail, Line>,
): RecordKind<Row, Detail> => ({
  id: document.id,
  path: document.path,
  name: document.name,
  object: document.object,
  read: document.access.read,
  schema: document.detail,
  hasMore: (document.detail as TSchema) !== document.listed,
  find: document.table.find,
  show: (row, ctx, lines) => document.reply(row, ctx, lines as readonly Line[] | undefined),
})

export const rowOfPath = <Row extends DocumentRow, View, Detail, Line>(document: Shown<Row, View, Detail, Line>) =>
  ofPath<Row, Detail>(document.table)

export const documentList = <Row extends DocumentRow, View, Detail, Line, Filters extends object>(
  document: Shown<Row, View, Detail, Line>,
  list: {
    filters: AnyShape & Typed<Filters>
    rules(bookId: string, ctx: ReadContext): FilterRules<NoInfer<Filters>>
    /** What holds beside the filters, such as what a list leaves out unless asked for it. */
    always?(filters: NoInfer<Filters>): Sql[]
    sorts?: Sorts
    description?: string
  },
): Endpoint =>
  defineList<Filters, View, Row>({
    id: `${document.id}.list`,
    path: document.path,
    summary: `List ${document.many}`,
    ...(list.description && { description: list.description }),
    access: document.access.read,
    filters: list.filters,
    ...(list.sorts && { sorts: list.sorts }),
    record: document.listed,
    select(ctx: ReadContext, { filters, where }, page) {
      const bookId = ctx.account.book.id
      const asked = [...conditionsOf<Filters>(filters, list.rules(bookId, ctx)), ...(list.always?.(filters) ?? [])]
      return document.table.page(ctx.db, { bookId, where: [...where, ...asked] }, page)
    },
    view: (row, ctx) => document.show(row, ctx.account.book.isLive),
  })

/** Its own address, and the one by the caller's reference where it takes one. */
export const documentReads = <Row extends DocumentRow, View, Detail, Line>(
  document: Shown<Row, View, Detail, Line>,
): [Endpoint, ...Endpoint[]] => {
  const kind = kindOf(document)
  const { family } = document
  return [defineGet(kind), ...(family ? [defineByReference({ ...kind, family })] : [])]
}

export interface WriteWords {
  description?: string
  errors: readonly ProblemCode[]
  /** Events it may emit, beside `created` of a create. */
  emits?: readonly EventType[]
  bodyErrors?: (body: Record<string, unknown>) => ProblemRow[]
}

/** None where the catalogue has none, such as for a repack. */
const createdEvent = (object: string): EventType[] => {
  const type = eventTypeOf(object, 'created')
  return type ? [type] : []
}

export const documentCreate = <Row extends DocumentRow, View, Detail, Line, Body extends object>(
  document: Shown<Row, View, Detail, Line>,
  create: WriteWords & {
    body: AnyShape & Typed<Body>
    sharing?: Sharing
    run(ctx: WriteContext, body: NoInfer<Body>): Promise<Row | WithLines<Row, Line>>
  },
): Endpoint => {
  const { family, object } = document
  const make = async (ctx: WriteContext, body: Body) => {
    const made = await create.run(ctx, body)
    const { row } = partsOf<Row, Line>(made)
    await startSteps(ctx, { object, action: 'create', row, id: row.id })
    return made
  }
  const common = {
    id: `${document.id}.create`,
    method: 'POST',
    path: document.path,
    summary: `Create ${document.name}`,
    ...(create.description && { description: create.description }),
    access: document.access.write,
    body: create.body,
    returns: { status: 201, schema: document.detail, etag: true },
    emits: () => [...createdEvent(document.object), ...(create.emits ?? []), ...stepEvents(document.object)],
    ...(create.bodyErrors && { bodyErrors: create.bodyErrors }),
    ...(create.sharing && { sharing: create.sharing }),
  } as const
  if (!family) {
    return defineEndpoint({
      ...common,
      errors: create.errors,
      async handle({ body }, ctx: WriteContext) {
        const { row, lines } = partsOf<Row, Line>(await make(ctx, body))
        return { ...(await document.reply(row, ctx, lines)), location: locationOf(document.object, row.id) }
      },
    })
  }
  const kind = { ...kindOf(document), family }
  return defineEndpoint({
    ...common,
    query: Shape({ on_conflict: OnConflict }),
    errors: ['external_ref_conflict', ...create.errors],
    handle({ body, query }, ctx: WriteContext) {
      const ref = (body as { external_ref?: ExternalRef }).external_ref
      return createOnce(ctx, kind, { ref, onConflict: query.on_conflict, make: () => make(ctx, body) })
    },
  })
}

export const documentChange = <Row extends DocumentRow, View, Detail, Line, Body extends object>(
  document: Shown<Row, View, Detail, Line>,
  change: WriteWords & {
    body: AnyShape & Typed<Body>
    run(ctx: WriteContext, row: Row, body: NoInfer<Body>): Promise<Row>
  },
): Endpoint =>
  defineEndpoint<'PATCH', Detail, undefined, Body, Row>({
    id: `${document.id}.update`,
    method: 'PATCH',
    path: `${document.path}/{id}`,
    summary: `Update ${document.name}`,
    ...(change.description && { description: change.description }),
    access: document.access.write,
    body: change.body,
    ...(change.bodyErrors && { bodyErrors: change.bodyErrors }),
    returns: { status: 200, schema: document.detail, etag: true },
    errors: ['stale_version', ...(document.workflow ? (['invalid_transition'] as const) : []), ...change.errors],
    ...(change.emits && { emits: change.emits }),
    record: rowOfPath(document),
    handle: async ({ body, record }, ctx) => document.reply(await change.run(ctx, record, body), ctx),
  })
