/** What the records of every family share: found by id, by own reference, made once for each reference. */
import type { Access } from '../contract/endpoint.ts'
import { locationOf } from '../contract/locations.ts'
import { ExternalRef, type TSchema, type Typed } from '../contract/schema.ts'
import type { Queryable } from '../db/pool.ts'
import type { FindContext, RecordContext, WriteContext } from './context.ts'
import { defineEndpoint, type Endpoint, type Reply } from './endpoint.ts'
import { type Family, findByReference, resolveReference } from './external-refs.ts'

export interface RecordKind<Row extends { id: string; version: number }, View> {
  /** `orders` gives the endpoint `orders.get`. */
  id: string
  path: `/${string}`
  /** `an order`. */
  name: string
  object: string
  read: Access
  schema: TSchema & Typed<View>
  /** Its own address shows more than its row, such as lines: that is read with it, of one moment. */
  hasMore?: boolean
  find(db: Queryable, bookId: string, id: string): Promise<Row | undefined>
  /** Lines that are at hand are not read again. */
  show(row: Row, ctx: RecordContext, lines?: readonly unknown[]): Promise<Reply<View>>
}

type Referenced<Row extends { id: string; version: number }, View> = RecordKind<Row, View> & { family: Family }

/** The record of a path `…/{id}`. */
export const ofPath =
  <Row extends { id: string; version: number }, View>({ find }: Pick<RecordKind<Row, View>, 'find'>) =>
  ({ id }: Record<string, string>, { db, account }: FindContext): Promise<Row | undefined> =>
    find(db, account.book.id, id!)

/** The record of a path `…/{id}/lines/{line_id}` with that line of it. */
export const lineOfPath =
  <Row extends { id: string; version: number }, View, Line extends { id: string }>(
    kind: Pick<RecordKind<Row, View>, 'find'>,
    listLines: (db: Queryable, bookId: string, id: string) => Promise<Line[]>,
  ) =>
  async (
    { id, line_id }: Record<string, string>,
    { db, account }: FindContext,
  ): Promise<{ owner: Row; line: Line; version: number } | undefined> => {
    const owner = await kind.find(db, account.book.id, id!)
    const lines = owner ? await listLines(db, account.book.id, owner.id) : []
    const line = lines.find(each => each.id === line_id)
    return owner && line && { owner, line, version: owner.version }
  }

export const defineGet = <Row extends { id: string; version: number }, View>(kind: RecordKind<Row, View>): Endpoint =>
  defineEndpoint<'GET', View, undefined, undefined, Row>({
    id: `${kind.id}.get`,
    method: 'GET',
    path: `${kind.path}/{id}`,
    summary: `Get ${kind.name}`,
    access: kind.read,
    returns: { status: 200, schema: kind.schema, etag: true },
    errors: [],
    isOfOneMoment: kind.hasMore ?? false,
    isLookUp: true,
    record: ofPath(kind),
    handle: ({ record }, ctx) => kind.show(record, ctx),
  })

export const defineByReference = <Row extends { id: string; version: number }, View>(
  kind: Referenced<Row, View>,
): Endpoint =>
  defineEndpoint<'GET', View, undefined, undefined, Row>({
    id: `${kind.id}.getByExternalRef`,
    method: 'GET',
    path: `${kind.path}/by-external-ref/{system}/{id}`,
    summary: `Get ${kind.name} by its external reference`,
    access: kind.read,
    params: ExternalRef,
    returns: { status: 200, schema: kind.schema, etag: true },
    errors: [],
    isOfOneMoment: kind.hasMore ?? false,
    isLookUp: true,
    async record(params, { db, account }) {
      const taken = await findByReference(db, account.book.id, { family: kind.family, ref: params as ExternalRef })
      return taken && kind.find(db, account.book.id, taken.object_id)
    },
    // In a sandbox that was emptied, the reference may lead to another record of the same version.
    handle: async ({ record }, ctx) => ({
      ...(await kind.show(record, ctx)),
      ...(!ctx.account.book.isLive && { mayDiffer: true }),
    }),
  })

/** A new document with its lines. */
export interface WithLines<Row, Line> {
  row: Row
  lines: readonly Line[]
}

export const partsOf = <Row extends object, Line>(
  made: Row | WithLines<Row, Line>,
): { row: Row; lines?: readonly Line[] } => ('row' in made ? made : { row: made })

interface Creation<Row> {
  ref: ExternalRef | undefined
  onConflict: 'return' | undefined
  make: () => Promise<Row | WithLines<Row, unknown>>
}

/** The answer of a create: the new record, or with `on_conflict=return` the one that carries the reference already. */
export async function createOnce<Row extends { id: string; version: number }, View>(
  ctx: WriteContext,
  kind: Referenced<Row, View>,
  { make, ...asked }: Creation<Row>,
): Promise<Reply<View>> {
  const { family, object } = kind
  const takenBy = await resolveReference(ctx, { family, object, ...asked })
  const existing = takenBy === undefined ? undefined : await kind.find(ctx.tx, ctx.account.book.id, takenBy)
  const { row, lines } = partsOf<Row, unknown>(existing ?? (await make()))
  return {
    ...(await kind.show(row, ctx, lines)),
    ...(existing && { status: 200 as const }),
    location: locationOf(object, row.id),
  }
}
