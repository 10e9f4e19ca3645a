/** Use cases of items, inside the write transaction. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { UnitInput, UnitRef } from '../../../contract/schema.ts'
import { changedFields } from '../../../kernel/changes.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { claimReference } from '../../../kernel/external-refs.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { findUse, type UseOf } from '../../../kernel/uses.ts'
import { newId } from '../../../lib/ids.ts'
import { getUnit, refuseScale } from '../units/actions.ts'
import { findDefaultVatRate, findUsableVatRate } from '../vat-rates/store.ts'
import { baseItemFaults, isStocked } from './rules.ts'
import type { ItemCreate, ItemPatch } from './schema.ts'
import { findItem, type Item, type ItemFields, saveItem } from './store.ts'
import { stockOfItem, typeOfItem, unitOfItem } from './uses.ts'
import { blankItem, itemView, patchedItem, type Units } from './view.ts'

export async function addItem(ctx: WriteContext, body: ItemCreate): Promise<Item> {
  const { book } = ctx.account
  const units: Units = {
    unit: await getUnit(ctx, body.unit, 'unit'),
    recipeUnit: body.recipe_unit ? await getUnit(ctx, body.recipe_unit, 'recipe_unit') : null,
  }
  const vatRate = body.sale_vat_rate_id === undefined ? await findDefaultVatRate(ctx.tx, book.id) : undefined
  const fields = patchedItem(blankItem(units, vatRate?.id ?? null), body, units)
  await refuseFaults(ctx, fields, undefined)
  const item: Item = {
    ...fields,
    id: newId(),
    version: 1,
    code: await takeNumber(ctx, 'item', ctx.today),
    externalRef: body.external_ref ?? null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  await saveItem(ctx.tx, book.id, item)
  await claimReference(ctx, 'item', body.external_ref, { object: 'item', object_id: item.id })
  ctx.emit('item.created', itemView(item, book.isLive))
  return item
}

/** A patch that changes nothing keeps the version and says nothing. */
export async function changeItem(ctx: WriteContext, before: Item, body: ItemPatch): Promise<Item> {
  const { book } = ctx.account
  const fields = patchedItem(before, body, await patchedUnits(ctx, before, body))
  refuseBaseItem(fields)
  await refuseFaults(ctx, fields, before)
  await refuseUsed(ctx, fields, before)
  const changes = changedFields(itemView(before, book.isLive), itemView({ ...before, ...fields }, book.isLive))
  if (changes.length === 0) return before
  const after: Item = { ...before, ...fields, version: before.version + 1, updatedAt: ctx.now }
  await saveItem(ctx.tx, book.id, after)
  ctx.emit('item.updated', itemView(after, book.isLive), { changes })
  if (changes.some(name => shownByLines.includes(name))) await tellItems(ctx, [after.id])
  return after
}

/** What lines of documents and stock levels show of an item. */
const shownByLines = ['code', 'name', 'unit', 'volume_l']

async function tellItems(ctx: WriteContext, ids: string[]): Promise<void> {
  for (const follower of theHouse().followers) await follower.items?.(ctx, ids)
}

async function patchedUnits(ctx: WriteContext, before: Item, body: ItemPatch): Promise<Units> {
  const named = async (sent: UnitInput, kept: UnitRef | null, field: string): Promise<UnitRef> =>
    isUnit(sent, kept) ? kept : getUnit(ctx, sent, field)
  const unit = body.unit ? await named(body.unit, before.unit, 'unit') : before.unit
  if (body.recipe_unit === undefined) return { unit, recipeUnit: before.recipeUnit }
  return { unit, recipeUnit: body.recipe_unit && (await named(body.recipe_unit, before.recipeUnit, 'recipe_unit')) }
}

/** The unit it has already: it may stay, though it was deactivated since. */
const isUnit = ({ unit_id, unit_code }: UnitInput, unit: UnitRef | null): unit is UnitRef =>
  unit !== null && (unit_code === unit.code || unit_id === unit.id)

/** A create is told by its body alone; a patch only together with what it keeps. */
function refuseBaseItem({ itemType, baseItemId, baseItemQuantity }: ItemFields): void {
  const rows = baseItemFaults({
    item_type: itemType,
    base_item_id: baseItemId,
    base_item_quantity: baseItemQuantity,
  })
  if (rows.length > 0) throw validationFailed(rows)
}

/** Only references that are new are checked: a record may keep one that was deactivated since. */
async function refuseFaults(ctx: WriteContext, after: ItemFields, before: Item | undefined): Promise<void> {
  const rows: ProblemRow[] = []
  const { saleVatRateId, baseItemId, baseItemQuantity } = after
  const isNewRate = saleVatRateId !== null && saleVatRateId !== before?.saleVatRateId
  if (isNewRate && !(await findUsableVatRate(ctx.tx, ctx.account.book.id, saleVatRateId))) {
    rows.push(invalidReference('sale_vat_rate_id'))
  }
  const base = baseItemId === null ? undefined : await findItem(ctx.tx, ctx.account.book.id, baseItemId)
  const isNewBase = baseItemId !== null && baseItemId !== before?.baseItemId
  // Its own row still says production_item while a patch makes a product of it.
  const canFill = base?.itemType === 'production_item' && base.isActive && base.id !== before?.id
  if (isNewBase && !canFill) rows.push(invalidReference('base_item_id'))
  if (rows.length > 0) throw validationFailed(rows)
  if (base && baseItemQuantity !== null) refuseScale(baseItemQuantity, base.unit, 'base_item_quantity')
  if (after.recipeUnit && after.recipeUnit.dimension !== after.unit.dimension) {
    throw problem('recipe_unit_dimension_mismatch')
  }
}

/** Numbers already written in a unit keep their meaning, and what relies on a type keeps it. */
async function refuseUsed(ctx: WriteContext, after: ItemFields, before: Item): Promise<void> {
  const at = { bookId: ctx.account.book.id, id: before.id }
  const find = (of: UseOf) => findUse(ctx.tx, theHouse().usesOf(of), at)
  if (after.unit.id !== before.unit.id) {
    const use = await find(unitOfItem)
    if (use)
      throw problem('conflict', { detail: `The unit cannot change: ${use} is written in ${before.unit.symbol}.` })
  }
  if (after.itemType !== before.itemType) {
    const use = await find(typeOfItem)
    if (use) throw problem('conflict', { detail: `The item type cannot change: ${use} relies on it.` })
    if (!isStocked(after.itemType) && (await find(stockOfItem))) {
      throw problem('conflict', { detail: 'The item was in stock, so it cannot become a service.' })
    }
  }
}
