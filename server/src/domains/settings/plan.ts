/** Compares a settings document with a book: what would be created, changed, or refused. Pure. */
import { type Role, roles, type Scope } from '../../contract/scopes.ts'
import type { UserRow } from '../accounts/store.ts'
import type { PriceListRow } from '../core/price-lists/store.ts'
import type { UnitRow } from '../core/units/store.ts'
import type { OwnUnit, Settings, SettingsPriceList, SettingsUser } from './schema.ts'

export type Section = 'units' | 'price_lists' | 'users'

export interface Change {
  section: Section
  key: string
  action: 'create' | 'update'
}

export interface Refusal {
  section: Section
  key: string
  reason: string
}

export interface Current {
  units: UnitRow[]
  priceLists: PriceListRow[]
  users: UserRow[]
}

export interface Plan {
  changes: Change[]
  refusals: Refusal[]
}

export function planOf(wanted: Settings, current: Current): Plan {
  const plan: Plan = { changes: [], refusals: [] }
  const named: Record<Section, string[]> = {
    units: (wanted.units ?? []).map(unit => unit.code),
    price_lists: (wanted.price_lists ?? []).map(list => list.code),
    users: (wanted.users ?? []).map(user => user.email.toLowerCase()),
  }
  for (const [section, keys] of Object.entries(named)) refuseRepeated(plan, section as Section, keys)
  for (const unit of wanted.units ?? []) planUnit(plan, unit, current.units)
  for (const list of wanted.price_lists ?? []) planPriceList(plan, list, current.priceLists)
  for (const user of wanted.users ?? []) planUser(plan, user, current.users)
  return plan
}

function refuseRepeated(plan: Plan, section: Section, keys: string[]): void {
  for (const key of new Set(keys.filter((key, place) => keys.indexOf(key) !== place))) {
    plan.refusals.push({ section, key, reason: 'It stands in the document twice.' })
  }
}

function planUnit(plan: Plan, wanted: OwnUnit, units: UnitRow[]): void {
  const refuse = (reason: string) => plan.refusals.push({ section: 'units', key: wanted.code, reason })
  const existing = units.find(unit => unit.code === wanted.code)
  if (existing?.is_system) return void refuse('A unit of the system has this code.')
  if (!existing) {
    const base = units.find(unit => unit.code === wanted.base_unit_code)
    if (wanted.base_unit_code && base?.dimension !== wanted.dimension) {
      return void refuse('base_unit_code must name a unit of the same dimension.')
    }
    if (wanted.base_unit_code && base?.base_unit_code) return void refuse('base_unit_code must name a base unit.')
    if (!wanted.base_unit_code && !sameNumber(wanted.to_base_factor ?? '1', '1')) {
      return void refuse('A unit without base_unit_code has the factor 1.')
    }
    if (sameNumber(wanted.to_base_factor ?? '1', '0')) return void refuse('to_base_factor must be greater than 0.')
    plan.changes.push({ section: 'units', key: wanted.code, action: 'create' })
    return
  }
  const converts =
    existing.dimension === wanted.dimension &&
    existing.base_unit_code === (wanted.base_unit_code ?? null) &&
    sameNumber(existing.to_base_factor, wanted.to_base_factor ?? '1')
  if (!converts)
    return void refuse('The dimension and the conversion of a unit cannot change: quantities rely on them.')
  if (isUnitChanged(existing, wanted)) plan.changes.push({ section: 'units', key: wanted.code, action: 'update' })
}

const isUnitChanged = (existing: UnitRow, wanted: OwnUnit): boolean =>
  existing.symbol !== wanted.symbol ||
  existing.name_cs !== wanted.name_cs ||
  existing.name_en !== wanted.name_en ||
  existing.decimals !== (wanted.decimals ?? null) ||
  existing.is_active !== (wanted.is_active ?? true)

/** Compared as written: `20` and `20.000` are one number. */
const sameNumber = (left: string, right: string): boolean => plain(left) === plain(right)
const plain = (decimal: string): string => {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`
}

function planPriceList(plan: Plan, wanted: SettingsPriceList, lists: PriceListRow[]): void {
  const existing = lists.find(list => list.code === wanted.code)
  if (!existing) return void plan.changes.push({ section: 'price_lists', key: wanted.code, action: 'create' })
  if (wanted.currency !== undefined && wanted.currency !== existing.currency) {
    const reason = 'The currency of a price list cannot change: its prices were written in it.'
    return void plan.refusals.push({ section: 'price_lists', key: wanted.code, reason })
  }
  const isChanged = existing.name !== wanted.name || existing.is_active !== (wanted.is_active ?? true)
  if (isChanged) plan.changes.push({ section: 'price_lists', key: wanted.code, action: 'update' })
}

function planUser(plan: Plan, wanted: SettingsUser, users: UserRow[]): void {
  const existing = users.find(user => user.email.toLowerCase() === wanted.email.toLowerCase())
  if (!existing) return void plan.changes.push({ section: 'users', key: wanted.email, action: 'create' })
  const isChanged =
    existing.name !== wanted.name ||
    existing.role !== wanted.role ||
    existing.is_active !== (wanted.is_active ?? true) ||
    [...existing.rights].sort().join() !== [...rightsOf(wanted)].sort().join()
  if (isChanged) plan.changes.push({ section: 'users', key: wanted.email, action: 'update' })
}

export const rightsOf = (user: SettingsUser): Scope[] =>
  (user.rights as Scope[] | undefined) ?? [...roles[user.role as Role].scopes]
