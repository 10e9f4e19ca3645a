/** Litres that are lost. */
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, plain } from '../../../lib/decimal.ts'
import { showInVessel } from '../vessels/actions.ts'
import type { LossBody } from './bodies.ts'
import { appendEntries, layerOf } from './ledger.ts'
import { lossOf } from './rules.ts'
import { startOperation } from './stays.ts'
import type { Batch } from './store.ts'
import type { BatchTransition } from './transition.ts'

export async function recordLoss(ctx: WriteContext, batch: Batch, body: LossBody): Promise<BatchTransition> {
  const { operation } = await startOperation(ctx, batch, { said: body })
  const litres = decimal(body.volume_l)
  refuseMoreThanThere(batch, litres)
  const entry = { ...lossOf(layerOf(batch), litres, body.is_abnormal ?? false), reason: body.reason ?? 'other' }
  return { changes: await appendEntries(ctx, batch, { operation, entries: [entry] }), afterwards: shown(ctx) }
}

/** The vessel of the batch shows what is left. */
export const shown = (ctx: WriteContext) => async (after: Batch) => {
  if (after.vessel_id !== null) await showInVessel(ctx, after.vessel_id, after)
}

export function refuseMoreThanThere({ id, number, phase, volume_l }: Batch, litres: Decimal): void {
  const available = volume_l ?? '0'
  if (litres.lte(available)) return
  throw problem('conflict', {
    ...because('batch_too_small', { number, limit: available }),
    blockers: [{ object: 'batch', id, number, phase, requested: plain(litres), available }],
  })
}
