/** Repacks: list, detail, create, confirm, cancel. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { ExternalRef, ExternalRefText, OnConflict, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { allowedActions } from '../../../contract/workflow.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference, findByReference, takenReference } from '../../../kernel/external-refs.ts'
import { defineList } from '../../../kernel/list.ts'
import { addRepack, cancelRepack, confirmRepack } from './actions.ts'
import { Repack, RepackCreate, repackWorkflow } from './schema.ts'
import { findRepack, listRepacks, type Repack as RepackRow } from './store.ts'

const read = { scopes: ['stock:read'] } as const
const write = { scopes: ['stock:write'] } as const

const repackView = (repack: RepackRow, livemode: boolean): Repack => ({
  object: 'repack',
  id: repack.id,
  number: repack.number,
  status: repack.status,
  date: repack.date,
  warehouse: { id: repack.warehouse_id, name: repack.warehouse_name },
  stock_issue_id: repack.issue_id,
  goods_receipt_id: repack.receipt_id,
  notes: repack.notes,
  external_ref: repack.external_system === null ? null : { system: repack.external_system, id: repack.external_id! },
  allowed_actions: allowedActions(repackWorkflow, repack.status),
  livemode,
  created_at: repack.created_at,
  updated_at: repack.updated_at,
})

const shown = (repack: RepackRow, { account }: RecordContext) => ({
  body: repackView(repack, account.book.isLive),
  version: repack.version,
})

const repackOfPath = ({ id }: Record<string, string>, { db, account }: RecordContext) =>
  findRepack(db, account.book.id, id!)

const list = defineList({
  id: 'repacks.list',
  path: '/repacks',
  summary: 'List repacks',
  access: read,
  filters: Shape({
    status: Type.Optional(OneOf(['draft', 'confirmed', 'cancelled'])),
    warehouse_id: Type.Optional(Uuid),
    external_ref: Type.Optional(ExternalRefText),
  }),
  record: Repack,
  select(ctx, { filters, where }, page) {
    const bookId = ctx.account.book.id
    const conditions: Sql[] = [...where]
    if (filters.status !== undefined) conditions.push(sql`r.status = ${filters.status}`)
    if (filters.warehouse_id !== undefined) conditions.push(sql`r.warehouse_id = ${filters.warehouse_id}`)
    if (filters.external_ref !== undefined) conditions.push(carriesReference(bookId, 'repack', filters.external_ref))
    return listRepacks(ctx.db, bookId, conditions, page)
  },
  view: (row, ctx) => repackView(row, ctx.account.book.isLive),
})

const get = defineEndpoint({
  id: 'repacks.get',
  method: 'GET',
  path: '/repacks/{id}',
  summary: 'A repack',
  access: read,
  returns: { status: 200, schema: Repack, etag: true },
  errors: [],
  record: repackOfPath,
  handle: async ({ record }, ctx) => shown(record, ctx),
})

const byReference = defineEndpoint({
  id: 'repacks.getByExternalRef',
  method: 'GET',
  path: '/repacks/by-external-ref/{system}/{id}',
  summary: 'The repack that carries an own identifier',
  access: read,
  params: ExternalRef,
  returns: { status: 200, schema: Repack, etag: true },
  errors: [],
  async record(params, { db, account }) {
    const taken = await findByReference(db, account.book.id, 'repack', params as ExternalRef)
    return taken && findRepack(db, account.book.id, taken.object_id)
  },
  handle: async ({ record }, ctx) => shown(record, ctx),
})

const create = defineEndpoint({
  id: 'repacks.create',
  method: 'POST',
  path: '/repacks',
  summary: 'Create a repack',
  description: 'A draft issue of what goes in and a draft receipt of what comes out; they are confirmed together.',
  access: write,
  query: Shape({ on_conflict: OnConflict }),
  body: RepackCreate,
  returns: { status: 201, schema: Repack, etag: true },
  errors: ['external_ref_conflict', 'system_warehouse', 'unit_mismatch', 'unit_not_available', 'quantity_scale'],
  async handle({ body, query }, ctx) {
    const wanted = {
      family: 'repack',
      object: 'repack',
      ref: body.external_ref,
      onConflict: query.on_conflict,
    } as const
    const takenBy = await takenReference(ctx, wanted)
    const existing = takenBy === undefined ? undefined : await findRepack(ctx.tx, ctx.account.book.id, takenBy)
    const repack = existing ?? (await addRepack(ctx, body))
    return { ...shown(repack, ctx), ...(existing && { status: 200 }), location: locationOf('repack', repack.id) }
  },
})

export const repackEndpoints: readonly Endpoint[] = [
  list,
  create,
  get,
  byReference,
  ...defineActions({
    id: 'repacks',
    path: '/repacks/{id}',
    name: 'a repack',
    access: write,
    workflow: repackWorkflow,
    record: repackOfPath,
    returns: Repack,
    run: {
      confirm: async (ctx, repack) => shown(await confirmRepack(ctx, repack), ctx),
      cancel: async (ctx, repack) => shown(await cancelRepack(ctx, repack), ctx),
    },
  }),
]
