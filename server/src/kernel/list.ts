/** Lists: the same paging, since filters, cursors and headers for every one of them. */
import { Type } from 'typebox'
import type { Access } from '../contract/endpoint.ts'
import { validationFailed } from '../contract/problems.ts'
import {
  type AnyShape,
  described,
  InstantText,
  ListOf,
  OneOf,
  Shape,
  type TSchema,
  type Typed,
} from '../contract/schema.ts'
import {
  type Listed,
  mostRows,
  type Page,
  type PageOrder,
  type PageRequest,
  placeOf,
  type Sorting,
} from '../db/paging.ts'
import { type Sql, sql, unseen } from '../db/sql.ts'
import { canonicalJson, type Json } from '../lib/canonical-json.ts'
import { parseInstant } from '../lib/instants.ts'
import type { FindContext, ReadContext } from './context.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'

export const latestSequenceHeader = 'X-Service-Latest-Sequence'

const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostRows, description: 'Rows per page; 50 by default.' })),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page, with the same filter.' })),
}

const since = {
  updated_since: Type.Optional(
    Type.Unsafe<string>({ ...InstantText, description: 'Changed at or after this instant; ordered by `updated_at`.' }),
  ),
  created_since: Type.Optional(
    Type.Unsafe<string>({ ...InstantText, description: 'Created at or after this instant; ordered by `created_at`.' }),
  ),
}

export const pagingParameters = paging

export const defaultLimit = 50

interface ListDeclaration<Filters, View, Row extends Listed, Parent> {
  id: string
  path: `/${string}`
  summary: string
  description?: string
  access: Access
  filters: AnyShape & Typed<Filters>
  record: TSchema & Typed<View>
  /** Which instants it can be read from; both by default. */
  since?: 'created'
  /** What `sort` may name, each with an index of its own. */
  sorts?: Sorts
  /** The record whose rows are listed, when the path names one. */
  parent?: (params: Record<string, string>, ctx: FindContext) => Promise<Parent | undefined>
  select(
    ctx: ReadContext,
    input: { filters: NoInfer<Filters>; parent: Parent; where: Sql[] },
    page: PageRequest,
  ): Promise<Page<Row>>
  view(row: Row, ctx: ReadContext): NoInfer<View>
}

/** Orders by the names that `sort` gives them. */
export type Sorts = Readonly<Record<string, Pick<Sorting, 'by' | 'type'>>>

type SinceQuery = {
  limit?: number
  cursor?: string
  updated_since?: string
  created_since?: string
  sort?: string
}

export function defineList<
  Filters,
  View,
  Row extends Listed,
  Parent extends { version?: number } | undefined = undefined,
>(list: ListDeclaration<Filters, View, Row, Parent>): Endpoint {
  const { id, path, summary, description, access } = list
  const instants = list.since === 'created' ? { created_since: since.created_since } : since
  const query = Shape({
    ...list.filters.properties,
    ...instants,
    ...sortParameter(list.sorts),
    ...paging,
  }) as AnyShape as AnyShape & Typed<SinceQuery & Filters>
  return defineEndpoint({
    id,
    method: 'GET',
    path,
    summary,
    ...(description && { description }),
    access,
    query,
    returns: { status: 200, schema: ListOf(list.record) },
    errors: [],
    ...(list.parent && { record: list.parent }),
    async handle(input, ctx: ReadContext) {
      const asked = input.query
      const order = orderOf(asked)
      const sorting = sortingOf(asked, list.sorts)
      const scope = cursorScope(id, ctx, input)
      const after = openPlace(ctx, scope, asked.cursor)
      const page = await list.select(
        ctx,
        { filters: asked, parent: input.record as Parent, where: sinceConditions(asked) },
        {
          order,
          limit: asked.limit ?? defaultLimit,
          isWhole: !list.parent && isWhole(asked),
          ...sorting,
          ...(after && { after }),
          ...sinceOf(asked),
        },
      )
      const end = endOf(page, order)
      return {
        body: pageBody(page, row => list.view(row, ctx), end && ctx.cursors.seal(scope, end)),
        ...(page.latestSequence !== undefined && {
          headers: { [latestSequenceHeader]: String(page.latestSequence) },
        }),
      }
    },
  })
}

