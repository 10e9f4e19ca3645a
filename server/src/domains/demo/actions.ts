/** The demo tenant: a believable small brewery in both books, made once. */

import { presets } from '../../contract/scopes.ts'
import { alone } from '../../db/alone.ts'
import type { Database } from '../../db/pool.ts'
import { findAccount } from '../../kernel/account.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { writeAsSystem } from '../../kernel/system-write.ts'
import { newId } from '../../lib/ids.ts'
import type { Clock } from '../../lib/instants.ts'
import { createKey, createSignInLink, createTenant } from '../accounts/actions.ts'
import { countTenants, findTenant } from '../accounts/store.ts'
import { addContact } from '../core/contacts/actions.ts'
import { listCountries } from '../core/countries/store.ts'
import { addPartner } from '../core/partners/actions.ts'
import { insertPriceList, listPriceLists, type PriceListRow } from '../core/price-lists/store.ts'
import { insertUnits, listAllUnits } from '../core/units/store.ts'
import { demoPartners, demoPriceLists, demoUnits } from './data.ts'

export const demoSlug = 'demo'

export interface DemoAccess {
  signInToken: string
  testKey: string
}

/** Any number, the same for all nodes: two that start at once on an empty database make one demo tenant. */
const lockKey = 7_223_019_842

/** Makes the demo tenant on a database without any tenant; undefined when there is one already. */
export const firstStart = (database: Database, clock: Clock): Promise<DemoAccess | undefined> =>
  alone(database, lockKey, async () => ((await countTenants(database)) > 0 ? undefined : demoAccess(database, clock)))

/** The demo tenant, made when it is missing, with a fresh sign-in link and a fresh sandbox key. */
export async function demoAccess(database: Database, clock: Clock): Promise<DemoAccess> {
  if (!(await findTenant(database, demoSlug))) {
    await createTenant(database, clock, { slug: demoSlug, name: 'Pivovar U Zlaté lípy', vertical: 'brewery' })
  }
  for (const isLive of [true, false]) await seedBook(database, clock, demoSlug, isLive)
  const { key } = await createKey(database, clock, {
    slug: demoSlug,
    mode: 'test',
    name: 'Sandbox key of the demo',
    scopes: presets.full.scopes,
  })
  return { signInToken: await createSignInLink(database, clock, demoSlug), testKey: key }
}

/** Through the write path as everything else; a book that has partners is left alone. */
export async function seedBook(database: Database, clock: Clock, slug: string, isLive: boolean): Promise<void> {
  const account = await findAccount(database, slug, isLive)
  if (!account) throw new Error(`no book of ${slug}`)
  await writeAsSystem(database, clock, account, async ctx => {
    if (ctx.counts.partners === 0) await fill(ctx)
  })
}

async function fill(ctx: WriteContext): Promise<void> {
  const countries = new Map((await listCountries(ctx.tx)).map(country => [country.code, country.id]))
  const lists = await addSettings(ctx)
  for (const { country, priceList, contacts, ...body } of demoPartners) {
    const address = { ...body.address, country_id: countries.get(country) ?? null }
    // One the account switched off cannot be given to a new partner.
    const list = [...lists.values()].find(({ code, is_active }) => code === priceList && is_active)
    let partner = await addPartner(ctx, { ...body, address, price_list_id: list?.id ?? null })
    for (const contact of contacts) partner = (await addContact(ctx, partner, contact)).partner
  }
}

/** Beside what the account has set up already: its own unit or price list of the same code is left as it is. */
async function addSettings(ctx: WriteContext): Promise<Map<string, PriceListRow>> {
  const bookId = ctx.account.book.id
  const unitCodes = (await listAllUnits(ctx.tx, bookId)).map(({ code }) => code)
  const freshUnits = demoUnits.filter(({ code }) => !unitCodes.includes(code))
  await insertUnits(ctx.tx, { bookId, now: ctx.now, isSystem: false }, freshUnits)
  const lists = new Map((await listPriceLists(ctx.tx, bookId)).map(list => [list.code, list]))
  for (const list of demoPriceLists.filter(({ code }) => !lists.has(code))) {
    const fresh = { ...list, id: newId() }
    await insertPriceList(ctx.tx, bookId, fresh, ctx.now)
    lists.set(list.code, fresh)
  }
  return lists
}
