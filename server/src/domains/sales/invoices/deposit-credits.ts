/** What sales ask of whoever pays deposits back: their pieces cannot be credited as well. */
import type { WriteContext } from '../../../kernel/context.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { defineSlot } from '../../../kernel/slots.ts'
import { type Decimal, decimal } from '../../../lib/decimal.ts'

export interface DepositCredits {
  /** Refuses pieces, by deposit, whose money went back to the partner another way. */
  refuse(ctx: WriteContext, partnerId: string, pieces: ReadonlyMap<string, Decimal>): Promise<void>
  /** Refuses that pieces, by deposit, are no longer charged, because their money went back to the partner. */
  refuseUncharged(ctx: WriteContext, partnerId: string, pieces: ReadonlyMap<string, Decimal>): Promise<void>
}

export const depositCredits = defineSlot<DepositCredits>('deposit_credits')

/** A credit without packaging costs nothing here. */
export async function refusePaidBack(
  ctx: WriteContext,
  partnerId: string,
  credited: readonly { deposit_id: string | null; pieces: Decimal }[],
): Promise<void> {
  const pieces = byDeposit(credited)
  if (pieces.size > 0) await theHouse().fillingOf(depositCredits)?.refuse(ctx, partnerId, pieces)
}

/** Neither does cancelling an invoice without packaging. */
export async function refuseUncharged(
  ctx: WriteContext,
  partnerId: string,
  charged: readonly { deposit_id: string | null; pieces: Decimal }[],
): Promise<void> {
  const pieces = byDeposit(charged)
  if (pieces.size > 0) await theHouse().fillingOf(depositCredits)?.refuseUncharged(ctx, partnerId, pieces)
}

function byDeposit(rows: readonly { deposit_id: string | null; pieces: Decimal }[]): Map<string, Decimal> {
  const pieces = new Map<string, Decimal>()
  for (const row of rows) {
    if (row.deposit_id === null || row.pieces.eq(0)) continue
    pieces.set(row.deposit_id, (pieces.get(row.deposit_id) ?? decimal(0)).plus(row.pieces))
  }
  return pieces
}
