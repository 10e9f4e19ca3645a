/** Between the wire and the domain: records out, bodies in. */
import { keep } from '../../../lib/merge.ts'
import type { PartnerCreate, PartnerPatch, Partner as PartnerRecord } from './schema.ts'
import type { Partner, PartnerFields } from './store.ts'

export const partnerView = (partner: Partner, livemode: boolean): PartnerRecord => ({
  object: 'partner',
  id: partner.id,
  name: partner.name,
  is_customer: partner.isCustomer,
  is_supplier: partner.isSupplier,
  ico: partner.ico,
  dic: partner.dic,
  email: partner.email,
  phone: partner.phone,
  mobile: partner.mobile,
  web: partner.web,
  address: {
    street: partner.street,
    city: partner.city,
    zip: partner.zip,
    country_id: partner.countryId,
  },
  payment_terms: partner.paymentTerms,
  price_list_id: partner.priceListId,
  notes: partner.notes,
  external_ref: partner.externalRef,
  is_active: partner.isActive,
  livemode,
  created_at: partner.createdAt,
  updated_at: partner.updatedAt,
})

const blank: PartnerFields = {
  name: '',
  isCustomer: true,
  isSupplier: false,
  ico: null,
  dic: null,
  email: null,
  phone: null,
  mobile: null,
  web: null,
  street: null,
  city: null,
  zip: null,
  countryId: null,
  paymentTerms: 14,
  priceListId: null,
  notes: null,
  isActive: true,
}

/** Absent keeps, null clears; the address is merged key by key. */
export function patchedFields(before: PartnerFields, body: PartnerPatch): PartnerFields {
  const address = body.address ?? {}
  return {
    name: keep(body.name, before.name),
    isCustomer: keep(body.is_customer, before.isCustomer),
    isSupplier: keep(body.is_supplier, before.isSupplier),
    ico: keep(body.ico, before.ico),
    dic: keep(body.dic, before.dic),
    email: keep(body.email, before.email),
    phone: keep(body.phone, before.phone),
    mobile: keep(body.mobile, before.mobile),
    web: keep(body.web, before.web),
    street: keep(address.street, before.street),
    city: keep(address.city, before.city),
    zip: keep(address.zip, before.zip),
    countryId: keep(address.country_id, before.countryId),
    paymentTerms: keep(body.payment_terms, before.paymentTerms),
    priceListId: keep(body.price_list_id, before.priceListId),
    notes: keep(body.notes, before.notes),
    isActive: keep(body.is_active, before.isActive),
  }
}

export const newFields = (body: PartnerCreate): PartnerFields => patchedFields(blank, body)
