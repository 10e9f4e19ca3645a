/** Litres of other batches join a batch, with their share of the value. */
import { invalidReference, type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { decimal } from '../../../lib/decimal.ts'
import { isUuid } from '../../../lib/ids.ts'
import type { BlendBody } from './bodies.ts'
import { batches } from './document.ts'
import { endBatch, endedBy, endedFields } from './ending.ts'
import { appendEntries, layerOf, type NewEntry, type Operation } from './ledger.ts'
import { refuseMoreThanThere } from './loss.ts'
import { changePlace, touchBatch } from './occupancy.ts'
import { layerAfter, markOf, transferOf, wentOn } from './rules.ts'
import { startOperation } from './stays.ts'
import { type Batch, batchTable, findCurrentStay } from './store.ts'
import type { BatchTransition } from './transition.ts'
import { isOpen } from './workflow.ts'

/** Told by the body alone: each source stands in it once. */
export function blendErrors({ from }: Record<string, unknown>): ProblemRow[] {
  const sent: unknown[] = Array.isArray(from) ? from : []
  const ids = sent.map(each => String((each as { batch_id?: unknown } | null)?.batch_id).toLowerCase())
  return ids.flatMap((id, index) =>
    !isUuid(id) || ids.indexOf(id) === index
      ? []
      : [{ field: `from[${index}].batch_id`, code: 'not_allowed', message: 'This batch is named before.' }],
  )
}

export async function blendBatch(ctx: WriteContext, target: Batch, body: BlendBody): Promise<BatchTransition> {
  const { operation } = await startOperation(ctx, target, { said: body })
  const sources = await findSources(ctx, target, body)
  const incoming: NewEntry[] = []
  for (const [index, source] of sources.entries()) {
    incoming.push(await takeFrom(ctx, source, { litres: body.from[index]!.volume_l, target, operation }))
  }
  const facts = await appendEntries(ctx, target, { operation, entries: incoming })
  if (target.vessel_id !== null) await changePlace(ctx, target, { after: { ...target, ...facts } })
  return { changes: facts }
}

/** Other open batches past `planned`, with enough in them; one that was never measured gives what is said. */
async function findSources(ctx: WriteContext, target: Batch, { from }: BlendBody): Promise<Batch[]> {
  const found: (Batch | undefined)[] = []
  for (const { batch_id } of from) found.push(await batchTable.find(ctx.tx, ctx.account.book.id, batch_id))
  const rows = found.flatMap((source, index) => {
    const isUsable = source && source.id !== target.id && isOpen(source.phase) && source.phase !== 'planned'
    return isUsable ? [] : [invalidReference(`from[${index}].batch_id`)]
  })
  if (rows.length > 0) throw validationFailed(rows)
  const sources = found as Batch[]
  for (const [index, source] of sources.entries()) {
    if (source.volume_l !== null) refuseMoreThanThere(source, decimal(from[index]!.volume_l))
  }
  return sources
}

interface Taking {
  litres: string
  target: Batch
  operation: Operation
}

/** What the target gets. A source that is empty then is completed. */
async function takeFrom(ctx: WriteContext, source: Batch, { litres, target, operation }: Taking): Promise<NewEntry> {
  const layer = layerOf(source)
  const volume = decimal(litres)
  const stated = layer.volume === null ? wentOn('phase', layer, volume) : []
  const moved = transferOf(layerAfter(layer, stated), volume, { out: 'blend_out', in: 'blend_in' })
  const entries = [...stated, { ...moved.out, other_batch_id: target.id }]
  const left = layerAfter(layer, entries)
  if (left.volume!.gt(0)) {
    await touchBatch(ctx, source, await appendEntries(ctx, source, { operation, entries }))
  } else {
    const stay = await findCurrentStay(ctx.tx, ctx.account.book.id, source.id)
    const started = { operation, stay }
    const facts = await endBatch(ctx, source, { to: 'completed', started, entries: [...entries, markOf('phase')] })
    await moveAutomatically(ctx, batches, {
      row: source,
      to: 'completed',
      changes: endedBy(source, facts),
      event: 'phase_changed',
      changedFields: endedFields(source),
    })
  }
  return { ...moved.in, other_batch_id: source.id }
}
