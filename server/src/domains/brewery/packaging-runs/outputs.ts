/** The outputs of a run as they are kept: what each is filled with, packed in and called. */
import { type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Day } from '../../../lib/days.ts'
import { type Decimal, decimal, plain, plainText, scaleOf, sum } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { findDepositChoices, itemOfLine } from '../../core/index.ts'
import { bestBefore } from '../production/receipts.ts'
import type { Filled } from './references.ts'
import { filledBy, neededFor } from './rules.ts'
import type { OutputInput } from './schema.ts'
import {
  listBilledMaterials,
  type RunMaterialColumns,
  type RunOutputColumns,
  runMaterialTable,
  runOutputTable,
} from './store.ts'

export interface PlannedOutputs {
  outputs: RunOutputColumns[]
  materials: RunMaterialColumns[]
  filled: Decimal
}

interface OfRun {
  id: string
  date: Day
  /** What its outputs are called by default. */
  lot_number: string | null
}

export async function planOutputs(
  ctx: WriteContext,
  sent: readonly OutputInput[],
  { filled, run }: { filled: Filled; run: OfRun },
): Promise<PlannedOutputs> {
  const outputs = sent.map((output, index) => newOutput(output, { place: index, filled, run }))
  const returnable = await findReturnable(ctx)
  const materials = (await packIn(ctx, sent, outputs)).map(material => ({
    ...material,
    is_returnable: returnable.has(material.item_id),
  }))
  const whole = sum(outputs.map(({ filled_quantity }) => decimal(filled_quantity)))
  refuseBeyond(outputs, whole)
  return { outputs, materials, filled: whole }
}

export async function saveOutputs(ctx: WriteContext, { outputs, materials }: PlannedOutputs): Promise<void> {
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  await runOutputTable.save(ctx.tx, at, outputs)
  await runMaterialTable.save(ctx.tx, at, materials)
}

function newOutput(
  sent: OutputInput,
  { place, filled, run }: { place: number; filled: Filled; run: OfRun },
): RunOutputColumns {
  const product = itemOfLine(filled.items, sent.item_id)
  const { lot_number = run.lot_number, expiry_date = bestBefore(product, run.date) } = sent
  return {
    id: newId(),
    run_id: run.id,
    output_order: place + 1,
    item_id: sent.item_id,
    quantity: plainText(sent.quantity),
    filled_quantity: plain(filledBy(sent.quantity, product.base_item_quantity!)),
    lot_number,
    expiry_date,
    ...unvalued,
  }
}

/** Items that come back: they have an active deposit. */
export async function findReturnable({ tx, account }: WriteContext): Promise<Set<string>> {
  const deposits = await findDepositChoices(tx, account.book.id)
  return new Set(deposits.filter(({ is_active }) => is_active).map(deposit => deposit.packaging_item_id))
}

/** Nothing is worth anything before the run is confirmed, nor once it was taken back. */
export const unvalued = {
  liquid_value: null,
  material_value: null,
  returnable_value: null,
  additional_value: null,
  value: null,
}

type Packed = Omit<RunMaterialColumns, 'is_returnable'>

/** What was sent, or what the bills say. */
async function packIn(
  ctx: WriteContext,
  sent: readonly OutputInput[],
  outputs: readonly RunOutputColumns[],
): Promise<Packed[]> {
  const unsaid = sent.filter(({ materials }) => materials === undefined).map(({ item_id }) => item_id)
  const bills = unsaid.length === 0 ? [] : await listBilledMaterials(ctx.tx, ctx.account.book.id, unsaid)
  const billed = ({ item_id, quantity: pieces }: OutputInput) =>
    bills
      .filter(({ product_id }) => product_id === item_id)
      .map(({ material_id, quantity, decimals }) => ({
        item_id: material_id,
        quantity: plain(neededFor(pieces, quantity, decimals)),
      }))
      // Too little for the smallest step of its unit.
      .filter(({ quantity }) => quantity !== '0')
  return sent.flatMap((output, index) => {
    const materials: { item_id: string; quantity: string; lot_id?: string | null }[] =
      output.materials ?? billed(output)
    return materials.map(({ item_id, quantity, lot_id = null }, each) => ({
      id: newId(),
      output_id: outputs[index]!.id,
      material_order: each + 1,
      item_id,
      quantity: plainText(quantity),
      lot_id,
      value: null,
    }))
  })
}

const most = decimal(10).pow(18)

/** Quantities on the wire have at most 18 digits before the point, and 8 behind it. */
function refuseBeyond(outputs: readonly RunOutputColumns[], whole: Decimal): void {
  const row = (index: number): ProblemRow => ({
    field: `outputs[${index}].quantity`,
    code: 'not_allowed',
    message: 'Fills more than a quantity of 18 digits.',
  })
  const beyond = outputs.flatMap(({ filled_quantity }, index) => (most.lte(filled_quantity) ? [row(index)] : []))
  if (beyond.length > 0) throw validationFailed(beyond)
  if (whole.gte(most)) throw validationFailed([row(outputs.length - 1)])
  const fine = outputs.findIndex(({ filled_quantity }) => scaleOf(filled_quantity) > 8)
  if (fine < 0) return
  const detail = 'What it fills has more than 8 decimal places.'
  throw problem('quantity_scale', { field: `outputs[${fine}].quantity`, detail })
}
