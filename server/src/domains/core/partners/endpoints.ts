/** Partners: list, detail, by own reference, create, change. */
import { Type } from 'typebox'
import { ExternalRefText, Shape } from '../../../contract/schema.ts'
import { sql, unprepared } from '../../../db/sql.ts'
import { documentChange, documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { is } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { addPartner, changePartner } from './actions.ts'
import { erase } from './erase-endpoint.ts'
import { partners } from './record.ts'
import { PartnerCreate, PartnerPatch } from './schema.ts'

const filters = Shape({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of the name, ico or dic; accents and case do not matter.',
    }),
  ),
  ico: Type.Optional(Type.String({ maxLength: 20, description: 'Exact business id.' })),
  external_ref: Type.Optional(ExternalRefText),
  is_customer: Type.Optional(Type.Boolean({ description: 'Only customers, or only the others.' })),
  is_supplier: Type.Optional(Type.Boolean({ description: 'Only suppliers, or only the others.' })),
  is_active: Type.Optional(Type.Boolean({ description: 'Only active ones, or only inactive ones.' })),
})

const list = documentList(partners, {
  filters,
  // It begins with the name, without case and accents.
  sorts: { name: { by: sql`r.search_text collate "C"`, type: 'text' } },
  rules: bookId => ({
    search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
    ico: is(sql`r.ico`),
    is_customer: is(sql`r.is_customer`),
    is_supplier: is(sql`r.is_supplier`),
    is_active: is(sql`r.is_active`),
    external_ref: text => carriesReference(bookId, 'partner', text),
  }),
})

const create = documentCreate(partners, {
  body: PartnerCreate,
  errors: ['duplicate_ico', 'partner_limit'],
  sharing: 'side_by_side',
  run: addPartner,
})

const [get, ...byReference] = documentReads(partners)

const change = documentChange(partners, {
  description: 'Absent fields are kept, null clears; the address is merged key by key.',
  body: PartnerPatch,
  errors: ['duplicate_ico'],
  emits: ['partner.updated'],
  run: changePartner,
})

export const partnerEndpoints: readonly Endpoint[] = [list, create, get, change, erase, ...byReference]
