/** Use cases of contacts. Each of them is also a change of the partner. */
import { changedFields } from '../../../kernel/changes.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { newId } from '../../../lib/ids.ts'
import { savePartner } from '../partners/actions.ts'
import { findPartner, type Partner } from '../partners/store.ts'
import type { ContactCreate, ContactPatch } from './schema.ts'
import { type Contact, clearPrimary, insertContact, updateContact } from './store.ts'
import { contactView, newContact, patchedContact } from './view.ts'

/** Answers with the partner too: adding the contact made a new version of it. */
export async function addContact(
  ctx: WriteContext,
  before: Partner,
  body: ContactCreate,
): Promise<{ contact: Contact; partner: Partner }> {
  const contact: Contact = {
    ...newContact(body),
    id: newId(),
    partnerId: before.id,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  await clearSiblings(ctx, contact)
  await insertContact(ctx.tx, ctx.account.book.id, contact)
  const partner = await savePartner(ctx, before, ['contacts'])
  return { contact, partner }
}

export async function changeContact(ctx: WriteContext, before: Contact, body: ContactPatch): Promise<Contact> {
  const { book } = ctx.account
  const patched = { ...before, ...patchedContact(before, body) }
  if (changedFields(contactView(before, book.isLive), contactView(patched, book.isLive)).length === 0) return before
  const after = { ...patched, version: before.version + 1, updatedAt: ctx.now }
  await clearSiblings(ctx, after)
  await updateContact(ctx.tx, book.id, after)
  const partner = await findPartner(ctx.tx, book.id, before.partnerId)
  await savePartner(ctx, partner!, ['contacts'])
  return after
}

async function clearSiblings(ctx: WriteContext, contact: Contact): Promise<void> {
  if (!contact.isPrimary) return
  const { id: exceptId, partnerId } = contact
  await clearPrimary(ctx.tx, { bookId: ctx.account.book.id, partnerId, exceptId, now: ctx.now })
}
