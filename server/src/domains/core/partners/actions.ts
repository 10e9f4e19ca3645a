/** Use cases of partners, inside the write transaction. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { newId } from '../../../lib/ids.ts'
import { touchContacts } from '../contacts/store.ts'
import { findCountry } from '../countries/store.ts'
import { findUsablePriceList } from '../price-lists/store.ts'
import { partners } from './record.ts'
import type { PartnerCreate, PartnerPatch } from './schema.ts'
import { findPartnerOfSameIco, type Partner } from './store.ts'
import { type PartnerWarning, warningsOf } from './warnings.ts'

/** What a body leaves out. */
const blank = {
  version: 1,
  is_customer: true,
  is_supplier: false,
  ico: null,
  dic: null,
  email: null,
  phone: null,
  mobile: null,
  web: null,
  street: null,
  city: null,
  zip: null,
  country_id: null,
  payment_terms: 14,
  price_list_id: null,
  notes: null,
  is_active: true,
} as const

export async function addPartner(ctx: WriteContext, body: PartnerCreate): Promise<Partner> {
  const { external_ref, address, ...sent } = body
  const partner: Partner = {
    ...blank,
    ...sent,
    ...address,
    id: newId(),
    external_system: external_ref?.system ?? null,
    external_id: external_ref?.id ?? null,
    warnings: [],
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await refuseReferences(ctx, partner, undefined)
  if (ctx.counts.partners >= ctx.account.tenant.limits.maxPartners) throw problem('partner_limit')
  // At once: others that are made beside this one count, too.
  ctx.counts.partners += 1
  await refuseTakenIco(ctx, partner)
  const warned = { ...partner, warnings: await warningsFor(ctx, partner) }
  await partners.insert(ctx, warned, external_ref)
  return warned
}

/** The numbers of a partner are judged when they are written. */
async function warningsFor(ctx: WriteContext, { ico, dic, country_id }: Partner): Promise<PartnerWarning[]> {
  const country = ico && country_id ? await findCountry(ctx.tx, country_id) : undefined
  return warningsOf({ ico, dic, country: country?.code ?? ctx.account.tenant.countryCode })
}

/** Absent keeps, null clears; the address is merged key by key. Without a change the version stays and nothing is said. */
export async function changePartner(ctx: WriteContext, before: Partner, body: PartnerPatch): Promise<Partner> {
  const { address, ...sent } = body
  const patched: Partner = { ...before, ...sent, ...address }
  await refuseReferences(ctx, patched, before)
  const isSameFirm = patched.ico === before.ico && patched.country_id === before.country_id
  if (!isSameFirm) await refuseTakenIco(ctx, patched)
  const changes = partners.changesOf(before, patched)
  if (changes.length === 0) return before
  const areSameNumbers = isSameFirm && patched.dic === before.dic
  const warnings = areSameNumbers ? before.warnings : await warningsFor(ctx, patched)
  const after = await partners.update(ctx, { ...patched, warnings }, changes)
  if (after.name !== before.name) await tellName(ctx, after)
  return after
}

/** Its contacts and open documents show the name. */
export async function tellName(ctx: WriteContext, { id, name }: Partner): Promise<void> {
  touchContacts(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, id)
  await Promise.all(theHouse().followers.map(follower => follower.partner?.(ctx, { id, name })))
}

/** Only references that are new are checked: a record may keep one that was deactivated since. */
async function refuseReferences(ctx: WriteContext, after: Partner, before: Partner | undefined): Promise<void> {
  const rows: ProblemRow[] = []
  const { country_id: countryId, price_list_id: listId } = after
  if (countryId !== null && countryId !== before?.country_id && !(await findCountry(ctx.tx, countryId))) {
    rows.push(invalidReference('address.country_id'))
  }
  const isNewList = listId !== null && listId !== before?.price_list_id
  if (isNewList && !(await findUsablePriceList(ctx.tx, ctx.account.book.id, listId))) {
    rows.push(invalidReference('price_list_id'))
  }
  if (rows.length > 0) throw validationFailed(rows)
}

/** The same digits of another country are another firm. */
async function refuseTakenIco(ctx: WriteContext, partner: Partner): Promise<void> {
  const other = await findPartnerOfSameIco(ctx.tx, ctx.account, partner)
  if (other) throw problem('duplicate_ico', { existingName: other.name, existing_id: other.id })
}
