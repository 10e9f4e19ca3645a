/** Contacts as the wire shows them. */
import type { Contact as ContactRecord, ContactWithPartner } from './schema.ts'
import type { Contact } from './store.ts'

const common = (contact: Contact) => ({
  name: contact.name,
  position: contact.position,
  email: contact.email,
  phone: contact.phone,
  mobile: contact.mobile,
  is_primary: contact.is_primary,
})

const stamps = ({ created_at, updated_at }: Contact, livemode: boolean) => ({ livemode, created_at, updated_at })

export const contactView = (contact: Contact, livemode: boolean): ContactRecord => ({
  object: 'contact',
  id: contact.id,
  partner_id: contact.partner_id,
  ...common(contact),
  notes: contact.notes,
  ...stamps(contact, livemode),
})

export const contactWithPartnerView = (contact: Contact, livemode: boolean): ContactWithPartner => ({
  object: 'contact',
  id: contact.id,
  partner: { id: contact.partner_id, name: contact.partner_name },
  ...common(contact),
  ...stamps(contact, livemode),
})
