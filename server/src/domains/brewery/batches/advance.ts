/** A batch goes on: to a later phase, or to another vessel within its phase. */
import type { ProblemRow } from '../../../contract/problems.ts'
import { validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { followStays } from '../measurements/follow.ts'
import type { AdvanceBody, MoveBody } from './bodies.ts'
import { batches } from './document.ts'
import { completeBatch } from './ending.ts'
import { appendEntries, layerOf } from './ledger.ts'
import { changePlace } from './occupancy.ts'
import { layerAfter, wentOn } from './rules.ts'
import type { StayPhase } from './schema.ts'
import { closeStay, newStay, type Started, saveStay, startOperation } from './stays.ts'
import type { Batch } from './store.ts'
import type { BatchTransition } from './transition.ts'
import { isLater } from './workflow.ts'

/** Told by the body alone: which phases are in a vessel. */
export function advanceErrors({ phase, vessel_id }: Record<string, unknown>): ProblemRow[] {
  const field = 'vessel_id'
  if (phase === 'completed' && vessel_id !== undefined)
    return [{ field, code: 'unexpected_field', message: 'A completed batch is in no vessel.' }]
  const needsVessel = phase === 'fermentation' || phase === 'lagering'
  return needsVessel && vessel_id === undefined
    ? [{ field, code: 'required', message: `The phase ${phase} is in a vessel.` }]
    : []
}

export async function advancePhase(ctx: WriteContext, batch: Batch, body: AdvanceBody): Promise<BatchTransition> {
  const { phase } = body
  if (phase === 'planned' || !isLater(phase, batch.phase)) throw batches.notNow(batch)
  const isUnknown = batch.volume_l === null && body.volume_l === undefined
  const needsVolume = isUnknown && phase !== 'brewing' && phase !== 'completed'
  const rows: ProblemRow[] = needsVolume
    ? [{ field: 'volume_l', code: 'required', message: 'The litres of the batch were never stated.' }]
    : []
  const started = await startOperation(ctx, batch, { said: body, rows })
  return phase === 'completed'
    ? completeBatch(ctx, batch, { started, body })
    : goOn(ctx, batch, { kind: 'phase', phase, started, body })
}

export async function moveBatch(ctx: WriteContext, batch: Batch, body: MoveBody): Promise<BatchTransition> {
  if (body.vessel_id === batch.vessel_id) {
    const message = 'The batch is in this vessel already.'
    throw validationFailed([{ field: 'vessel_id', code: 'not_allowed', message }])
  }
  const started = await startOperation(ctx, batch, { said: body })
  return goOn(ctx, batch, { kind: 'move', phase: batch.phase as StayPhase, started, body })
}

interface Going {
  kind: 'phase' | 'move'
  phase: StayPhase
  started: Started
  body: { vessel_id?: string; volume_l?: string }
}

/** The stay it is in ends, the next one begins. */
async function goOn(
  ctx: WriteContext,
  batch: Batch,
  { kind, phase, started: { operation, stay }, body }: Going,
): Promise<BatchTransition> {
  const layer = layerOf(batch)
  const movements = wentOn(kind, layer, body.volume_l === undefined ? undefined : decimal(body.volume_l))
  const left = layerAfter(layer, movements)
  const moved = { ...batch, phase, vessel_id: body.vessel_id ?? batch.vessel_id }
  const place = await changePlace(ctx, batch, { after: { ...moved, volume_l: left.volume && plain(left.volume) } })
  if (stay) await closeStay(ctx, stay, operation.occurred_at)
  const next = newStay(ctx, { batch, phase, operation, place, layer: left, movements, after: stay })
  await saveStay(ctx, next)
  const facts = await appendEntries(ctx, batch, {
    operation,
    entries: movements.map(movement => ({ ...movement, vessel_id: place.vessel_id })),
    stays: { ...(stay && { closed: stay.id }), opened: next.id },
  })
  const followed = await followStays(ctx, { id: batch.id, phase }, operation.occurred_at)
  const hasMoved = place.vessel_id !== batch.vessel_id
  return {
    changes: {
      ...facts,
      ...followed,
      vessel_id: place.vessel_id,
      vessel_name: place.vessel_name,
      ...(kind === 'phase' && { previous_phase: batch.phase }),
    },
    to: phase,
    changedFields: [...(kind === 'phase' ? ['phase'] : []), ...(hasMoved ? ['vessel'] : [])],
  }
}
