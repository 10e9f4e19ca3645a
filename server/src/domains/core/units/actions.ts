/** The unit a body names, or the refusal that the account has no such unit. */
import { type Problem, type ProblemRow, problem } from '../../../contract/problems.ts'
import type { UnitInput, UnitRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { holdsOneOf } from '../../../kernel/rights.ts'
import { scaleOf } from '../../../lib/decimal.ts'
import { didYouMean } from '../../../lib/nearest.ts'
import { findUsableUnit, listUsableUnits } from './store.ts'

export async function getUnit(ctx: WriteContext, input: UnitInput, field: string): Promise<UnitRef> {
  const unit = await findUsableUnit(ctx.tx, ctx.account, input)
  if (!unit) throw await noSuchUnit(ctx, input, field)
  return { id: unit.id, code: unit.code, symbol: unit.symbol, dimension: unit.dimension, decimals: unit.decimals }
}

/** Tells what GET /units would, to those who may read it. */
async function noSuchUnit(ctx: WriteContext, { unit_code = '' }: UnitInput, field: string): Promise<Problem> {
  if (ctx.holder && !holdsOneOf(ctx.holder, ['core:read'])) return problem('unit_not_available', { field })
  const { book, tenant } = ctx.account
  const units = await listUsableUnits(ctx.tx, book.id, tenant.unitSystem)
  const codes = units.filter(unit => unit.is_active).map(unit => unit.code)
  const detail = `The units are ${codes.join(', ')}.${didYouMean(unit_code, codes)}`
  return problem('unit_not_available', { field, available_units: codes, detail })
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
