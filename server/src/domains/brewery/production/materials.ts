/** The materials of a batch: an issue drafted from its recipe, and what it needs and has got. */
import { refuseBeyond } from '../../../contract/amounts.ts'
import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { ReadContext, WriteContext } from '../../../kernel/context.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { decimal, plain, sum, zero } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { unitOf } from '../../core/index.ts'
import { findWarehouse, insertDocument, newDocument, newLine } from '../../stock/index.ts'
import type { MaterialIssueBody } from '../batches/bodies.ts'
import type { BatchPhase, StayPhase } from '../batches/schema.ts'
import type { Batch } from '../batches/store.ts'
import { meetNeeds, type Need, scaleIngredient } from './rules.ts'
import type { BatchMaterial } from './schema.ts'
import {
  findIssueOfPhase,
  type IngredientToIssue,
  listAvailable,
  listIngredientsToIssue,
  listTaken,
  type TakenRow,
} from './store.ts'

type IssueTransition = Transition<Batch, BatchPhase>

export async function createMaterialIssue(
  ctx: WriteContext,
  batch: Batch,
  body: MaterialIssueBody,
): Promise<IssueTransition> {
  const bookId = ctx.account.book.id
  const phase = body.phase ?? phaseOf(batch)
  const date = body.date ?? (phase === 'brewing' ? batch.brew_date : ctx.today)
  const warehouse = await findWarehouse(ctx.tx, bookId, body.warehouse_id ?? batch.warehouse_id)
  const rows = [
    ...(warehouse?.is_active ? [] : [invalidReference('warehouse_id')]),
    ...tooFarAhead('date', body.date, ctx.today),
  ]
  if (rows.length > 0) throw validationFailed(rows)
  if (warehouse!.type === 'system') throw problem('system_warehouse')
  const ingredients = await ingredientsOf(ctx, batch, phase)
  if (ingredients.length === 0) throw problem('no_lines', because('nothing_to_issue'))
  await refuseSecond(ctx, batch, phase)
  const draft = await newDocument(ctx, 'issue', {
    body: { warehouse_id: warehouse!.id, movement_purpose: 'production_out', date, batch_id: batch.id },
    warehouse: warehouse!,
    origin: { batch_phase: phase },
  })
  const lines = ingredients.map((ingredient, index) => {
    const quantity = wantedOf(batch, ingredient)
    refuseBeyond(quantity)
    return newLine(draft.id, index + 1, { item_id: ingredient.item_id, quantity: plain(quantity) })
  })
  const { id } = await insertDocument(ctx, draft, lines)
  return { created: { object: 'stock_issue', id }, isUnchanged: true }
}

/** What is planned is about to be brewed. */
const phaseOf = ({ phase }: Batch): StayPhase => (phase === 'planned' ? 'brewing' : (phase as StayPhase))

async function ingredientsOf(
  { db, account }: Pick<ReadContext, 'db' | 'account'>,
  { recipe_id, recipe_version }: Batch,
  phase?: StayPhase,
): Promise<IngredientToIssue[]> {
  if (recipe_id === null) return []
  const of = { recipeId: recipe_id, version: recipe_version!, ...(phase && { phase }) }
  return listIngredientsToIssue(db, account.book.id, of)
}

const wantedOf = ({ planned_volume_l }: Batch, ingredient: IngredientToIssue) =>
  scaleIngredient(ingredient, { planned: planned_volume_l, recipe: ingredient.batch_volume_l })

/** More material is an issue by hand. */
async function refuseSecond(ctx: WriteContext, { id }: Batch, phase: StayPhase): Promise<void> {
  const known = await findIssueOfPhase(ctx.tx, ctx.account.book.id, { batchId: id, phase })
  if (!known) return
  const blockers = [{ object: 'stock_issue', ...known }]
  throw problem('conflict', { ...because('materials_issued', { number: known.number }), blockers })
}

export async function listMaterials(ctx: ReadContext, batch: Batch): Promise<BatchMaterial[]> {
  const bookId = ctx.account.book.id
  const ingredients = await ingredientsOf(ctx, batch)
  const taken = await listTaken(ctx.db, bookId, batch.id)
  const items = new Map([...taken, ...ingredients].map(row => [row.item_id, row]))
  const of = { warehouseId: batch.warehouse_id, itemIds: [...items.keys()] }
  const levels = await listAvailable(ctx.db, bookId, of)
  const available = new Map(levels.map(({ item_id, quantity }) => [item_id, decimal(quantity)]))
  const needs = meetNeeds(
    plannedOf(batch, ingredients),
    taken.map(row => ({ ...row, drafted: decimal(row.drafted), issued: decimal(row.issued) })),
  )
  return needs.map(need => ({
    ...materialView(need, items.get(need.item_id)!, available.get(need.item_id) ?? zero),
    livemode: ctx.account.book.isLive,
  }))
}

function plannedOf(batch: Batch, ingredients: readonly IngredientToIssue[]) {
  const rows = [...groupBy(ingredients, ({ item_id, phase }) => `${phase} ${item_id}`).values()]
  return rows.map(own => ({
    item_id: own[0]!.item_id,
    phase: own[0]!.phase,
    planned: sum(own.map(ingredient => wantedOf(batch, ingredient))),
  }))
}

function materialView(
  { phase, planned, drafted, issued }: Need,
  item: TakenRow | IngredientToIssue,
  available: typeof zero,
): Omit<BatchMaterial, 'livemode'> {
  const missing = planned.minus(issued).minus(available)
  return {
    object: 'batch_material',
    item: { id: item.item_id, code: item.item_code, name: item.item_name },
    phase: phase as StayPhase | null,
    unit: unitOf(item),
    planned_quantity: plain(planned),
    drafted_quantity: plain(drafted),
    issued_quantity: plain(issued),
    available_quantity: plain(available),
    missing_quantity: plain(missing.gt(0) ? missing : zero),
  }
}
