/** Look-ups: short lists of what bodies refer to, whole, as `{data}`. */
import type { Access } from '../contract/endpoint.ts'
import { type AnyShape, DataOf, type TSchema, type Typed } from '../contract/schema.ts'
import type { ReadContext } from './context.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'

interface LookupDeclaration<Row, View, Filters> {
  id: string
  path: `/${string}`
  summary: string
  description?: string
  access?: Access
  filters?: AnyShape & Typed<Filters>
  record: TSchema & Typed<View>
  list(ctx: ReadContext, filters: NoInfer<Filters>): Promise<Row[]>
  view(row: Row, livemode: boolean): NoInfer<View>
}

export function defineLookup<Row, View, Filters = undefined>(lookup: LookupDeclaration<Row, View, Filters>): Endpoint {
  const { id, path, summary, description, filters, access = { scopes: ['core:read'] } } = lookup
  return defineEndpoint({
    id,
    method: 'GET',
    path,
    summary,
    ...(description && { description }),
    access,
    ...(filters && { query: filters }),
    returns: { status: 200, schema: DataOf(lookup.record) },
    errors: [],
    async handle({ query }, ctx: ReadContext) {
      const rows = await lookup.list(ctx, query as Filters)
      return { body: { data: rows.map(row => lookup.view(row, ctx.account.book.isLive)) } }
    },
  })
}
