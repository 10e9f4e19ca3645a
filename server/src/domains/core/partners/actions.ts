/** Use cases of partners, inside the write transaction. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { changedFields } from '../../../kernel/changes.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { claimReference } from '../../../kernel/external-refs.ts'
import { newId } from '../../../lib/ids.ts'
import { touchContacts } from '../contacts/store.ts'
import { findCountry } from '../countries/store.ts'
import { findUsablePriceList } from '../price-lists/store.ts'
import type { PartnerCreate, PartnerPatch } from './schema.ts'
import { findPartnerByIco, insertPartner, type Partner, type PartnerFields, updatePartner } from './store.ts'
import { newFields, partnerView, patchedFields } from './view.ts'

export async function addPartner(ctx: WriteContext, body: PartnerCreate): Promise<Partner> {
  const { book, tenant } = ctx.account
  const fields = newFields(body)
  await refuseReferences(ctx, fields, undefined)
  if (ctx.counts.partners >= tenant.limits.maxPartners) throw problem('partner_limit')
  await refuseTakenIco(ctx, fields, null)
  const partner: Partner = {
    ...fields,
    id: newId(),
    version: 1,
    externalRef: body.external_ref ?? null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  await insertPartner(ctx.tx, book.id, partner)
  await claimReference(ctx, 'partner', body.external_ref, { object: 'partner', object_id: partner.id })
  ctx.counts.partners += 1
  ctx.emit('partner.created', partnerView(partner, book.isLive))
  return partner
}

/** A patch that changes nothing keeps the version and says nothing. */
export async function changePartner(ctx: WriteContext, before: Partner, body: PartnerPatch): Promise<Partner> {
  const fields = patchedFields(before, body)
  await refuseReferences(ctx, fields, before)
  const isSameFirm = fields.ico === before.ico && fields.countryId === before.countryId
  if (!isSameFirm) await refuseTakenIco(ctx, fields, before.id)
  const { isLive } = ctx.account.book
  const changes = changedFields(partnerView(before, isLive), partnerView({ ...before, ...fields }, isLive))
  if (changes.length === 0) return before
  const after = await savePartner(ctx, { ...before, ...fields }, changes)
  if (after.name !== before.name) await tellName(ctx, after)
  return after
}

/** Its contacts and open documents show the name. */
async function tellName(ctx: WriteContext, { id, name }: Partner): Promise<void> {
  await touchContacts(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, id)
  for (const follower of theHouse().followers) await follower.partner?.(ctx, { id, name })
}

/** Also for what hangs on a partner: a contact's change is a change of its partner. */
export async function savePartner(ctx: WriteContext, partner: Partner, changes: string[]): Promise<Partner> {
  const after = { ...partner, version: partner.version + 1, updatedAt: ctx.now }
  await updatePartner(ctx.tx, ctx.account.book.id, after)
  ctx.emit('partner.updated', partnerView(after, ctx.account.book.isLive), { changes })
  return after
}

/** Only references that are new are checked: a record may keep one that was deactivated since. */
async function refuseReferences(ctx: WriteContext, after: PartnerFields, before: PartnerFields | undefined) {
  const rows: ProblemRow[] = []
  const { countryId, priceListId } = after
  if (countryId !== null && countryId !== before?.countryId && !(await findCountry(ctx.tx, countryId))) {
    rows.push(invalidReference('address.country_id'))
  }
  const isNewList = priceListId !== null && priceListId !== before?.priceListId
  if (isNewList && !(await findUsablePriceList(ctx.tx, ctx.account.book.id, priceListId))) {
    rows.push(invalidReference('price_list_id'))
  }
  if (rows.length > 0) throw validationFailed(rows)
}

/** The same digits of another country are another firm. */
async function refuseTakenIco(ctx: WriteContext, after: PartnerFields, exceptId: string | null): Promise<void> {
  const { ico, countryId } = after
  const other = await findPartnerByIco(ctx.tx, ctx.account, { ico, countryId, exceptId })
  if (other) throw problem('duplicate_ico', { existingName: other.name, existing_id: other.id })
}
