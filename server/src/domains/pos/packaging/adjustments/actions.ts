/** Balances set right by hand: opening ones, pieces lost or found. No stock moves, and no money. */
import { invalidReference, type ProblemRow, validationFailed } from '../../../../contract/problems.ts'
import { rowBecause } from '../../../../contract/reasons.ts'
import type { WriteContext } from '../../../../kernel/context.ts'
import { decimal, plainText } from '../../../../lib/decimal.ts'
import { newId } from '../../../../lib/ids.ts'
import { findPartner } from '../../../core/index.ts'
import { findReturnables, returnableFaults } from '../deposits.ts'
import type { Returnable } from '../deposits-store.ts'
import { writeMovements } from '../movements/actions.ts'
import { adjustments } from './record.ts'
import type { AdjustmentCreate } from './schema.ts'
import type { Adjustment, LineNames } from './store.ts'

export async function addAdjustment(ctx: WriteContext, body: AdjustmentCreate): Promise<Adjustment> {
  const bookId = ctx.account.book.id
  const [partner, deposits] = await Promise.all([
    findPartner(ctx.tx, bookId, body.partner_id),
    findReturnables(ctx, body.lines),
  ])
  const faults: ProblemRow[] = [
    ...(partner ? [] : [invalidReference('partner_id')]),
    ...valueFaults(body, ctx.today),
    ...returnableFaults(body.lines, deposits, { field: index => `lines[${index}].deposit_id` }),
  ]
  if (faults.length > 0) throw validationFailed(faults)
  const row: Adjustment = {
    id: newId(),
    version: 1,
    date: body.date ?? ctx.today,
    partner_id: body.partner_id,
    partner_name: partner!.name,
    reason: body.reason,
    line_names: namesOf(deposits),
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await adjustments.insert(ctx, row, body.external_ref)
  const document = { object: 'packaging_adjustment', id: row.id, number: null }
  const head = { kind: 'adjustment' as const, date: row.date, partner_id: row.partner_id, document }
  await writeMovements(
    ctx,
    body.lines.map(({ deposit_id, pieces }) => {
      const { item_id, amount } = deposits.get(deposit_id)!
      return { ...head, deposit_id, item_id, pieces: plainText(pieces), deposit_amount: amount }
    }),
  )
  return row
}

const namesOf = (deposits: ReadonlyMap<string, Returnable>): LineNames =>
  Object.fromEntries(
    [...deposits].map(([id, { code, name, item_code, item_name }]) => [
      id,
      { deposit_code: code, deposit_name: name, item_code, item_name },
    ]),
  )

function valueFaults({ date, lines }: AdjustmentCreate, today: string): ProblemRow[] {
  const code = 'not_allowed' as const
  const ahead = date !== undefined && date > today
  return [
    ...(ahead ? [{ field: 'date', code, message: 'A balance cannot be set right ahead of time.' }] : []),
    ...lines.flatMap(({ pieces }, index) =>
      decimal(pieces).eq(0) ? [rowBecause({ field: `lines[${index}].pieces` }, 'zero')] : [],
    ),
  ]
}
