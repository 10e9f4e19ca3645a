/** Partners as the kernel knows them. */
import { referenceOf } from '../../../contract/schema.ts'
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineRecord } from '../../../kernel/plain-record.ts'
import { Partner } from './schema.ts'
import { partnerTable } from './store.ts'

export const partners = defineRecord({
  object: 'partner',
  id: 'partners',
  path: '/partners',
  name: 'a partner',
  many: 'partners',
  access: { read: { scopes: ['core:read'] }, write: { scopes: ['core:write'] } },
  family: 'partner',
  table: partnerTable,
  shape: Partner,
  view: partner => ({
    name: partner.name,
    is_customer: partner.is_customer,
    is_supplier: partner.is_supplier,
    ico: partner.ico,
    dic: partner.dic,
    email: partner.email,
    phone: partner.phone,
    mobile: partner.mobile,
    web: partner.web,
    address: { street: partner.street, city: partner.city, zip: partner.zip, country_id: partner.country_id },
    payment_terms: partner.payment_terms,
    price_list_id: partner.price_list_id,
    notes: partner.notes,
    external_ref: referenceOf(partner),
    is_active: partner.is_active,
    warnings: partner.warnings,
  }),
})

export const partnerOfPath = rowOfPath(partners)
