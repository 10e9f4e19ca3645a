/** Goods receipts and stock issues: the same endpoints for both. */

import { Type } from 'typebox'
import {
  type AnyShape,
  DataOf,
  DateText,
  described,
  ExternalRefText,
  OneOf,
  Shape,
  SomeOf,
  type Static,
  type Typed,
  Uuid,
} from '../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import {
  documentChange,
  documentCreate,
  documentList,
  documentReads,
  rowOfPath,
} from '../../../kernel/document-endpoints.ts'
import { documentLines } from '../../../kernel/document-lines.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { betweenDays, is, isAnyOf } from '../../../kernel/filters.ts'
import { decimal, moneyText, plain } from '../../../lib/decimal.ts'
import { containing } from '../../../lib/search-text.ts'
import { withoutUnit } from '../../core/index.ts'
import { unitPriceOf } from '../posting/rules.ts'
import { addDocument } from './actions.ts'
import { changeDocument } from './changes.ts'
import { documentOf, stockIssues } from './document.ts'
import { addLine, changeLine } from './lines.ts'
import {
  type DocumentCreate,
  type DocumentPatch,
  IssueCreate,
  IssueLineCreate,
  IssueLinePatch,
  IssuePatch,
  type LineCreate,
  type LinePatch,
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
import { listAllocations } from './store.ts'
import { issueActions, receiptActions } from './transitions.ts'

const commonFilters = {
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number or the notes.' })),
  status: Type.Optional(SomeOf(stockStatuses)),
  movement_purpose: Type.Optional(OneOf(movementPurposes)),
  warehouse_id: Type.Optional(Uuid),
  partner_id: Type.Optional(Uuid),
  order_id: Type.Optional(Uuid),
  batch_id: Type.Optional(Uuid),
  item_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Documents with a line of this item.' })),
  date_from: Type.Optional(DateText),
  date_to: Type.Optional(DateText),
  external_ref: Type.Optional(ExternalRefText),
}
const receiptFilters = Shape({
  ...commonFilters,
  source_issue_id: Type.Optional(described<string>(Uuid, 'Receipts of this transfer: the issue the goods left with.')),
})
const filtersOf: Record<MovementType, AnyShape & Typed<Static<typeof receiptFilters>>> = {
  receipt: receiptFilters,
  issue: Shape(commonFilters),
}
/** As an array, so that it is found once and not joined with the names first. */
const hasItem = (bookId: string, itemId: string): Sql => sql`r.id = any (array(
  select document_id
    from stock_lines
   where book_id = ${bookId} and item_id = ${itemId})) ${unprepared}`

const listOf = (type: MovementType): Endpoint =>
  documentList(documentOf({ movement_type: type }), {
    description: 'Without lines.',
    filters: filtersOf[type],
    rules: bookId => ({
      search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
      status: isAnyOf(sql`r.status`),
      movement_purpose: is(sql`r.movement_purpose`),
      warehouse_id: is(sql`r.warehouse_id`),
      partner_id: is(sql`r.partner_id`),
      order_id: is(sql`r.order_id`),
      batch_id: is(sql`r.batch_id`),
      source_issue_id: is(sql`r.source_issue_id`),
      item_id: id => hasItem(bookId, id),
      ...betweenDays(sql`r.date`),
      external_ref: text => carriesReference(bookId, 'stock_document', text),
    }),
  })

/** What callers send of each type. */
interface Bodies {
  create: AnyShape & Typed<DocumentCreate>
  patch: AnyShape & Typed<DocumentPatch>
  lineCreate: AnyShape & Typed<LineCreate>
  linePatch: AnyShape & Typed<LinePatch>
}

const receiptBodies: Bodies = {
  create: ReceiptCreate,
  patch: ReceiptPatch,
  lineCreate: ReceiptLineCreate,
  linePatch: ReceiptLinePatch,
}

const issueBodies: Bodies = {
  create: IssueCreate,
  patch: IssuePatch,
  lineCreate: IssueLineCreate,
  linePatch: IssueLinePatch,
}

const unitErrors = ['unit_mismatch', 'unit_not_available', 'quantity_scale'] as const

const endpointsOf = (type: MovementType, bodies: Bodies): Endpoint[] => {
  const document = documentOf({ movement_type: type })
  return [
    listOf(type),
    documentCreate(document, {
      description: 'Creates a draft: it moves no stock until it is confirmed.',
      body: bodies.create,
      errors: ['system_warehouse', ...unitErrors],
      run: (ctx, body) => addDocument(ctx, type, body),
    }),
    ...documentReads(document),
    documentChange(document, {
      description: 'Drafts only. Absent fields are kept, null clears.',
      body: bodies.patch,
      errors: [],
      run: changeDocument,
    }),
    ...documentLines(document, {
      shape: StockLine,
      create: {
        summary: `Add a line to ${document.name}`,
        description: 'Drafts only. ETag and Location are those of the document.',
        body: bodies.lineCreate,
        errors: [...unitErrors, 'conflict'],
        run: addLine,
      },
      change: {
        summary: `Update a line of ${document.name}`,
        description: 'Drafts only. `issued_quantity` is posted instead of the quantity; 0 skips the line.',
        body: bodies.linePatch,
        bodyErrors: withoutUnit('quantity'),
        errors: [...unitErrors, 'conflict'],
        run: changeLine,
      },
    }),
  ]
}

const issueOfPath = rowOfPath(stockIssues)

const allocations = defineEndpoint({
  id: 'stockIssues.allocations',
  method: 'GET',
  path: '/stock-issues/{id}/allocations',
  summary: 'List the layers a stock issue took from',
  description: 'Empty until it is confirmed. Fixed while it is confirmed.',
  access: stockIssues.access.read,
  returns: { status: 200, schema: DataOf(StockAllocation) },
  errors: [],
  record: issueOfPath,
  async handle({ record }, { db, account }) {
    const rows = await listAllocations(db, account.book.id, record.id)
    const data = rows.map(({ line_id, lot_id, lot_number, quantity, value }) => ({
      object: 'stock_allocation' as const,
      line_id,
      lot_id,
      lot_number,
      quantity,
      unit_price: plain(unitPriceOf(decimal(value), decimal(quantity))),
      value: moneyText(value),
      livemode: account.book.isLive,
    }))
    return { body: { data } }
  },
})

export const stockDocumentEndpoints: readonly Endpoint[] = [
  ...endpointsOf('receipt', receiptBodies),
  ...receiptActions.endpoints,
  ...endpointsOf('issue', issueBodies),
  ...issueActions.endpoints,
  allocations,
]
