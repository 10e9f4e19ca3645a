/** Settings as code: one document out, the same document in. Nothing is ever deleted, only deactivated. */
import type { ProblemRow } from '../../contract/problems.ts'
import type { Role } from '../../contract/scopes.ts'
import { validator } from '../../contract/validate.ts'
import type { Database, Queryable, Tx } from '../../db/pool.ts'
import type { Account } from '../../kernel/account.ts'
import type { WriteContext } from '../../kernel/context.ts'
import type { Outcome, Write } from '../../kernel/write.ts'
import { newId } from '../../lib/ids.ts'
import type { Instant } from '../../lib/instants.ts'
import { insertUser, listUsers, updateUser } from '../accounts/store.ts'
import { insertUnits, listAllUnits, type UnitRow, updateUnit } from '../core/units/store.ts'
import { type Current, type Plan, planOf, rightsOf } from './plan.ts'
import { type OwnUnit, Settings } from './schema.ts'

export async function exportSettings(db: Queryable, account: Account): Promise<Settings> {
  const { units, users } = await currentSettings(db, account)
  return {
    version: 1,
    units: units.filter(unit => !unit.is_system).map(unitOut),
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
  users: await listUsers(db, tenant.id),
})

/** The faults of a document's shape. */
export const settingsFaults = (document: unknown): ProblemRow[] => validator()(Settings)(document)

export const planSettings = async (database: Database, account: Account, wanted: Settings): Promise<Plan> =>
  planOf(wanted, await currentSettings(database, account))

/** Planned again under the book's lock, so that what is applied is what holds at that moment; all or nothing. */
export async function importSettings(write: Write, account: Account, wanted: Settings): Promise<Plan> {
  let plan: Plan = { changes: [], refusals: [] }
  await write({ account, actor: { type: 'system', id: null }, requestId: newId() }, async ctx => {
    plan = planOf(wanted, await currentSettings(ctx.tx, account))
    if (plan.refusals.length === 0) await apply(ctx, wanted, plan)
    return applied
  })
  return plan
}

const applied: Outcome = { status: 204, body: null, serialize: () => '' }

async function apply(ctx: WriteContext, wanted: Settings, plan: Plan): Promise<void> {
  if (plan.changes.length === 0) return
  const { book, tenant } = ctx.account
  const planned = (section: string, key: string, action: string) =>
    plan.changes.some(change => change.section === section && change.key === key && change.action === action)
  const fresh = (wanted.units ?? []).filter(unit => planned('units', unit.code, 'create'))
  await insertUnits(ctx.tx, { bookId: book.id, now: ctx.now, isSystem: false }, fresh.map(unitFacts))
  for (const unit of wanted.units ?? []) {
    if (planned('units', unit.code, 'update')) await changeUnit(ctx, unit)
  }
  for (const user of wanted.users ?? []) {
    const isNew = planned('users', user.email, 'create')
    if (isNew || planned('users', user.email, 'update')) await saveUser(ctx.tx, tenant.id, user, ctx.now, isNew)
  }
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

async function changeUnit(ctx: WriteContext, unit: OwnUnit): Promise<void> {
  const bookId = ctx.account.book.id
  const existing = (await listAllUnits(ctx.tx, bookId)).find(({ code }) => code === unit.code)
  await updateUnit(ctx.tx, { bookId, id: existing!.id, now: ctx.now }, unitFacts(unit))
}

async function saveUser(
  tx: Tx,
  tenantId: string,
  wanted: NonNullable<Settings['users']>[number],
  now: Instant,
  isNew: boolean,
): Promise<void> {
  const known = (await listUsers(tx, tenantId)).find(user => user.email.toLowerCase() === wanted.email.toLowerCase())
  const user = {
    id: known?.id ?? newId(),
    email: wanted.email,
    name: wanted.name,
    role: wanted.role as Role,
    rights: rightsOf(wanted),
    is_active: wanted.is_active ?? true,
  }
  await (isNew ? insertUser(tx, tenantId, user, now) : updateUser(tx, tenantId, user, now))
}
