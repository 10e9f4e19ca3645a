/** Settings as code: one document out, the same document in. Nothing is ever deleted, only deactivated. */
import type { ProblemRow } from '../../contract/problems.ts'
import type { Role } from '../../contract/scopes.ts'
import { validator } from '../../contract/validate.ts'
import type { Database, Queryable } from '../../db/pool.ts'
import type { Account } from '../../kernel/account.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { writeAsSystem } from '../../kernel/system-write.ts'
import { newId } from '../../lib/ids.ts'
import type { Clock } from '../../lib/instants.ts'
import { insertUser, listUsers, type UserRow, updateUser } from '../accounts/store.ts'
import { insertPriceList, listPriceLists, type PriceListRow, updatePriceList } from '../core/price-lists/store.ts'
import { insertUnits, listAllUnits, type UnitRow, updateUnit } from '../core/units/store.ts'
import { type Current, type Plan, planOf, rightsOf, type Section } from './plan.ts'
import { type OwnUnit, Settings, type SettingsPriceList, type SettingsUser } from './schema.ts'

export async function exportSettings(db: Queryable, account: Account): Promise<Settings> {
  const { units, priceLists, users } = await currentSettings(db, account)
  return {
    version: 1,
    units: units.filter(unit => !unit.is_system).map(unitOut),
    price_lists: priceLists.map(({ code, name, currency, is_active }) => ({ code, name, currency, is_active })),
    users: users.map(({ email, name, role, rights, is_active }) => ({ email, name, role, rights, is_active })),
  }
}

const unitOut = (unit: UnitRow): OwnUnit => ({
  code: unit.code,
  symbol: unit.symbol,
  name_cs: unit.name_cs,
  name_en: unit.name_en,
  dimension: unit.dimension,
  base_unit_code: unit.base_unit_code,
  to_base_factor: unit.to_base_factor,
  decimals: unit.decimals,
  is_active: unit.is_active,
})

const currentSettings = async (db: Queryable, { book, tenant }: Account): Promise<Current> => ({
  units: await listAllUnits(db, book.id),
  priceLists: await listPriceLists(db, book.id),
  users: await listUsers(db, tenant.id),
})

/** The faults of a document's shape. */
export const settingsFaults = (document: unknown): ProblemRow[] => validator()(Settings)(document)

export const planSettings = async (database: Database, account: Account, wanted: Settings): Promise<Plan> =>
  planOf(wanted, await currentSettings(database, account))

/** Planned again under the book's lock, so that what is applied is what holds at that moment; all or nothing. */
export async function importSettings(
  database: Database,
  clock: Clock,
  account: Account,
  wanted: Settings,
): Promise<Plan> {
  let plan: Plan = { changes: [], refusals: [] }
  await writeAsSystem(database, clock, account, async ctx => {
    const current = await currentSettings(ctx.tx, account)
    plan = planOf(wanted, current)
    if (plan.refusals.length === 0) await apply(ctx, wanted, plan, current)
  })
  return plan
}

async function apply(ctx: WriteContext, wanted: Settings, plan: Plan, current: Current): Promise<void> {
  if (plan.changes.length === 0) return
  const isPlanned = (section: Section, key: string, action: 'create' | 'update') =>
    plan.changes.some(change => change.section === section && change.key === key && change.action === action)
  await applyUnits(ctx, wanted.units ?? [], current.units, isPlanned)
  for (const list of wanted.price_lists ?? []) {
    const known = current.priceLists.find(({ code }) => code === list.code)
    if (!known || isPlanned('price_lists', list.code, 'update')) await savePriceList(ctx, list, known)
  }
  for (const user of wanted.users ?? []) {
    const known = current.users.find(({ email }) => email.toLowerCase() === user.email.toLowerCase())
    if (!known || isPlanned('users', user.email, 'update')) await saveUser(ctx, user, known)
  }
}

type IsPlanned = (section: Section, key: string, action: 'create' | 'update') => boolean

async function applyUnits(
  ctx: WriteContext,
  units: OwnUnit[],
  current: UnitRow[],
  isPlanned: IsPlanned,
): Promise<void> {
  const bookId = ctx.account.book.id
  const fresh = units.filter(unit => isPlanned('units', unit.code, 'create'))
  await insertUnits(ctx.tx, { bookId, now: ctx.now, isSystem: false }, fresh.map(unitFacts))
  for (const unit of units.filter(({ code }) => isPlanned('units', code, 'update'))) {
    const { id } = current.find(({ code }) => code === unit.code)!
    await updateUnit(ctx.tx, { bookId, id, now: ctx.now }, unitFacts(unit))
  }
}

async function savePriceList(
  ctx: WriteContext,
  wanted: SettingsPriceList,
  known: PriceListRow | undefined,
): Promise<void> {
  const list: PriceListRow = {
    id: known?.id ?? newId(),
    code: wanted.code,
    name: wanted.name,
    currency: known?.currency ?? wanted.currency ?? 'CZK',
    is_active: wanted.is_active ?? true,
  }
  await (known ? updatePriceList : insertPriceList)(ctx.tx, ctx.account.book.id, list, ctx.now)
}

const unitFacts = (unit: OwnUnit) => ({
  code: unit.code,
  symbol: unit.symbol,
  nameCs: unit.name_cs,
  nameEn: unit.name_en,
  dimension: unit.dimension,
  baseUnitCode: unit.base_unit_code ?? null,
  toBaseFactor: unit.to_base_factor ?? '1',
  decimals: unit.decimals ?? null,
  systems: [],
  offeredForMaterials: [],
  isActive: unit.is_active ?? true,
})

async function saveUser(ctx: WriteContext, wanted: SettingsUser, known: UserRow | undefined): Promise<void> {
  const user: UserRow = {
    id: known?.id ?? newId(),
    email: wanted.email,
    name: wanted.name,
    role: wanted.role as Role,
    rights: rightsOf(wanted),
    is_active: wanted.is_active ?? true,
  }
  await (known ? updateUser : insertUser)(ctx.tx, ctx.account.tenant.id, user, ctx.now)
}
