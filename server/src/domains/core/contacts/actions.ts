/** Use cases of contacts. Each of them is also a change of the partner. */
import type { WriteContext } from '../../../kernel/context.ts'
import { newId } from '../../../lib/ids.ts'
import { changedFields } from '../../../lib/merge.ts'
import { partners } from '../partners/record.ts'
import { type Partner, partnerTable } from '../partners/store.ts'
import type { ContactCreate, ContactPatch } from './schema.ts'
import { type Contact, clearPrimary, contactTable } from './store.ts'

/** What a body leaves out. */
const blank = { version: 1, position: null, email: null, phone: null, mobile: null, is_primary: false, notes: null }

/** Answers with the partner too: adding the contact made a new version of it. */
export async function addContact(
  ctx: WriteContext,
  before: Partner,
  body: ContactCreate,
): Promise<{ contact: Contact; partner: Partner }> {
  const contact: Contact = {
    ...blank,
    ...body,
    id: newId(),
    partner_id: before.id,
    partner_name: before.name,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await saveContact(ctx, contact)
  return { contact, partner: await partners.update(ctx, before, ['contacts']) }
}

/** Absent keeps, null clears. */
export async function changeContact(ctx: WriteContext, before: Contact, body: ContactPatch): Promise<Contact> {
  const patched: Contact = { ...before, ...body }
  if (changedFields(before, patched).length === 0) return before
  const after = { ...patched, version: before.version + 1, updated_at: ctx.now }
  await saveContact(ctx, after)
  const partner = await partnerTable.get(ctx.tx, ctx.account.book.id, before.partner_id)
  await partners.update(ctx, partner, ['contacts'])
  return after
}

async function saveContact(ctx: WriteContext, contact: Contact): Promise<void> {
  const { id: exceptId, partner_id: partnerId, is_primary } = contact
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  if (is_primary) await clearPrimary(ctx.tx, { ...at, partnerId, exceptId })
  await contactTable.save(ctx.tx, at, [contact])
}
