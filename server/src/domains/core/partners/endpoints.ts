/** Partners: list, detail, by own reference, create, change. */
import { Type } from 'typebox'
import { ExternalRefText, OnConflict, Shape } from '../../../contract/schema.ts'
import { plannedAnew, sql } from '../../../db/sql.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { createdOnce, defineByReference, defineGet, ofPath } from '../../../kernel/record.ts'
import { containing } from '../../../lib/search-text.ts'
import { addPartner, changePartner } from './actions.ts'
import { Partner, PartnerCreate, PartnerPatch } from './schema.ts'
import { findPartner, listPartners, type Partner as PartnerData, partnerOf } from './store.ts'
import { partnerView } from './view.ts'

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

export const partnersList = defineList({
  id: 'partners.list',
  path: '/partners',
  summary: 'List partners',
  access: { scopes: ['core:read'] },
  filters,
  record: Partner,
  select(ctx, { filters: asked, where }, page) {
    const bookId = ctx.account.book.id
    const conditions = conditionsOf(asked, {
      search: words => sql`r.search_text like ${containing(words)} ${plannedAnew}`,
      ico: is(sql`r.ico`),
      is_customer: is(sql`r.is_customer`),
      is_supplier: is(sql`r.is_supplier`),
      is_active: is(sql`r.is_active`),
      external_ref: text => carriesReference(bookId, 'partner', text),
    })
    return listPartners(ctx.db, bookId, [...where, ...conditions], page)
  },
  view: (row, ctx) => partnerView(partnerOf(row), ctx.account.book.isLive),
})

const partners = {
  id: 'partners',
  path: '/partners',
  name: 'a partner',
  object: 'partner',
  family: 'partner',
  read: { scopes: ['core:read'] },
  schema: Partner,
  find: findPartner,
  show: async (partner: PartnerData, { account }: RecordContext) => shown(partner, account.book.isLive),
} as const

export const partnerOfPath = ofPath(partners)
export const partnerGet = defineGet(partners)
export const partnerByReference = defineByReference(partners)

export const partnerCreate = defineEndpoint({
  id: 'partners.create',
  method: 'POST',
  path: '/partners',
  summary: 'Create a partner',
  access: { scopes: ['core:write'] },
  query: Shape({ on_conflict: OnConflict }),
  body: PartnerCreate,
  returns: { status: 201, schema: Partner, etag: true },
  errors: ['external_ref_conflict', 'duplicate_ico', 'partner_limit'],
  handle: ({ body, query }, ctx) =>
    createdOnce(ctx, partners, { ref: body.external_ref, onConflict: query.on_conflict }, () => addPartner(ctx, body)),
})

export const partnerPatch = defineEndpoint({
  id: 'partners.update',
  method: 'PATCH',
  path: '/partners/{id}',
  summary: 'Update a partner',
  description: 'Absent fields are kept, null clears; the address is merged key by key.',
  access: { scopes: ['core:write'] },
  body: PartnerPatch,
  returns: { status: 200, schema: Partner, etag: true },
  errors: ['stale_version', 'duplicate_ico'],
  record: partnerOfPath,
  async handle({ body, record }, ctx) {
    return shown(await changePartner(ctx, record, body), ctx.account.book.isLive)
  },
})

const shown = (partner: PartnerData, livemode: boolean) => ({
  body: partnerView(partner, livemode),
  version: partner.version,
})
