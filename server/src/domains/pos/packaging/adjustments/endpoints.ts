/** Packaging adjustments: list, detail, by own reference, create. */
import { Type } from 'typebox'
import { DateText, described, ExternalRefText, Shape, Uuid } from '../../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../../db/sql.ts'
import { documentCreate, documentList, documentReads } from '../../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../../kernel/endpoint.ts'
import { carriesReference } from '../../../../kernel/external-refs.ts'
import { betweenDays, is } from '../../../../kernel/filters.ts'
import { addAdjustment } from './actions.ts'
import { adjustments } from './record.ts'
import { AdjustmentCreate } from './schema.ts'

/** Its lines are its movements. */
const moves = (bookId: string, itemId: string): Sql => sql`exists (
  select from packaging_movements m
   where m.book_id = ${bookId} and m.document_id = r.id and m.item_id = ${itemId}) ${unprepared}`

export const adjustmentEndpoints: readonly Endpoint[] = [
  documentList(adjustments, {
    description: 'Without lines.',
    filters: Shape({
      partner_id: Type.Optional(Uuid),
      item_id: Type.Optional(described<string>(Uuid, 'Of the packaging.')),
      date_from: Type.Optional(DateText),
      date_to: Type.Optional(DateText),
      external_ref: Type.Optional(ExternalRefText),
    }),
    rules: bookId => ({
      partner_id: is(sql`r.partner_id`),
      item_id: id => moves(bookId, id),
      ...betweenDays(sql`r.date`),
      external_ref: text => carriesReference(bookId, 'packaging_return', text),
    }),
  }),
  documentCreate(adjustments, {
    description:
      'Opening balances, pieces lost or found: no stock moves, and no money. What was wrong is adjusted back.',
    body: AdjustmentCreate,
    errors: ['packaging_return_exceeds_balance'],
    run: addAdjustment,
  }),
  ...documentReads(adjustments),
]
