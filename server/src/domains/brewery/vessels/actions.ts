/** What happens to vessels: they are cleaned, and batches enter and leave them. */
import { invalidReference, problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { occupantOf, vessels } from './document.ts'
import { dropCleaning, finishCleaning, litresInStock, startCleaning, type VesselRow, vesselTable } from './store.ts'

const at = (ctx: WriteContext) => ({ bookId: ctx.account.book.id, now: ctx.now })

export const vesselActions = documentActions(vessels, {
  async start_cleaning(ctx, vessel) {
    await startCleaning(ctx.tx, at(ctx), vessel.id)
    return {}
  },
  async finish_cleaning(ctx, vessel, { note = null }) {
    await finishCleaning(ctx.tx, at(ctx), { vesselId: vessel.id, note })
    return { changes: { last_cleaned_at: ctx.now } }
  },
})

/** A batch as it is once the write is done. */
export interface Occupant {
  id: string
  number: string
  name: string | null
  phase: string
  item_id: string
  volume_l: string | null
}

/**
 * A batch enters the vessel, or stays in it and changes. Refused: inactive or unknown, held by another batch, in
 * cleaning, too small. What is undone goes back even into cleaning: then the vessel never was empty.
 */
export async function enterVessel(
  ctx: WriteContext,
  vesselId: string,
  { batch, field = 'vessel_id', isUndone = false }: { batch: Occupant; field?: string; isUndone?: boolean },
): Promise<VesselRow> {
  const { id: bookId } = ctx.account.book
  const vessel = await vesselTable.find(ctx.tx, bookId, vesselId)
  if (!vessel || !(vessel.is_active || isUndone)) throw validationFailed([invalidReference(field)])
  if (!vessel.is_active) throw problem('conflict', because('out_of_use', { name: vessel.name }))
  const occupant = occupantOf(vessel)
  const isOwn = occupant?.id === batch.id
  if (occupant && !isOwn) throw occupied(occupant)
  if (vessel.status === 'cleaning' && !isUndone) throw problem('conflict', inCleaning(vessel))
  const shown = await shownBy(ctx, batch)
  refuseOverflow(vessel, shown.contents_l, isUndone)
  if (isOwn) return keepShown(ctx, vessel, shown)
  if (vessel.status === 'cleaning') await dropCleaning(ctx.tx, bookId, vessel.id)
  return moveAutomatically(ctx, vessels, { row: vessel, to: 'occupied', changes: shown })
}

const occupied = ({ id, number, phase }: { id: string; number: string; phase: string }) =>
  problem('equipment_occupied', { blockers: [{ object: 'batch', id, number, phase }] })

const inCleaning = ({ id, name, status }: VesselRow) => ({
  ...because('vessel_in_cleaning', { name }),
  blockers: [{ object: 'vessel' as const, id, status }],
})

function refuseOverflow({ id, name, capacity_l }: VesselRow, litres: string, isUndone: boolean): void {
  if (isUndone || decimal(litres).lte(capacity_l)) return
  throw problem('conflict', {
    ...because('vessel_too_small', { name, limit: capacity_l }),
    blockers: [{ object: 'vessel', id, capacity_l, requested_l: litres }],
  })
}

/** The batch has left. By an undo it never was in. */
export async function leaveVessel(ctx: WriteContext, vesselId: string, { isUndone = false } = {}): Promise<VesselRow> {
  const vessel = await vesselTable.get(ctx.tx, ctx.account.book.id, vesselId)
  const to = vessel.requires_cleaning && !isUndone ? 'cleaning' : 'free'
  if (to === 'cleaning') await startCleaning(ctx.tx, at(ctx), vessel.id)
  return moveAutomatically(ctx, vessels, { row: vessel, to, changes: empty })
}

const empty = { batch_id: null, batch_number: null, batch_name: null, batch_phase: null, contents_l: '0' }

/** The vessel shows its batch as it is now: its name, its phase, its litres. */
export async function showInVessel(ctx: WriteContext, vesselId: string, batch: Occupant): Promise<VesselRow> {
  const vessel = await vesselTable.get(ctx.tx, ctx.account.book.id, vesselId)
  return keepShown(ctx, vessel, await shownBy(ctx, batch))
}

type Shown = Pick<VesselRow, keyof typeof empty>

async function shownBy({ tx, account }: WriteContext, batch: Occupant): Promise<Shown> {
  const inStock = await litresInStock(tx, account.book.id, batch)
  return {
    batch_id: batch.id,
    batch_number: batch.number,
    batch_name: batch.name,
    batch_phase: batch.phase,
    contents_l: plain(decimal(batch.volume_l ?? '0').plus(inStock)),
  }
}

const keepShown = async (ctx: WriteContext, vessel: VesselRow, shown: Shown): Promise<VesselRow> =>
  (Object.keys(shown) as (keyof Shown)[]).every(name => vessel[name] === shown[name])
    ? vessel
    : vessels.touch(ctx, vessel, shown)
