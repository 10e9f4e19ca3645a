/** The endpoints of a document's lines: add, change, delete. */
import { Type } from 'typebox'
import { locationOf } from '../contract/locations.ts'
import type { AnyShape, TSchema, Typed } from '../contract/schema.ts'
import { assert } from '../lib/assert.ts'
import type { FindContext, WriteContext } from './context.ts'
import type { Document, DocumentRow } from './document.ts'
import { rowOfPath, type Shown, type WriteWords } from './document-endpoints.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { lineOfPath } from './record.ts'

interface LineWords extends WriteWords {
  summary: string
}

/** A line that was written, with the next version of its document. */
export interface WrittenLine<Row, Line> {
  row: Row
  line: Line
}

interface LineEndpoints<Row extends DocumentRow, Line, Shape_, Create, Patch> {
  shape: TSchema & Typed<Shape_>
  create: LineWords & {
    body: AnyShape & Typed<Create>
    run(ctx: WriteContext, row: Row, body: NoInfer<Create>): Promise<WrittenLine<Row, Line>>
  }
  change: LineWords & {
    body: AnyShape & Typed<Patch>
    run(ctx: WriteContext, of: { row: Row; line: Line }, body: NoInfer<Patch>): Promise<WrittenLine<Row, Line>>
  }
  remove?: LineWords & { run(ctx: WriteContext, of: { row: Row; line: Line }): Promise<Row> }
}

/** Where a document is found, and who may write it. */
type Addressed = Pick<Document<DocumentRow, string, unknown, unknown, unknown, unknown>, 'id' | 'path' | 'access'>

/** Lines carry the tag of their document, and are created at its address. */
export function documentLines<
  Row extends DocumentRow,
  View,
  Detail,
  Line extends { id: string },
  Shape_,
  Create,
  Patch,
>(
  document: Shown<Row, View, Detail, Line> & { lines?: { view(line: Line, row: Row): unknown } },
  { shape, create, change, remove }: LineEndpoints<Row, Line, Shape_, Create, Patch>,
): Endpoint[] {
  const lines = document.lines
  assert(lines, `${document.name} has lines`)
  const ofPath = lineOfPath<Row, Detail, Line>(document.table, lines.list)
  const show = ({ row, line }: WrittenLine<Row, Line>) => ({
    body: lines.view(line, row) as Shape_,
    version: row.version,
  })
  const endpoints = [
    defineEndpoint<'POST', Shape_, undefined, Create, Row>({
      ...commonOf(document, 'create', create),
      method: 'POST',
      path: `${document.path}/{id}/lines`,
      body: create.body,
      returns: { status: 201, schema: shape, etag: true },
      record: rowOfPath(document),
      async handle({ body, record }, ctx) {
        const written = await create.run(ctx, record, body)
        return { ...show(written), location: locationOf(document.object, written.row.id) }
      },
    }),
    defineEndpoint<'PATCH', Shape_, undefined, Patch, { owner: Row; line: Line; version: number }>({
      ...commonOf(document, 'update', change),
      method: 'PATCH',
      path: linePath(document),
      body: change.body,
      returns: { status: 200, schema: shape, etag: true },
      record: ofPath,
      handle: async ({ body, record: { owner, line } }, ctx) => show(await change.run(ctx, { row: owner, line }, body)),
    }),
  ]
  return remove ? [...endpoints, lineDeletion(document, remove, ofPath)] : endpoints
}

const linePath = ({ path }: Pick<Addressed, 'path'>): `/${string}` => `${path}/{id}/lines/{line_id}`

const commonOf = ({ id, access }: Addressed, key: string, words: LineWords) => ({
  id: `${id}.lines.${key}`,
  summary: words.summary,
  ...(words.description && { description: words.description }),
  access: access.write,
  errors: ['stale_version', 'invalid_transition', ...words.errors] as const,
  ...(words.emits && { emits: words.emits }),
  ...(words.bodyErrors && { bodyErrors: words.bodyErrors }),
})

const lineDeletion = <Row extends DocumentRow, Line>(
  document: Addressed,
  remove: NonNullable<LineEndpoints<Row, Line, never, never, never>['remove']>,
  record: (
    params: Record<string, string>,
    ctx: FindContext,
  ) => Promise<{ owner: Row; line: Line; version: number } | undefined>,
): Endpoint =>
  defineEndpoint<'DELETE', null, undefined, undefined, { owner: Row; line: Line; version: number }>({
    ...commonOf(document, 'delete', remove),
    method: 'DELETE',
    path: linePath(document),
    // There is nothing to say with it.
    bodyErrors: body => Object.keys(body).map(field => ({ field, code: 'unknown_field', message: 'Unknown field.' })),
    returns: { status: 204, schema: Type.Null(), etag: true },
    record,
    async handle({ record: { owner, line } }, ctx) {
      const row = await remove.run(ctx, { row: owner, line })
      return { body: null, version: row.version }
    },
  })
