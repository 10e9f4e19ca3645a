/** What sales ask of whoever pays deposits back: their pieces cannot be credited as well. */
import type { WriteContext } from '../../../kernel/context.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { defineSlot } from '../../../kernel/slots.ts'
import { type Decimal, decimal } from '../../../lib/decimal.ts'

export interface DepositCredits {
  /** Refuses pieces, by deposit, whose money went back to the partner another way. */
  refuse(ctx: WriteContext, partnerId: string, pieces: ReadonlyMap<string, Decimal>): Promise<void>
}

export const depositCredits = defineSlot<DepositCredits>('deposit_credits')

/** A credit without packaging costs nothing here. */
export async function refusePaidBack(
  ctx: WriteContext,
  partnerId: string,
  credited: readonly { deposit_id: string | null; pieces: Decimal }[],
): Promise<void> {
  const pieces = new Map<string, Decimal>()
  for (const row of credited) {
    if (row.deposit_id === null || row.pieces.eq(0)) continue
    pieces.set(row.deposit_id, (pieces.get(row.deposit_id) ?? decimal(0)).plus(row.pieces))
  }
  if (pieces.size > 0) await theHouse().fillingOf(depositCredits)?.refuse(ctx, partnerId, pieces)
}
