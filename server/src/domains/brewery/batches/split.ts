/** A part of a batch becomes a batch of its own. */
import type { ProblemRow } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { resolveReference } from '../../../kernel/external-refs.ts'
import { type Decimal, decimal, plain } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { blank } from './actions.ts'
import type { SplitBody } from './bodies.ts'
import { batches } from './document.ts'
import { appendEntries, draftEntries, layerOf, type Operation, saveEntries } from './ledger.ts'
import { refuseMoreThanThere, shown } from './loss.ts'
import { changePlace } from './occupancy.ts'
import { type Movement, transferOf } from './rules.ts'
import type { StayPhase } from './schema.ts'
import { newStay, saveStay, startOperation } from './stays.ts'
import type { Batch } from './store.ts'
import type { BatchTransition } from './transition.ts'

export async function splitBatch(ctx: WriteContext, batch: Batch, body: SplitBody): Promise<BatchTransition> {
  const litres = decimal(body.volume_l)
  const { operation } = await startOperation(ctx, batch, { said: body, rows: splitErrors(batch, body, litres) })
  refuseMoreThanThere(batch, litres)
  const { external_ref: ref } = body
  await resolveReference(ctx, { family: 'batch', object: 'batch', ref, onConflict: undefined })
  const moved = transferOf(layerOf(batch), litres, { out: 'split_out', in: 'split_in' })
  const child = await insertChild(ctx, batch, { body, operation, movement: moved.in })
  const entries = [{ ...moved.out, other_batch_id: child.id }]
  const facts = await appendEntries(ctx, batch, { operation, entries })
  return {
    changes: { ...facts, split_count: batch.split_count + 1 },
    created: { object: 'batch', id: child.id },
    afterwards: shown(ctx),
  }
}

function splitErrors(batch: Batch, { vessel_id }: SplitBody, litres: Decimal): ProblemRow[] {
  const isInVessel = batch.phase === 'fermentation' || batch.phase === 'lagering'
  return [
    ...(isInVessel && vessel_id === undefined
      ? [{ field: 'vessel_id', code: 'required' as const, message: `The phase ${batch.phase} is in a vessel.` }]
      : []),
    ...(batch.volume_l !== null && litres.eq(batch.volume_l)
      ? [{ field: 'volume_l', code: 'not_allowed' as const, message: 'The whole batch is moved, not split.' }]
      : []),
  ]
}

interface Born {
  body: SplitBody
  operation: Operation
  movement: Movement
}

/** Of the same brew: it keeps what its parent was made of and where it is, and what a person said of the wort. */
async function insertChild(ctx: WriteContext, parent: Batch, { body, operation, movement }: Born): Promise<Batch> {
  const id = newId()
  const phase = parent.phase as StayPhase
  const bare: Batch = {
    ...parent,
    ...blank,
    id,
    number: `${parent.number}-${parent.split_count + 1}`,
    name: body.name ?? null,
    planned_volume_l: plain(movement.volume),
    phase,
    parent_batch_id: parent.id,
    manual_og_plato: parent.manual_og_plato,
    manual_fg_plato: parent.manual_fg_plato,
    notes: null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const placed = { ...bare, volume_l: plain(movement.volume), vessel_id: body.vessel_id ?? null }
  const place = await changePlace(ctx, bare, { after: placed })
  const layer = { volume: movement.volume, value: movement.value }
  const stay = newStay(ctx, { batch: bare, phase, operation, place, layer, movements: [], after: undefined })
  const entries = [{ ...movement, other_batch_id: parent.id, vessel_id: place.vessel_id }]
  const { rows, facts } = draftEntries(ctx, bare, { operation, entries, stays: { opened: stay.id } })
  const { vessel_id, vessel_name } = place
  const child = await batches.insert(ctx, { ...bare, ...facts, vessel_id, vessel_name }, body.external_ref)
  await saveStay(ctx, stay)
  await saveEntries(ctx, rows)
  batches.emit(ctx, child, { name: 'phase_changed' })
  return child
}
