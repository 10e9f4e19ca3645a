/** The demo tenant: a believable small brewery in both books, made once. */

import { presets } from '../../contract/scopes.ts'
import { alone } from '../../db/alone.ts'
import type { Database } from '../../db/pool.ts'
import { findAccount } from '../../kernel/account.ts'
import type { WriteContext } from '../../kernel/context.ts'
import type { Settings } from '../../kernel/settings.ts'
import { writeAsSystem } from '../../kernel/system-write.ts'
import { assert } from '../../lib/assert.ts'
import type { Clock } from '../../lib/instants.ts'
import { countTenants, createKey, createSignInLink, createTenant, findTenant } from '../accounts/index.ts'
import { addContact, addItem, addPartner, hasItems, listCountries, listPriceLists } from '../core/index.ts'
import { beginReport } from '../excise/index.ts'
import { applySettings, exportSettings } from '../settings/index.ts'
import { addDemoSessions, addDemoTaps, demoBar } from './bar.ts'
import { addDemoBrewing } from './brewing.ts'
import { addDemoSales } from './counter.ts'
import { demoItems } from './items.ts'
import { addDemoPackaging } from './packaging.ts'
import { demoPartners } from './partners.ts'
import { demoPriceList, demoPrices, demoSetup } from './settings.ts'
import { addDemoStock } from './stock.ts'
import { addDemoBills, addDemoOrders } from './trade.ts'

const demoSlug = 'demo'

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
  for (const isLive of [true, false]) await seedBook(database, clock, { slug: demoSlug, isLive })
  const { key } = await createKey(database, clock, {
    slug: demoSlug,
    mode: 'test',
    name: 'Sandbox key of the demo',
    scopes: presets.full.scopes,
  })
  return { signInToken: await createSignInLink(database, clock, demoSlug), testKey: key }
}

/** Through the write path as everything else; a book that has partners or items is left alone. */
export async function seedBook(
  database: Database,
  clock: Clock,
  { slug, isLive }: { slug: string; isLive: boolean },
): Promise<boolean> {
  const account = await findAccount(database, slug, isLive)
  if (!account) throw new Error(`no book of ${slug}`)
  let isSeeded = false
  await writeAsSystem({ database, clock, account }, async ctx => {
    isSeeded = await seed(ctx)
  })
  return isSeeded
}

/** False when the book has records already: demo data never mixes with somebody's own. */
export async function seed(ctx: WriteContext): Promise<boolean> {
  if (ctx.counts.partners > 0 || (await hasItems(ctx.tx, ctx.account.book.id))) return false
  const known = await exportSettings({ db: ctx.tx, account: ctx.account, today: ctx.today })
  await apply(ctx, withoutKnown(demoSetup, known))
  if (sellsAtDesks(ctx)) await apply(ctx, { version: 1, ...demoBar(known) })
  await addPartners(ctx, await freshList(ctx, known))
  const items = await addItems(ctx)
  await apply(ctx, withoutKnown(namingItems(demoPrices, items), known))
  await addDemoStock(ctx, items)
  const { modules } = ctx.account.tenant
  if (modules.includes('sales')) await addDemoOrders(ctx, items)
  if (modules.includes('finance')) await addDemoBills(ctx)
  await addDemoPackaging(ctx, items)
  if (!brewsItself(known)) await addDemoBrewing(ctx, { itemIds: items, hasSteps: !hasOwnSteps(known) })
  if (sellsAtDesks(ctx)) {
    await addDemoTaps(ctx, items)
    if (modules.includes('finance')) await addDemoSessions(ctx)
    await addDemoSales(ctx, items)
  }
  if (modules.includes('excise')) await beginReport(ctx)
  return true
}

const sellsAtDesks = ({ account: { tenant } }: WriteContext): boolean =>
  tenant.modules.includes('pos') && tenant.modules.includes('stock')

async function apply(ctx: WriteContext, settings: Settings): Promise<void> {
  const { refusals } = await applySettings(ctx, settings)
  assert(refusals.length === 0, `the demo settings fit: ${JSON.stringify(refusals)}`)
}

