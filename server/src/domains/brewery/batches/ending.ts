/** The end of a batch: it is completed, or given up. */
import { type Problem, problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, moneyText } from '../../../lib/decimal.ts'
import { followStays } from '../measurements/follow.ts'
import type { AdvanceBody, CancelBody } from './bodies.ts'
import { appendEntries, type LedgerFacts, layerOf, type NewEntry } from './ledger.ts'
import { changePlace, nowhere } from './occupancy.ts'
import { endOf, layerAfter, type Movement, markOf, wentOn } from './rules.ts'
import { closeStay, type Started, startOperation } from './stays.ts'
import { type Batch, listLeavings } from './store.ts'
import type { BatchTransition } from './transition.ts'

/** Litres left are a normal loss. Beer that was forgotten is never written off in silence. */
export async function completeBatch(
  ctx: WriteContext,
  batch: Batch,
  { started, body }: { started: Started; body: AdvanceBody },
): Promise<BatchTransition> {
  if (!body.write_off) refuseValueLeft(batch)
  const layer = layerOf(batch)
  const stated = wentOn('phase', layer, body.volume_l === undefined ? undefined : decimal(body.volume_l))
  const rest = endOf(layerAfter(layer, stated))
  const facts = await endBatch(ctx, batch, { to: 'completed', started, entries: [...stated, ...rest] })
  return ended(batch, 'completed', facts)
}

export async function cancelBatch(ctx: WriteContext, batch: Batch, body: CancelBody): Promise<BatchTransition> {
  const leavings = await listLeavings(ctx.tx, ctx.account.book.id, batch.id)
  if (leavings.length > 0) {
    const detail = 'Beer came out of the batch: take that back first.'
    throw problem('conflict', { detail, blockers: leavings.map(blockerOf) })
  }
  if (!body.write_off) refuseValueLeft(batch)
  const started = await startOperation(ctx, batch, { said: {} })
  const marked = { ...markOf('cancel'), reason: body.reason ?? null }
  const entries = [marked, ...endOf(layerOf(batch))]
  return ended(batch, 'cancelled', await endBatch(ctx, batch, { to: 'cancelled', started, entries }))
}

type Leaving = Awaited<ReturnType<typeof listLeavings>>[number]

const blockerOf = ({ document_object, document_id, document_number, batch_id, batch_number, batch_phase }: Leaving) =>
  document_id === null
    ? { object: 'batch' as const, id: batch_id!, number: batch_number!, phase: batch_phase! }
    : { object: document_object!, id: document_id, status: 'confirmed', number: document_number! }

function refuseValueLeft({ id, volume_l, value }: Batch): void {
  if (decimal(value).eq(0)) return
  throw valueLeft({ id, volume_l, value })
}

const valueLeft = ({ id, volume_l, value }: Pick<Batch, 'id' | 'volume_l' | 'value'>): Problem =>
  problem('conflict', {
    ...because('batch_has_value'),
    blockers: [{ object: 'batch', id, volume_l, value: moneyText(value) }],
  })

interface Ending {
  to: 'completed' | 'cancelled'
  started: Started
  entries: readonly (Movement & Partial<NewEntry>)[]
}

/** What the end changes of a batch beside its phase. */
type EndFacts = LedgerFacts & Partial<Pick<Batch, 'measured'>>

/** It leaves its vessel, its last stay ends. */
export async function endBatch(
  ctx: WriteContext,
  batch: Batch,
  { to, started: { operation, stay }, entries }: Ending,
): Promise<EndFacts> {
  await changePlace(ctx, batch, { after: { ...batch, ...nowhere } })
  if (stay) await closeStay(ctx, stay, operation.occurred_at)
  const facts = await appendEntries(ctx, batch, { operation, entries, stays: stay ? { closed: stay.id } : {} })
  return { ...facts, ...(await followStays(ctx, { id: batch.id, phase: to }, operation.occurred_at)) }
}

/** What a batch is once it has ended. */
export const endedBy = (batch: Batch, facts: EndFacts): Partial<Batch> => ({
  ...facts,
  previous_phase: batch.phase,
  vessel_id: null,
  vessel_name: null,
})

/** What the event says of the end of a batch. */
export const endedFields = ({ vessel_id }: Batch): string[] => (vessel_id === null ? ['phase'] : ['phase', 'vessel'])

const ended = (batch: Batch, to: Ending['to'], facts: EndFacts): BatchTransition => ({
  changes: endedBy(batch, facts),
  to,
  changedFields: endedFields(batch),
})
