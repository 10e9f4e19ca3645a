/** Goods receipts and stock issues: the same endpoints for both families. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import {
  type AnyShape,
  DataOf,
  DateText,
  ExternalRefText,
  OnConflict,
  OneOf,
  Shape,
  type Typed,
  Uuid,
} from '../../../contract/schema.ts'
import type { Queryable } from '../../../db/pool.ts'
import { plannedAnew, type Sql, sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint, type Reply } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { createdOnce, defineByReference, defineGet, lineOfPath, ofPath } from '../../../kernel/record.ts'
import { decimal, moneyText, plain } from '../../../lib/decimal.ts'
import { containing } from '../../../lib/search-text.ts'
import { withoutUnit } from '../../core/units/actions.ts'
import { unitPriceOf } from '../posting/rules.ts'
import { addDocument, changeDocument } from './actions.ts'
import { addLine, changeLine } from './lines.ts'
import {
  type DetailedDocument,
  type DocumentCreate,
  type DocumentPatch,
  detailOf,
  IssueCreate,
  IssueLineCreate,
  IssueLinePatch,
  IssuePatch,
  type LineCreate,
  type LinePatch,
  listedOf,
  type MovementType,
  movementPurposes,
  ReceiptCreate,
  ReceiptLineCreate,
  ReceiptLinePatch,
  ReceiptPatch,
  StockAllocation,
  StockLine,
  stockStatuses,
} from './schema.ts'
import { findDocument, listAllocations, listDocuments, listLines, type StockDocument } from './store.ts'
import { cancel, confirm, revertToDraft, type Transition } from './transitions.ts'
import { detailView, lineView, listedView } from './view.ts'
import { stockDocument } from './workflow.ts'

interface Family {
  type: MovementType
  object: 'goods_receipt' | 'stock_issue'
  id: string
  path: '/goods-receipts' | '/stock-issues'
  one: string
  many: string
  create: AnyShape & Typed<DocumentCreate>
  patch: AnyShape & Typed<DocumentPatch>
  lineCreate: AnyShape & Typed<LineCreate>
  linePatch: AnyShape & Typed<LinePatch>
}

const receipts: Family = {
  type: 'receipt',
  object: 'goods_receipt',
  id: 'goodsReceipts',
  path: '/goods-receipts',
  one: 'a goods receipt',
  many: 'goods receipts',
  create: ReceiptCreate,
  patch: ReceiptPatch,
  lineCreate: ReceiptLineCreate,
  linePatch: ReceiptLinePatch,
}

const issues: Family = {
  type: 'issue',
  object: 'stock_issue',
  id: 'stockIssues',
  path: '/stock-issues',
  one: 'a stock issue',
  many: 'stock issues',
  create: IssueCreate,
  patch: IssuePatch as AnyShape & Typed<DocumentPatch>,
  lineCreate: IssueLineCreate,
  linePatch: IssueLinePatch,
}

const read = { scopes: ['stock:read'] } as const
const write = { scopes: ['stock:write'] } as const

const filters = Shape({
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number or the notes.' })),
  status: Type.Optional(OneOf(stockStatuses)),
  movement_purpose: Type.Optional(OneOf(movementPurposes)),
  warehouse_id: Type.Optional(Uuid),
  partner_id: Type.Optional(Uuid),
  order_id: Type.Optional(Uuid),
  item_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Documents with a line of this item.' })),
  date_from: Type.Optional(DateText),
  date_to: Type.Optional(DateText),
  external_ref: Type.Optional(ExternalRefText),
})
/** As an array, so that it is found once and not joined with the names first. */
const hasItem = (bookId: string, itemId: string): Sql => sql`r.id = any (array(
  select document_id
    from stock_lines
   where book_id = ${bookId} and item_id = ${itemId})) ${plannedAnew}`

async function shown(document: StockDocument, ctx: RecordContext): Promise<Reply<DetailedDocument>> {
  const lines = await listLines(ctx.db, ctx.account.book.id, document.id)
  return { body: detailView(document, lines, ctx.account.book.isLive), version: document.version }
}

/** What the kernel needs to know of a family. */
const kindOf = (family: Family) =>
  ({
    id: family.id,
    path: family.path,
    name: family.one,
    object: family.object,
    family: 'stock_document',
    read,
    schema: detailOf(family.type),
    find: (db: Queryable, bookId: string, id: string) => findDocument(db, bookId, family.type, id),
    show: shown,
  }) as const

const documentOf = (family: Family) => ofPath(kindOf(family))
const lineOfDocument = (family: Family) => lineOfPath(kindOf(family), listLines)

const familyEndpoints = (family: Family): Endpoint[] => [
  listOf(family),
  createOf(family),
  defineGet(kindOf(family)),
  defineByReference(kindOf(family)),
  patchOf(family),
  ...linesOf(family),
  ...actionsOf(family),
]

