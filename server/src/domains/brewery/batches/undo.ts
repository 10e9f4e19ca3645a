/** The newest operation of a batch is taken back, in every batch it touched, as if it had never been. */
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { assert } from '../../../lib/assert.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { followStays } from '../measurements/follow.ts'
import type { UndoBody } from './bodies.ts'
import { batches } from './document.ts'
import { newOperation, type Operation, reverseEntries } from './ledger.ts'
import { changePlace, touchBatch } from './occupancy.ts'
import type { BatchPhase } from './schema.ts'
import { saveStay } from './stays.ts'
import {
  type Batch,
  type BatchEntry,
  type Before,
  batchStayTable,
  batchTable,
  deleteStay,
  findEntry,
  getShownNames,
  listEntriesOfOperation,
} from './store.ts'
import type { BatchTransition } from './transition.ts'
import { isOpen } from './workflow.ts'

/** What an operation wrote to one batch. */
interface Part {
  batch: Batch
  entries: BatchEntry[]
}

export async function undoLast(ctx: WriteContext, batch: Batch, { note }: UndoBody): Promise<BatchTransition> {
  const bookId = ctx.account.book.id
  const newest = await findEntry(ctx.tx, bookId, { batchId: batch.id, sequence: batch.last_standing })
  assert(newest, 'the newest entry that stands is there')
  const entries = await listEntriesOfOperation(ctx.tx, bookId, newest.operation_id)
  refuseDocuments(entries)
  const parts = await partsOf(ctx, batch, entries)
  refuseNewer(parts)
  const operation = newOperation(ctx, { note: note ?? null })
  const [own, ...others] = parts
  for (const other of others) await restoreOther(ctx, other, operation)
  const { changes, to, changedFields } = await restore(ctx, own!, operation)
  return { changes, to, changedFields, isSilent: changedFields.length === 0 }
}

/** What a stock document did is taken back by that document. */
function refuseDocuments(entries: readonly BatchEntry[]): void {
  const posted = entries.find(({ document_id }) => document_id !== null)
  if (!posted) return
  const { document_object, document_id, document_number } = posted
  throw problem('conflict', {
    ...because('newest_is_document', { number: document_number! }),
    blockers: [{ object: document_object!, id: document_id!, status: 'confirmed', number: document_number! }],
  })
}

/** The batch itself first. */
async function partsOf(ctx: WriteContext, batch: Batch, entries: readonly BatchEntry[]): Promise<Part[]> {
  const parts: Part[] = []
  for (const [id, own] of groupBy(entries, ({ batch_id }) => batch_id)) {
    if (id === batch.id) parts.unshift({ batch, entries: own })
    else parts.push({ batch: await batchTable.get(ctx.tx, ctx.account.book.id, id), entries: own })
  }
  return parts
}

function refuseNewer(parts: readonly Part[]): void {
  const changed = parts.filter(({ batch, entries }) => batch.last_standing !== entries.at(-1)!.sequence)
  if (changed.length === 0) return
  throw problem('conflict', {
    ...because('other_batch_changed'),
    blockers: changed.map(({ batch: { id, number, phase } }) => ({ object: 'batch' as const, id, number, phase })),
  })
}

interface Restored {
  changes: Partial<Batch>
  to: BatchPhase
  changedFields: string[]
}

async function restore(ctx: WriteContext, { batch, entries }: Part, operation: Operation): Promise<Restored> {
  const facts = await reverseEntries(ctx, batch, { operation, undone: entries })
  const { before } = entries[0]!
  const { phase, previous_phase, vessel_id } = stateBefore(batch, entries)
  const after = { ...batch, ...facts, phase, vessel_id }
  const place = await changePlace(ctx, batch, { after, isUndone: true })
  await restoreStays(ctx, before!)
  const followed = await followStays(ctx, { id: batch.id, phase }, entries[0]!.occurred_at)
  const isReopened = isOpen(phase) && !isOpen(batch.phase)
  const names = isReopened ? await getShownNames(ctx.tx, ctx.account.book.id, batch.id) : {}
  return {
    changes: {
      ...facts,
      ...followed,
      ...names,
      previous_phase,
      vessel_id: place.vessel_id,
      vessel_name: place.vessel_name,
    },
    to: phase,
    changedFields: [
      ...(phase === batch.phase ? [] : ['phase']),
      ...(place.vessel_id === batch.vessel_id ? [] : ['vessel']),
    ],
  }
}

/** Before its split a child was not: it is given up. */
function stateBefore(batch: Batch, entries: readonly BatchEntry[]) {
  const isChild = entries.some(({ kind }) => kind === 'split_in')
  return isChild ? { phase: 'cancelled' as const, previous_phase: batch.phase, vessel_id: null } : entries[0]!.before!
}

async function restoreStays(ctx: WriteContext, { closed_stay_id, opened_stay_id }: Before): Promise<void> {
  const bookId = ctx.account.book.id
  if (opened_stay_id !== null) await deleteStay(ctx.tx, bookId, opened_stay_id)
  if (closed_stay_id === null) return
  const stay = await batchStayTable.get(ctx.tx, bookId, closed_stay_id)
  await saveStay(ctx, { ...stay, ended_at: null })
}

async function restoreOther(ctx: WriteContext, part: Part, operation: Operation): Promise<void> {
  const { batch } = part
  const { changes, to, changedFields } = await restore(ctx, part, operation)
  if (to === batch.phase) await touchBatch(ctx, batch, changes)
  else await moveAutomatically(ctx, batches, { row: batch, to, changes, event: 'phase_changed', changedFields })
}
