/** Settings as code: one document out, the same document in. Nothing is ever deleted, only deactivated. */
import type { ProblemRow } from '../../contract/problems.ts'
import { validator } from '../../contract/validate.ts'
import type { Database, Queryable } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Account } from '../../kernel/account.ts'
import { type AuditActor, appendAudit, byCommand } from '../../kernel/audit.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { writeAsSystem } from '../../kernel/system-write.ts'
import type { Day } from '../../lib/days.ts'
import type { Clock } from '../../lib/instants.ts'
import { Settings } from './schema.ts'
import type { Drawing, Plan, Section } from './section.ts'
import { company } from './sections/company.ts'
import { excisePeriods } from './sections/excise.ts'
import { financeAccounts, financeDefaults } from './sections/finance.ts'
import { inboxBlocks } from './sections/inbox.ts'
import { categories, numberSeries, units, vatRates } from './sections/lookups.ts'
import { shops, warehouses } from './sections/places.ts'
import { deposits, discounts, partnerPrices, priceEntries, priceLists } from './sections/prices.ts'
import { users } from './sections/users.ts'
import { loadWorld, type World } from './world.ts'

/** In this order they are planned and written: each may refer to those before it. */
const sections: readonly Section[] = [
  company,
  shops,
  warehouses,
  units,
  vatRates,
  categories,
  numberSeries,
  financeAccounts,
  financeDefaults,
  priceLists,
  priceEntries,
  partnerPrices,
  discounts,
  deposits,
  excisePeriods,
  inboxBlocks,
  users,
]

export async function exportSettings(db: Queryable, account: Account, today: Day): Promise<Settings> {
  const world = await loadWorld(db, account, today)
  const document: Settings = { version: 1 }
  for (const section of sections) section.put(document, world)
  return document
}

/** From one snapshot, so that a write meanwhile cannot tear the document. */
export const readSettings = (database: Database, account: Account, today: Day): Promise<Settings> =>
  database.transaction(async tx => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`)
    return exportSettings(tx, account, today)
  })

/** The faults of a document's shape. */
export const settingsFaults = (document: unknown): ProblemRow[] => validator()(Settings)(document)

export async function planSettings(db: Queryable, account: Account, today: Day, wanted: Settings): Promise<Plan> {
  const { changes, refusals } = draw(wanted, await loadWorld(db, account, today))
  return { changes, refusals }
}

function draw(wanted: Settings, world: World): Drawing {
  const drawing: Drawing = { changes: [], refusals: [], rows: new Map() }
  for (const section of sections) section.plan(wanted, world, drawing)
  if (drawing.changes.length > 0) for (const section of sections) section.check(world, drawing)
  return drawing
}

/** Planned again under the book's lock, so that what is applied is what holds at that moment; all or nothing. */
export async function importSettings(
  database: Database,
  clock: Clock,
  account: Account,
  wanted: Settings,
): Promise<Plan> {
  let plan: Plan = { changes: [], refusals: [] }
  await writeAsSystem(database, clock, account, async ctx => {
    plan = await applySettings(ctx, wanted, byCommand)
  })
  return plan
}

/** Inside a write that does more than this. */
export async function applySettings(ctx: WriteContext, wanted: Settings, actor: AuditActor = ctx.actor): Promise<Plan> {
  const drawing = draw(wanted, await loadWorld(ctx.tx, ctx.account, ctx.today))
  if (drawing.refusals.length === 0 && drawing.changes.length > 0) {
    for (const section of sections) await section.save(ctx, drawing)
    await tellAudit(ctx, drawing, actor)
  }
  return { changes: drawing.changes, refusals: drawing.refusals }
}

/** Most of them, and how many there are: a price list can have thousands. */
const mostTold = 100

/** What was changed, not to what: bank accounts and people stand in the settings. */
const tellAudit = ({ tx, account, now }: WriteContext, { changes }: Drawing, actor: AuditActor): Promise<void> =>
  appendAudit(tx, {
    tenantId: account.tenant.id,
    at: now,
    actor,
    action: 'settings.changed',
    details: {
      mode: account.book.isLive ? 'live' : 'test',
      count: changes.length,
      changes: changes.slice(0, mostTold).map(({ section, key, action }) => `${action} ${section} ${key}`),
    },
  })
