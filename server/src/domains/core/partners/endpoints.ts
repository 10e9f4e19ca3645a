/** Partners: list, detail, by own reference, create, change. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { ExternalRef, ExternalRefText, OnConflict, Shape } from '../../../contract/schema.ts'
import { plannedAnew, type Sql, sql } from '../../../db/sql.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { carriesReference, findByReference, takenReference } from '../../../kernel/external-refs.ts'
import { defineList } from '../../../kernel/list.ts'
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
  ico: Type.Optional(Type.String({ maxLength: 20, description: 'Exactly this business id.' })),
  external_ref: Type.Optional(ExternalRefText),
  is_customer: Type.Optional(Type.Boolean({ description: 'Only customers, or only the others.' })),
  is_supplier: Type.Optional(Type.Boolean({ description: 'Only suppliers, or only the others.' })),
  is_active: Type.Optional(Type.Boolean({ description: 'Only active ones, or only the others.' })),
})

export const partnersList = defineList({
  id: 'partners.list',
  path: '/partners',
  summary: 'List partners',
  access: { scopes: ['core:read'] },
  filters,
  record: Partner,
  select(ctx, { filters: asked, where }, page) {
    const conditions: Sql[] = [...where]
    if (asked.search !== undefined) conditions.push(sql`r.search_text like ${containing(asked.search)} ${plannedAnew}`)
    if (asked.ico !== undefined) conditions.push(sql`r.ico = ${asked.ico}`)
    if (asked.is_customer !== undefined) conditions.push(sql`r.is_customer = ${asked.is_customer}`)
    if (asked.is_supplier !== undefined) conditions.push(sql`r.is_supplier = ${asked.is_supplier}`)
    if (asked.is_active !== undefined) conditions.push(sql`r.is_active = ${asked.is_active}`)
    if (asked.external_ref !== undefined)
      conditions.push(carriesReference(ctx.account.book.id, 'partner', asked.external_ref))
    return listPartners(ctx.db, ctx.account.book.id, conditions, page)
  },
  view: (row, ctx) => partnerView(partnerOf(row), ctx.account.book.isLive),
})

export const partnerOfPath = ({ id }: Record<string, string>, { db, account }: RecordContext) =>
  findPartner(db, account.book.id, id!)

export const partnerGet = defineEndpoint({
  id: 'partners.get',
  method: 'GET',
  path: '/partners/{id}',
  summary: 'A partner',
  access: { scopes: ['core:read'] },
  returns: { status: 200, schema: Partner, etag: true },
  errors: [],
  record: partnerOfPath,
  handle: async ({ record }, ctx) => shown(record, ctx.account.book.isLive),
})

export const partnerByReference = defineEndpoint({
  id: 'partners.getByExternalRef',
  method: 'GET',
  path: '/partners/by-external-ref/{system}/{id}',
  summary: 'The partner that carries an own identifier',
  access: { scopes: ['core:read'] },
  params: ExternalRef,
  returns: { status: 200, schema: Partner, etag: true },
  errors: [],
  async record(params, { db, account }) {
    const taken = await findByReference(db, account.book.id, 'partner', params as ExternalRef)
    return taken && findPartner(db, account.book.id, taken.object_id)
  },
  handle: async ({ record }, ctx) => shown(record, ctx.account.book.isLive),
})

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
  async handle({ body, query }, ctx) {
    const { book } = ctx.account
    const wanted = {
      family: 'partner',
      object: 'partner',
      ref: body.external_ref,
      onConflict: query.on_conflict,
    } as const
    const takenBy = await takenReference(ctx, wanted)
    const existing = takenBy === undefined ? undefined : await findPartner(ctx.tx, book.id, takenBy)
    const partner = existing ?? (await addPartner(ctx, body))
    return {
      ...shown(partner, book.isLive),
      ...(existing && { status: 200 }),
      location: locationOf('partner', partner.id),
    }
  },
})

export const partnerPatch = defineEndpoint({
  id: 'partners.update',
  method: 'PATCH',
  path: '/partners/{id}',
  summary: 'Change a partner',
  description: 'Absent fields stay, null clears; the address merges key by key.',
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
