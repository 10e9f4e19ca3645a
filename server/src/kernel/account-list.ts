/** Lists of what belongs to the account and not to a book, such as mails: the newest first, and no sequence. */
import type { Access } from '../contract/endpoint.ts'
import { type AnyShape, ListOf, Shape, type TSchema, type Typed } from '../contract/schema.ts'
import type { Instant } from '../lib/instants.ts'
import type { ReadContext } from './context.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { cursorScope, defaultLimit, openPlace, pagingParameters } from './list.ts'

interface Dated {
  id: string
  created_at: Instant
}

export interface NewestPage {
  /** The last row of the page before. */
  after: { at: Instant; id: string } | undefined
  /** One row more than the page has, to see whether there is a next one. */
  limit: number
}

interface AccountList<Filters, View, Row extends Dated> {
  id: string
  path: `/${string}`
  summary: string
  description?: string
  access: Access
  filters: AnyShape & Typed<Filters>
  record: TSchema & Typed<View>
  select(ctx: ReadContext, filters: NoInfer<Filters>, page: NewestPage): Promise<Row[]>
  view(row: Row): NoInfer<View>
}

export function defineAccountList<Filters, View, Row extends Dated>(list: AccountList<Filters, View, Row>): Endpoint {
  const { id, path, summary, description, access, filters, record, select, view } = list
  const query = Shape({ ...filters.properties, ...pagingParameters }) as AnyShape as AnyShape &
    Typed<Filters & { limit?: number; cursor?: string }>
  return defineEndpoint({
    id,
    method: 'GET',
    path,
    summary,
    ...(description && { description }),
    access,
    query,
    returns: { status: 200, schema: ListOf(record) },
    errors: [],
    async handle(input, ctx: ReadContext) {
      const { cursor, limit = defaultLimit } = input.query
      const scope = cursorScope(id, ctx, input)
      const found = await select(ctx, input.query, { after: openPlace(ctx, scope, cursor), limit: limit + 1 })
      const rows = found.slice(0, limit)
      const last = found.length > limit ? rows.at(-1) : undefined
      return {
        body: {
          data: rows.map(view),
          next_cursor: last ? ctx.cursors.seal(scope, [last.created_at, last.id]) : null,
          has_more: last !== undefined,
        },
      }
    },
  })
}
