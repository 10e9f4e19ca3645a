/** Repacks: list, detail, create, confirm, cancel. */
import { Type } from 'typebox'
import { ExternalRefText, OnConflict, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { allowedActions } from '../../../contract/workflow.ts'
import { sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { createdOnce, defineByReference, defineGet, ofPath } from '../../../kernel/record.ts'
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

const repacks = {
  id: 'repacks',
  path: '/repacks',
  name: 'a repack',
  object: 'repack',
  family: 'repack',
  read,
  schema: Repack,
  find: findRepack,
  show: async (repack: RepackRow, ctx: RecordContext) => shown(repack, ctx),
} as const

const repackOfPath = ofPath(repacks)

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
    const conditions = conditionsOf(filters, {
      status: is(sql`r.status`),
      warehouse_id: is(sql`r.warehouse_id`),
      external_ref: text => carriesReference(bookId, 'repack', text),
    })
    return listRepacks(ctx.db, bookId, [...where, ...conditions], page)
  },
  view: (row, ctx) => repackView(row, ctx.account.book.isLive),
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
  handle: ({ body, query }, ctx) =>
    createdOnce(ctx, repacks, { ref: body.external_ref, onConflict: query.on_conflict }, () => addRepack(ctx, body)),
})

export const repackEndpoints: readonly Endpoint[] = [
  list,
  create,
  defineGet(repacks),
  defineByReference(repacks),
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
