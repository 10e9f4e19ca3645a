/** Contacts: of one partner, and across partners. */
import { Type } from 'typebox'
import { apiPrefix } from '../../../contract/locations.ts'
import { Shape, Uuid } from '../../../contract/schema.ts'
import { sql, unprepared } from '../../../db/sql.ts'
import type { FindContext } from '../../../kernel/context.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { containing } from '../../../lib/search-text.ts'
import { partnerOfPath } from '../partners/record.ts'
import { addContact, changeContact } from './actions.ts'
import { Contact, ContactCreate, ContactPatch, ContactWithPartner } from './schema.ts'
import { type Contact as ContactData, contactTable, findContact } from './store.ts'
import { contactView, contactWithPartnerView } from './view.ts'

export const contactsOfPartner = defineList({
  id: 'partners.contacts.list',
  path: '/partners/{id}/contacts',
  summary: 'List the contacts of a partner',
  access: { scopes: ['core:read'] },
  filters: Shape({}),
  record: Contact,
  parent: partnerOfPath,
  select: (ctx, { parent, where }, page) =>
    contactTable.page(
      ctx.db,
      { bookId: ctx.account.book.id, where: [...where, sql`r.partner_id = ${parent.id}`] },
      page,
    ),
  view: (row, ctx) => contactView(row, ctx.account.book.isLive),
})

export const contactsList = defineList({
  id: 'contacts.list',
  path: '/contacts',
  summary: 'List the contacts of all partners',
  access: { scopes: ['core:read'] },
  filters: Shape({
    partner_id: Type.Optional(Uuid),
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Part of the name, e-mail, phone or mobile.' }),
    ),
  }),
  record: ContactWithPartner,
  select(ctx, { filters, where }, page) {
    const conditions = conditionsOf(filters, {
      partner_id: is(sql`r.partner_id`),
      search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
    })
    return contactTable.page(ctx.db, { bookId: ctx.account.book.id, where: [...where, ...conditions] }, page)
  },
  view: (row, ctx) => contactWithPartnerView(row, ctx.account.book.isLive),
})

export const contactCreate = defineEndpoint({
  id: 'partners.contacts.create',
  method: 'POST',
  path: '/partners/{id}/contacts',
  summary: 'Create a contact of a partner',
  access: { scopes: ['core:write'] },
  body: ContactCreate,
  returns: { status: 201, schema: Contact, etag: true },
  errors: ['stale_version'],
  emits: ['partner.updated'],
  record: partnerOfPath,
  async handle({ record, body }, ctx) {
    const { contact } = await addContact(ctx, record, body)
    return {
      ...showContact(contact, ctx.account.book.isLive),
      location: `${apiPrefix}/partners/${record.id}/contacts/${contact.id}`,
    }
  },
})

const contactOfPath = ({ id: partnerId, contact_id: id }: Record<string, string>, { db, account }: FindContext) =>
  findContact(db, { bookId: account.book.id, partnerId: partnerId!, id: id! })

export const contactGet = defineEndpoint({
  id: 'partners.contacts.get',
  method: 'GET',
  path: '/partners/{id}/contacts/{contact_id}',
  summary: 'A contact of a partner',
  access: { scopes: ['core:read'] },
  returns: { status: 200, schema: Contact, etag: true },
  errors: [],
  record: contactOfPath,
  handle: async ({ record }, ctx) => showContact(record, ctx.account.book.isLive),
})

export const contactPatch = defineEndpoint({
  id: 'partners.contacts.update',
  method: 'PATCH',
  path: '/partners/{id}/contacts/{contact_id}',
  summary: 'Update a contact of a partner',
  access: { scopes: ['core:write'] },
  body: ContactPatch,
  returns: { status: 200, schema: Contact, etag: true },
  errors: ['stale_version'],
  emits: ['partner.updated'],
  record: contactOfPath,
  handle: async ({ record, body }, ctx) => showContact(await changeContact(ctx, record, body), ctx.account.book.isLive),
})

const showContact = (contact: ContactData, livemode: boolean) => ({
  body: contactView(contact, livemode),
  version: contact.version,
})