const pageBody = <Row, View>(page: Page<Row>, view: (row: Row) => View, nextCursor: string | null) => ({
  data: page.rows.map(view),
  next_cursor: nextCursor,
  has_more: page.hasMore,
})

function sortParameter(sorts: Sorts = {}) {
  const names = Object.keys(sorts)
  if (names.length === 0) return {}
  const values = names.flatMap(name => [name, `-${name}`])
  return {
    sort: Type.Optional(
      described<string>(
        OneOf(values),
        'Ordered by this field, with `-` from the last to the first; without it the newest first.',
      ),
    ),
  }
}

function sortingOf({ sort, updated_since, created_since }: SinceQuery, sorts: Sorts = {}): { sorting?: Sorting } {
  if (sort === undefined) return {}
  if (updated_since !== undefined || created_since !== undefined) throw sortedAndSince()
  const isDescending = sort.startsWith('-')
  return { sorting: { ...sorts[isDescending ? sort.slice(1) : sort]!, isDescending } }
}

/** Who follows changes reads them in their order. */
const sortedAndSince = () =>
  validationFailed([
    {
      field: 'sort',
      code: 'not_allowed',
      message: 'updated_since and created_since order the list themselves. Leave sort out.',
    },
  ])

const orderOf = (asked: SinceQuery): PageOrder =>
  asked.updated_since ? 'by_update' : asked.created_since ? 'by_creation' : 'newest_first'

const sinceOf = ({ updated_since }: SinceQuery): Pick<PageRequest, 'since'> => {
  const since = updated_since === undefined ? undefined : parseInstant(updated_since)
  return since === undefined ? {} : { since }
}

function sinceConditions(asked: SinceQuery): Sql[] {
  const conditions: Sql[] = []
  if (asked.updated_since) conditions.push(sql`r.updated_at >= ${sinceInstant(asked.updated_since)}`)
  if (asked.created_since) conditions.push(sql`r.created_at >= ${sinceInstant(asked.created_since)}`)
  return conditions
}

const sinceInstant = (text: string): Sql => unseen(sql`${parseInstant(text)}::timestamptz`)

const ofAnyList = [...Object.keys(paging), ...Object.keys(since), 'sort']

const isWhole = (asked: object): boolean => Object.keys(asked).every(name => ofAnyList.includes(name))

/** Everything a cursor is bound to: the list, the book, the path and the filter; `limit` may change. */
export function cursorScope(
  listId: string,
  ctx: ReadContext,
  { query, params }: { query: object; params: Record<string, string> },
): string {
  const { limit: _limit, cursor: _cursor, ...filter } = query as SinceQuery
  return `${listId}\n${ctx.account.book.id}\n${canonicalJson({ filter, params } as unknown as Json)}`
}

export function openPlace(ctx: ReadContext, scope: string, cursor: string | undefined): PageRequest['after'] {
  if (cursor === undefined) return undefined
  const place = ctx.cursors.open(scope, cursor)
  if (!place) throw badCursor()
  const [at, id] = place as [string, string]
  return { at, id }
}

export const badCursor = () =>
  validationFailed([
    {
      field: 'cursor',
      code: 'not_allowed',
      message: 'The cursor does not belong to this list with this filter. Start again without it.',
    },
  ])

/** Where the next page begins; null after the last. */
function endOf({ rows, hasMore }: Page<Listed>, order: PageOrder): [at: string, id: string] | null {
  const last = rows.at(-1)
  if (!hasMore || !last) return null
  const { at, id } = placeOf(order, last)
  return [at, id]
}
