/** The unit a body names, or the refusal that the account has no such unit. */
import { type ProblemRow, problem } from '../../../contract/problems.ts'
import type { UnitInput, UnitRef } from '../../../contract/schema.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { scaleOf } from '../../../lib/decimal.ts'
import { findUsableUnit } from './store.ts'

export async function getUnit(ctx: RecordContext, input: UnitInput, field: string): Promise<UnitRef> {
  const unit = await findUsableUnit(ctx.db, ctx.account, input)
  if (!unit) throw problem('unit_not_available', { field })
  return { id: unit.id, code: unit.code, symbol: unit.symbol, dimension: unit.dimension, decimals: unit.decimals }
}

/** Rule 2, for a change: a quantity travels with its unit. For `bodyErrors` of an endpoint. */
export const withoutUnit =
  (quantity: string) =>
  (body: Record<string, unknown>): ProblemRow[] =>
    body[quantity] != null && body.unit === undefined
      ? [{ field: 'unit', code: 'unit_required', message: 'Send the quantity with its unit.' }]
      : []

/** `decimals` null means 3. */
export const decimalsOf = (unit: Pick<UnitRef, 'decimals'>): number => unit.decimals ?? 3

/** Rule 6: a quantity is never rounded silently. */
export function refuseScale(quantity: string, unit: UnitRef, field: string): void {
  if (scaleOf(quantity) <= decimalsOf(unit)) return
  const detail = `${unit.symbol} takes at most ${decimalsOf(unit)} decimal places.`
  throw problem('quantity_scale', { field, detail })
}