/** What the account has set up under the same code is left as it is; warehouses go to its own default shop. */
function withoutKnown(wanted: Settings, known: Settings): Settings {
  const fresh = <Entry extends { code: string }>(entries: Entry[] = [], has: { code: string }[] = []): Entry[] =>
    entries.filter(({ code }) => !has.some(entry => entry.code === code))
  const shop = known.shops!.find(({ is_default }) => is_default)!.code
  // The account's own company and bank account stay; a new book has only a name and an account without a number.
  const hasCompany = known.company?.ico != null
  const isBlank = (code: string) => known.finance_accounts!.some(account => account.code === code && !account.iban)
  const { company, ...sections } = wanted
  return {
    ...sections,
    ...(company && !hasCompany && { company }),
    finance_accounts: (wanted.finance_accounts ?? []).filter(({ code }) => isBlank(code)),
    warehouses: fresh(wanted.warehouses, known.warehouses).map(warehouse => ({ ...warehouse, shop })),
    units: fresh(wanted.units, known.units),
    categories: fresh(wanted.categories, known.categories),
    price_lists: fresh(wanted.price_lists, known.price_lists),
    discounts: fresh(wanted.discounts, known.discounts),
    deposits: fresh(wanted.deposits, known.deposits),
    excise_categories: taxesItself(known) ? [] : (wanted.excise_categories ?? []),
    vessels: brewsItself(known) ? [] : (wanted.vessels ?? []),
    workflow_definitions: hasOwnSteps(known) ? [] : (wanted.workflow_definitions ?? []),
  }
}

/** With tanks of its own, or months billed, the account has no place for the demo's batches. */
const brewsItself = ({ vessels = [], brewery }: Settings): boolean =>
  vessels.length > 0 || (brewery?.billed_until ?? null) !== null

/** With a category, rates or filed months of its own. */
const taxesItself = ({ excise_categories = [], excise_periods = [], excise_rates = [] }: Settings): boolean =>
  excise_categories.length > 0 || excise_periods.length > 0 || excise_rates.some(({ is_active }) => !is_active)

/** Its own definitions say what waits for what. */
const hasOwnSteps = (known: Settings): boolean => (known.workflow_definitions ?? []).length > 0

/** The demo's own price list, not one of the account that happens to have its code. */
async function freshList(ctx: WriteContext, known: Settings): Promise<string | null> {
  if (known.price_lists!.some(({ code }) => code === demoPriceList)) return null
  const lists = await listPriceLists(ctx.tx, ctx.account.book.id)
  return lists.find(({ code }) => code === demoPriceList)!.id
}

async function addPartners(ctx: WriteContext, listId: string | null): Promise<void> {
  const countries = new Map((await listCountries(ctx.tx)).map(country => [country.code, country.id]))
  for (const { country, priceList, contacts, ...body } of demoPartners) {
    const address = { ...body.address, country_id: countries.get(country) ?? null }
    let partner = await addPartner(ctx, { ...body, address, price_list_id: priceList ? listId : null })
    for (const contact of contacts) partner = (await addContact(ctx, partner, contact)).partner
  }
}

/** Their ids by the names of `items.ts`. */
async function addItems(ctx: WriteContext): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { key, baseItem, ...body } of demoItems) {
    const item = await addItem(ctx, { ...body, ...(baseItem && { base_item_id: ids.get(baseItem)! }) })
    ids.set(key, item.id)
  }
  return ids
}

function namingItems(settings: Settings, ids: Map<string, string>): Settings {
  const named = <Entry extends { item?: string | null }>(entry: Entry): Entry =>
    entry.item ? { ...entry, item: ids.get(entry.item)! } : entry
  return {
    ...settings,
    price_lists: settings.price_lists!.map(list => ({ ...list, entries: list.entries!.map(named) })),
    partner_prices: settings.partner_prices!.map(named),
    discounts: settings.discounts!.map(named),
    deposits: settings.deposits!.map(entry => ({ ...entry, packaging_item: ids.get(entry.packaging_item)! })),
    packaging_bills: settings.packaging_bills!.map(entry => ({
      ...entry,
      material: ids.get(entry.material)!,
      ...(entry.product && { product: ids.get(entry.product)! }),
    })),
  }
}