const listOf = (family: Family): Endpoint =>
  defineList({
    id: `${family.id}.list`,
    path: family.path,
    summary: `List ${family.many}`,
    description: 'Without their lines.',
    access: read,
    filters,
    record: listedOf(family.type),
    select(ctx, { filters: asked, where }, page) {
      const bookId = ctx.account.book.id
      const conditions = conditionsOf(asked, {
        search: words => sql`r.search_text like ${containing(words)} ${plannedAnew}`,
        status: is(sql`r.status`),
        movement_purpose: is(sql`r.movement_purpose`),
        warehouse_id: is(sql`r.warehouse_id`),
        partner_id: is(sql`r.partner_id`),
        order_id: is(sql`r.order_id`),
        item_id: id => hasItem(bookId, id),
        date_from: day => sql`r.date >= ${day}::date ${plannedAnew}`,
        date_to: day => sql`r.date <= ${day}::date ${plannedAnew}`,
        external_ref: text => carriesReference(bookId, 'stock_document', text),
      })
      return listDocuments(ctx.db, bookId, [sql`r.movement_type = ${family.type}`, ...where, ...conditions], page)
    },
    view: (row, ctx) => listedView(row, ctx.account.book.isLive),
  })

const createOf = (family: Family): Endpoint =>
  defineEndpoint({
    id: `${family.id}.create`,
    method: 'POST',
    path: family.path,
    summary: `Create ${family.one}`,
    description: 'A draft: it moves no stock until it is confirmed.',
    access: write,
    query: Shape({ on_conflict: OnConflict }),
    body: family.create,
    returns: { status: 201, schema: detailOf(family.type), etag: true },
    errors: ['external_ref_conflict', 'system_warehouse', 'unit_mismatch', 'unit_not_available', 'quantity_scale'],
    handle: ({ body, query }, ctx) =>
      createdOnce(ctx, kindOf(family), { ref: body.external_ref, onConflict: query.on_conflict }, () =>
        addDocument(ctx, family.type, body),
      ),
  })

const patchOf = (family: Family): Endpoint =>
  defineEndpoint({
    id: `${family.id}.update`,
    method: 'PATCH',
    path: `${family.path}/{id}`,
    summary: `Change ${family.one}`,
    description: 'Only a draft. Absent fields stay, null clears.',
    access: write,
    body: family.patch,
    returns: { status: 200, schema: detailOf(family.type), etag: true },
    errors: ['stale_version', 'invalid_transition'],
    record: documentOf(family),
    handle: async ({ body, record }, ctx) => shown(await changeDocument(ctx, record, body), ctx),
  })

/** The line, with the tag and the place of its document. */
const lineErrors = [
  'stale_version',
  'invalid_transition',
  'unit_mismatch',
  'unit_not_available',
  'quantity_scale',
  'conflict',
] as const

const linesOf = (family: Family): Endpoint[] => [
  defineEndpoint({
    id: `${family.id}.lines.create`,
    method: 'POST',
    path: `${family.path}/{id}/lines`,
    summary: `Add a line to ${family.one}`,
    description: 'Only a draft. The ETag and the Location are those of the document.',
    access: write,
    body: family.lineCreate,
    returns: { status: 201, schema: StockLine, etag: true },
    errors: lineErrors,
    record: documentOf(family),
    async handle({ body, record }, ctx) {
      const { document, line } = await addLine(ctx, record, body)
      return {
        body: lineView(line, document),
        version: document.version,
        location: locationOf(family.object, document.id),
      }
    },
  }),
  defineEndpoint({
    id: `${family.id}.lines.update`,
    method: 'PATCH',
    path: `${family.path}/{id}/lines/{line_id}`,
    summary: `Change a line of ${family.one}`,
    description: 'Only of a draft. `issued_quantity` is posted instead of the quantity; 0 skips the line.',
    access: write,
    body: family.linePatch,
    faults: withoutUnit('quantity'),
    returns: { status: 200, schema: StockLine, etag: true },
    errors: lineErrors,
    record: lineOfDocument(family),
    async handle({ body, record }, ctx) {
      const { document, line } = await changeLine(ctx, record.owner, record.line, body)
      return { body: lineView(line, document), version: document.version }
    },
  }),
]

const moved = ({ document, lines, effects }: Transition, ctx: RecordContext): Reply<DetailedDocument> => ({
  body: detailView(document, lines, ctx.account.book.isLive),
  version: document.version,
  effects: { scopes: ['stock:read'], shown: effects },
})

const actionsOf = (family: Family): Endpoint[] =>
  defineActions({
    id: family.id,
    path: `${family.path}/{id}`,
    name: family.one,
    access: write,
    workflow: stockDocument,
    record: documentOf(family),
    returns: detailOf(family.type),
    run: {
      confirm: async (ctx, document) => moved(await confirm(ctx, document), ctx),
      cancel: async (ctx, document) => moved(await cancel(ctx, document), ctx),
      revert_to_draft: async (ctx, document) => moved(await revertToDraft(ctx, document), ctx),
    },
  })

const allocations = defineEndpoint({
  id: 'stockIssues.allocations',
  method: 'GET',
  path: '/stock-issues/{id}/allocations',
  summary: 'The layers a stock issue took from',
  description: 'Empty until it is confirmed. They never change while it is.',
  access: read,
  returns: { status: 200, schema: DataOf(StockAllocation) },
  errors: [],
  record: documentOf(issues),
  async handle({ record }, { db, account }) {
    const rows = await listAllocations(db, account.book.id, record.id)
    const data = rows.map(({ line_id, lot_id, quantity, value }) => ({
      object: 'stock_allocation' as const,
      line_id,
      lot_id,
      quantity,
      unit_price: plain(unitPriceOf(decimal(value), decimal(quantity))),
      value: moneyText(value),
    }))
    return { body: { data } }
  },
})

export const stockDocumentEndpoints: readonly Endpoint[] = [
  ...familyEndpoints(receipts),
  ...familyEndpoints(issues),
  allocations,
]
