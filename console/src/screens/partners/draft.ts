/** A partner as its form holds it, and the body it becomes. */
import type { Partner } from '@cellarbook/sdk'
import { integerOf } from '../../patterns/bind.ts'

export interface AddressDraft {
  street: string
  city: string
  zip: string
  country_id: string
}

export type PartnerDraft = {
  name: string
  ico: string
  dic: string
  email: string
  phone: string
  mobile: string
  web: string
  payment_terms: string
  price_list_id: string
  notes: string
  is_customer: boolean
  is_supplier: boolean
  is_active: boolean
  address: AddressDraft
}

export const blankPartner = (): PartnerDraft => ({
  name: '',
  ico: '',
  dic: '',
  email: '',
  phone: '',
  mobile: '',
  web: '',
  payment_terms: '',
  price_list_id: '',
  notes: '',
  is_customer: true,
  is_supplier: false,
  is_active: true,
  address: { street: '', city: '', zip: '', country_id: '' },
})

export const draftOfPartner = (partner: Partner): PartnerDraft => ({
  name: partner.name,
  ico: partner.ico ?? '',
  dic: partner.dic ?? '',
  email: partner.email ?? '',
  phone: partner.phone ?? '',
  mobile: partner.mobile ?? '',
  web: partner.web ?? '',
  payment_terms: String(partner.payment_terms),
  price_list_id: partner.price_list_id ?? '',
  notes: partner.notes ?? '',
  is_customer: partner.is_customer,
  is_supplier: partner.is_supplier,
  is_active: partner.is_active,
  address: {
    street: partner.address.street ?? '',
    city: partner.address.city ?? '',
    zip: partner.address.zip ?? '',
    country_id: partner.address.country_id ?? '',
  },
})

const nulled = (held: object): object =>
  Object.fromEntries(Object.entries(held).map(([name, value]) => [name, value === '' ? null : value]))

/** Empty fields become null; terms nobody gave are left to the service. */
export function bodyOfPartner({ payment_terms, address, name, ...rest }: Partial<PartnerDraft>): object {
  return {
    ...nulled(rest),
    ...(name !== undefined && { name }),
    ...(payment_terms && { payment_terms: integerOf(payment_terms) }),
    ...(address && { address: nulled(address) }),
  }
}
