/** Use cases of items, inside the write transaction. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { UnitInput, UnitRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { findUse, type UseOf } from '../../../kernel/uses.ts'
import { newId } from '../../../lib/ids.ts'
import { getUnit, refuseScale } from '../units/actions.ts'
import { findDefaultVatRate, findUsableVatRate } from '../vat-rates/store.ts'
import { refuseCountedOtherwise } from './beer.ts'
import { items } from './record.ts'
import { baseItemErrors, isStocked } from './rules.ts'
import type { ItemCreate, ItemPatch } from './schema.ts'
import { findItem, type Item } from './store.ts'
import { stockOfItem, typeOfItem, unitOfItem } from './uses.ts'
import { inRecipeUnit, inUnit, recipeUnitOf, sentFields, unitOf } from './view.ts'

/** What a body leaves out. */
const blank = {
  version: 1,
  code: null,
  brand: null,
  item_type: 'other',
  material_type: null,
  base_item_id: null,
  base_item_quantity: null,
  packaging_type: null,
  volume_l: null,
  abv: null,
  plato: null,
  shelf_life_days: null,
  ean: null,
  barcode: null,
  sale_price: null,
  pos_available: false,
  web_available: false,
  is_active: true,
} as const

export async function addItem(ctx: WriteContext, body: ItemCreate): Promise<Item> {
  const unit = await getUnit(ctx, body.unit, 'unit')
  const recipeUnit = body.recipe_unit ? await getUnit(ctx, body.recipe_unit, 'recipe_unit') : null
  const { sale_vat_rate_id = (await findDefaultVatRate(ctx.tx, ctx.account.book.id))?.id ?? null } = body
  const item: Item = {
    ...blank,
    ...sentFields(body),
    id: newId(),
    name: body.name,
    ...inUnit(unit),
    ...inRecipeUnit(recipeUnit),
    sale_vat_rate_id,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await refuseFaults(ctx, item, undefined)
  return items.insert(ctx, { ...item, code: await takeNumber(ctx, 'item', ctx.today) }, body.external_ref)
}

/** A patch that changes nothing keeps the version and says nothing. */
export async function changeItem(ctx: WriteContext, before: Item, body: ItemPatch): Promise<Item> {
  const patched: Item = { ...before, ...sentFields(body), ...(await sentUnits(ctx, before, body)) }
  refuseBaseItem(patched)
  await refuseFaults(ctx, patched, before)
  await refuseUsed(ctx, patched, before)
  await refuseCountedOtherwise(ctx, { before, after: patched })
  const changes = items.changesOf(before, patched)
  if (changes.length === 0) return before
  const after = await items.update(ctx, patched, changes)
  if (changes.some(name => shownByLines.includes(name))) await emitRenamedItems(ctx, [after.id])
  return after
}

/** What lines of documents and stock levels show of an item. */
const shownByLines = ['code', 'name', 'unit', 'volume_l']

/** Open documents show their items as they are now. */
export async function emitRenamedItems(ctx: WriteContext, ids: string[]): Promise<void> {
  for (const follower of theHouse().followers) await follower.items?.(ctx, ids)
}

async function sentUnits(ctx: WriteContext, before: Item, { unit, recipe_unit }: ItemPatch): Promise<Partial<Item>> {
  const named = async (sent: UnitInput, kept: UnitRef | null, field: string): Promise<UnitRef> =>
    isUnit(sent, kept) ? kept : getUnit(ctx, sent, field)
  return {
    ...(unit && inUnit(await named(unit, unitOf(before), 'unit'))),
    ...(recipe_unit !== undefined &&
      inRecipeUnit(recipe_unit && (await named(recipe_unit, recipeUnitOf(before), 'recipe_unit')))),
  }
}

/** The unit it has already: it may stay, though it was deactivated since. */
const isUnit = ({ unit_id, unit_code }: UnitInput, unit: UnitRef | null): unit is UnitRef =>
  unit !== null && (unit_code === unit.code || unit_id === unit.id)

/** A create is told by its body alone; a patch only together with what it keeps. */
function refuseBaseItem(item: Item): void {
  const rows = baseItemErrors({ ...item })
  if (rows.length > 0) throw validationFailed(rows)
}

/** Only references that are new are checked: a record may keep one that was deactivated since. */
async function refuseFaults(ctx: WriteContext, after: Item, before: Item | undefined): Promise<void> {
  const rows: ProblemRow[] = []
  const { sale_vat_rate_id: rateId, base_item_id: baseId, base_item_quantity: baseQuantity } = after
  const isNewRate = rateId !== null && rateId !== before?.sale_vat_rate_id
  if (isNewRate && !(await findUsableVatRate(ctx.tx, ctx.account.book.id, rateId))) {
    rows.push(invalidReference('sale_vat_rate_id'))
  }
  const base = baseId === null ? undefined : await findItem(ctx.tx, ctx.account.book.id, baseId)
  const isNewBase = baseId !== null && baseId !== before?.base_item_id
  // Its own row still says production_item while a patch makes a product of it.
  const canFill = base?.item_type === 'production_item' && base.is_active && base.id !== before?.id
  if (isNewBase && !canFill) rows.push(invalidReference('base_item_id'))
  if (rows.length > 0) throw validationFailed(rows)
  if (base && baseQuantity !== null) refuseScale(baseQuantity, unitOf(base), 'base_item_quantity')
  if (after.recipe_unit_dimension !== null && after.recipe_unit_dimension !== after.unit_dimension) {
    throw problem('recipe_unit_dimension_mismatch')
  }
}

/** Numbers already written in a unit keep their meaning, and what relies on a type keeps it. */
async function refuseUsed(ctx: WriteContext, after: Item, before: Item): Promise<void> {
  const at = { bookId: ctx.account.book.id, id: before.id }
  const find = (of: UseOf) => findUse(ctx.tx, theHouse().usesOf(of), at)
  if (after.unit_id !== before.unit_id) {
    const use = await find(unitOfItem)
    if (use)
      throw problem('conflict', { detail: `The unit cannot change: ${use} is written in ${before.unit_symbol}.` })
  }
  if (after.item_type !== before.item_type) {
    const use = await find(typeOfItem)
    if (use) throw problem('conflict', { detail: `The item type cannot change: ${use} relies on it.` })
    const stocked = isStocked(after.item_type) ? undefined : await find(stockOfItem)
    if (stocked) throw problem('conflict', { detail: `The item cannot become a service: ${stocked} names it.` })
  }
}
