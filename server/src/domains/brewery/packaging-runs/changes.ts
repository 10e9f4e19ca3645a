/** Changes of a draft of a packaging run. */
import { tooFarAhead } from '../../../contract/dates.ts'
import { type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import { changedFields } from '../../../kernel/changes.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { yearOf } from '../../../lib/days.ts'
import { decimal, plainText } from '../../../lib/decimal.ts'
import { keep } from '../../../lib/merge.ts'
import { type Item, lineItemsOf } from '../../core/index.ts'
import { refuseSystemWarehouse } from '../batches/references.ts'
import { batchTable } from '../batches/store.ts'
import { bestBefore } from '../production/receipts.ts'
import { beerOf, quantitiesOf, targetOf } from './actions.ts'
import { runs } from './document.ts'
import { type PlannedOutputs, planOutputs, saveOutputs } from './outputs.ts'
import { findFilled, findUsableWarehouse, refuseOtherLots, sourceFaults } from './references.ts'
import type { RunPatch } from './schema.ts'
import { deleteOutputs, listOutputs, type PackagingRun, runMaterialTable, runOutputTable } from './store.ts'

/** A patch that changes nothing keeps the version. */
export async function changeRun(ctx: WriteContext, before: PackagingRun, body: RunPatch): Promise<PackagingRun> {
  if (before.status !== 'draft') throw runs.notNow(before)
  const rows = [...sourceFaults({ ...before, is_final: body.is_final }), ...dateFaults(ctx, before, body)]
  const target = await sentTarget(ctx, { before, body, rows })
  const date = body.date ?? before.date
  const { beer, planned } = await sentOutputs(ctx, { before: { ...before, date }, body, rows })
  const quantities = await quantitiesOf(ctx, {
    stated: body.released_quantity
      ? plainText(body.released_quantity)
      : keep(body.released_quantity, before.stated_quantity),
    filled: planned?.filled ?? decimal(before.filled_quantity),
    beer,
    unit: body.unit,
  })
  const after: PackagingRun = {
    ...before,
    ...target,
    ...beerOf(beer),
    ...quantities,
    date,
    is_final: body.is_final ?? before.is_final,
    additional_cost: body.additional_cost ? plainText(body.additional_cost) : before.additional_cost,
    notes: keep(body.notes, before.notes),
  }
  const isRefilled = planned ? await replaceOutputs(ctx, before, planned) : await moveExpiry(ctx, before, date)
  return isRefilled || changedFields(before, after).length > 0 ? runs.touch(ctx, before, after) : before
}

interface Patching {
  before: PackagingRun
  body: RunPatch
  /** What is wrong with the body; all of it is told at once. */
  rows: ProblemRow[]
}

function dateFaults(ctx: WriteContext, before: PackagingRun, { date }: RunPatch): ProblemRow[] {
  if (date === undefined || date === before.date) return []
  const far = tooFarAhead('date', date, ctx.today)
  if (far.length > 0 || yearOf(date) === yearOf(before.date)) return far
  return [{ field: 'date', code: 'not_allowed', message: `The number ${before.number} belongs to its year.` }]
}

/** Null is where the beer lies. */
async function sentTarget(ctx: WriteContext, { before, body, rows }: Patching): Promise<Partial<PackagingRun>> {
  const { target_warehouse_id: sent } = body
  const id = sent === null ? before.warehouse_id : sent
  if (id === undefined || id === before.target_warehouse_id) return {}
  const target = await findUsableWarehouse(ctx, id, { field: 'target_warehouse_id', rows })
  if (!target) return {}
  refuseSystemWarehouse(target)
  return targetOf(target)
}

/** The beer may become another one, unless the batch or a layer says which it is. */
async function sentOutputs(
  ctx: WriteContext,
  { before, body, rows }: Patching,
): Promise<{ beer: Item; planned?: PlannedOutputs }> {
  if (!body.outputs) {
    if (rows.length > 0) throw validationFailed(rows)
    return { beer: (await lineItemsOf(ctx, [before.item_id])).get(before.item_id)! }
  }
  const { outputs } = body
  const bookId = ctx.account.book.id
  const batch = before.batch_id === null ? undefined : await batchTable.get(ctx.tx, bookId, before.batch_id)
  const beerId = batch?.item_id ?? (before.lot_id === null ? undefined : before.item_id)
  const filled = await findFilled(ctx, outputs, { beerId, rows })
  await refuseOtherLots(ctx, before.warehouse_id, { outputs })
  const isOtherUnit = filled.beer.unit_id !== before.unit_id
  if (isOtherUnit && before.stated_quantity !== null && body.released_quantity === undefined) {
    throw validationFailed([otherUnit])
  }
  const run = { id: before.id, date: before.date, lot_number: batch?.number ?? null }
  return { beer: filled.beer, planned: await planOutputs(ctx, outputs, { filled, run }) }
}

const otherUnit = {
  field: 'unit',
  code: 'unit_required',
  message: 'The beer has another unit: send released_quantity with it.',
} as const

/** Whether they are other ones than before. */
async function replaceOutputs(ctx: WriteContext, before: PackagingRun, planned: PlannedOutputs): Promise<boolean> {
  const bookId = ctx.account.book.id
  const known = await listOutputs(ctx.tx, bookId, before.id)
  const fresh = planned.outputs.map(output => ({
    ...output,
    materials: planned.materials.filter(({ output_id }) => output_id === output.id),
  }))
  if (contentOf(known) === contentOf(fresh)) return false
  await deleteOutputs(ctx.tx, bookId, before.id)
  await saveOutputs(ctx, planned)
  return true
}

type Content = PlannedOutputs['outputs'][number] & { materials: PlannedOutputs['materials'] }

const contentOf = (outputs: readonly Content[]): string =>
  JSON.stringify(
    outputs.map(({ materials, ...output }) => [
      { ...runOutputTable.rowOf(output), id: '' },
      materials.map(material => ({ ...runMaterialTable.rowOf(material), id: '', output_id: '' })),
    ]),
  )

/** What keeps for so many days keeps as long from another day on. */
async function moveExpiry(ctx: WriteContext, before: PackagingRun, date: string): Promise<boolean> {
  if (date === before.date) return false
  const outputs = await listOutputs(ctx.tx, ctx.account.book.id, before.id)
  const moved = outputs
    .filter(output => output.expiry_date !== null && output.expiry_date === bestBefore(output, before.date))
    .map(output => ({ ...output, expiry_date: bestBefore(output, date) }))
  await runOutputTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, moved)
  return moved.length > 0
}
