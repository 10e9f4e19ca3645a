/** Packaging adjustments: list, detail, by own reference, create. */
import { Type } from 'typebox'
import { ExternalRefText, Shape, Uuid } from '../../../../contract/schema.ts'
import { sql } from '../../../../db/sql.ts'
import { documentCreate, documentList, documentReads } from '../../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../../kernel/endpoint.ts'
import { carriesReference } from '../../../../kernel/external-refs.ts'
import { is } from '../../../../kernel/filters.ts'
import { addAdjustment } from './actions.ts'
import { adjustments } from './record.ts'
import { AdjustmentCreate } from './schema.ts'

export const adjustmentEndpoints: readonly Endpoint[] = [
  documentList(adjustments, {
    description: 'Without lines.',
    filters: Shape({ partner_id: Type.Optional(Uuid), external_ref: Type.Optional(ExternalRefText) }),
    rules: bookId => ({
      partner_id: is(sql`r.partner_id`),
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
