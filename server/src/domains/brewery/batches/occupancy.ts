/** Batches in their vessels: whatever changes a batch is shown by the vessel it is in. */
import type { WriteContext } from '../../../kernel/context.ts'
import { enterVessel, leaveVessel, showInVessel } from '../vessels/actions.ts'
import { batches } from './document.ts'
import type { Batch } from './store.ts'

/** The next version of a batch that stays in its phase. */
export async function touchBatch(ctx: WriteContext, before: Batch, changes: Partial<Batch>): Promise<Batch> {
  const after = await batches.touch(ctx, before, changes)
  if (after.vessel_id !== null) await showInVessel(ctx, after.vessel_id, after)
  return after
}

export interface Place extends Pick<Batch, 'vessel_id' | 'vessel_name'> {
  vessel_cleaned_at: string | null
}

export const nowhere: Place = { vessel_id: null, vessel_name: null, vessel_cleaned_at: null }

/** From the vessel it is in to the one it is in afterwards, which may be the same, or none. */
export async function changePlace(
  ctx: WriteContext,
  before: Batch,
  { after, isUndone = false }: { after: Batch; isUndone?: boolean },
): Promise<Place> {
  const vessel =
    after.vessel_id === null ? undefined : await enterVessel(ctx, after.vessel_id, { batch: after, isUndone })
  if (before.vessel_id !== null && before.vessel_id !== after.vessel_id) {
    await leaveVessel(ctx, before.vessel_id, { isUndone })
  }
  if (!vessel) return nowhere
  return { vessel_id: vessel.id, vessel_name: vessel.name, vessel_cleaned_at: vessel.last_cleaned_at }
}
