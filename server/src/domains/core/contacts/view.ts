/** Between the wire and the domain of contacts. */
import { keep } from '../../../lib/merge.ts'
import type { ContactCreate, ContactPatch, Contact as ContactRecord, ContactWithPartner } from './schema.ts'
import type { Contact, ContactFields, ContactRow } from './store.ts'

export const contactView = (contact: Contact, livemode: boolean): ContactRecord => ({
  object: 'contact',
  id: contact.id,
  partner_id: contact.partnerId,
  name: contact.name,
  position: contact.position,
  email: contact.email,
  phone: contact.phone,
  mobile: contact.mobile,
  is_primary: contact.isPrimary,
  notes: contact.notes,
  livemode,
  created_at: contact.createdAt,
  updated_at: contact.updatedAt,
})

export const contactWithPartnerView = (
  row: ContactRow & { partner_name: string },
  livemode: boolean,
): ContactWithPartner => ({
  object: 'contact',
  id: row.id,
  partner: { id: row.partner_id, name: row.partner_name },
  name: row.name,
  position: row.position,
  email: row.email,
  phone: row.phone,
  mobile: row.mobile,
  is_primary: row.is_primary,
  livemode,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const blank: ContactFields = {
  name: '',
  position: null,
  email: null,
  phone: null,
  mobile: null,
  isPrimary: false,
  notes: null,
}

/** Absent keeps, null clears. */
export function patchedContact(before: ContactFields, body: ContactPatch): ContactFields {
  return {
    name: keep(body.name, before.name),
    position: keep(body.position, before.position),
    email: keep(body.email, before.email),
    phone: keep(body.phone, before.phone),
    mobile: keep(body.mobile, before.mobile),
    isPrimary: keep(body.is_primary, before.isPrimary),
    notes: keep(body.notes, before.notes),
  }
}

export const newContact = (body: ContactCreate): ContactFields => patchedContact(blank, body)
