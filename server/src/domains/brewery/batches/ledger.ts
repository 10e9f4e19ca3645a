/** The ledger of a batch: what each operation did to its litres and their value, and the taking back of it. */
import { validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, plain } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import type { Instant } from '../../../lib/instants.ts'
import { type Layer, layerAfter, type Movement, reverseOf } from './rules.ts'
import { type Batch, type BatchEntry, type Before, batchEntryTable, findLastStanding } from './store.ts'

/** What one action does, over all batches it touches. */
export interface Operation {
  id: string
  occurred_at: Instant
  note: string | null
}

export const newOperation = (ctx: WriteContext, of: Partial<Omit<Operation, 'id'>> = {}): Operation => ({
  id: newId(),
  occurred_at: of.occurred_at ?? ctx.now,
  note: of.note ?? null,
})

type Facts = Pick<
  BatchEntry,
  'document_object' | 'document_id' | 'document_number' | 'other_batch_id' | 'vessel_id' | 'reason' | 'reverses_id'
>

/** A movement with what it has to do with. */
export type NewEntry = Movement & Partial<Facts>

/** What the ledger says of its batch. */
export type LedgerFacts = Pick<Batch, 'volume_l' | 'value' | 'brewed_l' | 'last_entry' | 'last_standing'>

export const layerOf = ({ volume_l, value }: Pick<Batch, 'volume_l' | 'value'>): Layer => ({
  volume: volume_l === null ? null : decimal(volume_l),
  value: decimal(value),
})

/** The entries of one operation in the ledger of one batch, still to be saved, and what the batch is then. */
export function draftEntries(
  ctx: WriteContext,
  batch: Batch,
  { operation, entries, stays = {} }: Written & { stays?: Stays },
): { rows: BatchEntry[]; facts: LedgerFacts } {
  const before: Before = {
    phase: batch.phase,
    previous_phase: batch.previous_phase,
    vessel_id: batch.vessel_id,
    is_unstated: batch.volume_l === null,
    closed_stay_id: stays.closed ?? null,
    opened_stay_id: stays.opened ?? null,
  }
  const rows = rowsOf(ctx, batch, { operation, entries })
  const last = rows.at(-1)!
  const facts = {
    volume_l: last.volume_after_l,
    value: last.value_after,
    brewed_l: batch.brewed_l ?? rows.find(({ volume_after_l }) => volume_after_l !== null)?.volume_after_l ?? null,
    last_entry: last.sequence,
    last_standing: last.sequence,
  }
  return { rows: rows.map((row, index) => ({ ...row, before: index === 0 ? before : null })), facts }
}

/**
 * Writes the entries of one operation to the ledger of one batch, and gives what the batch is then. Saving that is the
 * caller's: an action has more to change.
 */
export async function appendEntries(
  ctx: WriteContext,
  batch: Batch,
  written: Written & { stays?: Stays },
): Promise<LedgerFacts> {
  const { rows, facts } = draftEntries(ctx, batch, written)
  await saveEntries(ctx, rows)
  return facts
}

/** Takes entries of a batch back, the newest first, each by an entry of its own; the batch is saved by the caller. */
export async function reverseEntries(
  ctx: WriteContext,
  batch: Batch,
  { operation, undone }: { operation: Operation; undone: readonly BatchEntry[] },
): Promise<LedgerFacts> {
  const entries = undone.toReversed().map(entry => ({
    ...entry,
    ...reverseOf({ kind: entry.kind, volume: decimal(entry.volume_l), value: decimal(entry.value) }),
    reverses_id: entry.id,
  }))
  const isUnstated = undone.some(entry => entry.before?.is_unstated) && undone.some(entry => entry.volume_l !== '0')
  const rows = rowsOf(ctx, batch, { operation, entries })
  const last = rows.at(-1)!
  const volume_l = isUnstated ? null : last.volume_after_l
  await saveEntries(ctx, [
    ...undone.map(entry => ({ ...entry, is_undone: true })),
    ...rows.slice(0, -1),
    { ...last, volume_after_l: volume_l },
  ])
  return {
    volume_l,
    value: last.value_after,
    brewed_l: isUnstated ? null : batch.brewed_l,
    last_entry: last.sequence,
    last_standing: await findLastStanding(ctx.tx, ctx.account.book.id, batch.id),
  }
}

export const saveEntries = (ctx: WriteContext, rows: readonly BatchEntry[]): Promise<void> =>
  batchEntryTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, rows)

/** The stays an operation ends and begins. */
export interface Stays {
  closed?: string
  opened?: string
}

interface Written {
  operation: Operation
  entries: readonly NewEntry[]
}

function rowsOf(ctx: WriteContext, batch: Batch, { operation, entries }: Written): BatchEntry[] {
  return entries.map((entry, index) => {
    const after = layerAfter(layerOf(batch), entries.slice(0, index + 1))
    refuseBeyond(after)
    return {
      id: newId(),
      batch_id: batch.id,
      sequence: batch.last_entry + index + 1,
      operation_id: operation.id,
      kind: entry.kind,
      occurred_at: operation.occurred_at,
      volume_l: plain(entry.volume),
      volume_after_l: after.volume && plain(after.volume),
      value: plain(entry.value),
      value_after: plain(after.value),
      document_object: entry.document_object ?? null,
      document_id: entry.document_id ?? null,
      document_number: entry.document_number ?? null,
      other_batch_id: entry.other_batch_id ?? null,
      other_batch_number: null,
      vessel_id: entry.vessel_id ?? null,
      vessel_name: null,
      reason: entry.reason ?? null,
      note: operation.note,
      is_undone: false,
      reverses_id: entry.reverses_id ?? null,
      before: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    }
  })
}

const most = decimal(10).pow(18)

/** Decimals on the wire have at most 18 digits before the point. */
function refuseBeyond({ volume, value }: Layer): void {
  const isBeyond = (amount: Decimal | null) => amount?.gte(most) ?? false
  if (!isBeyond(volume) && !isBeyond(value)) return
  const message = 'The batch would hold more than a figure of 18 digits.'
  throw validationFailed([{ field: '', code: 'not_allowed', message }])
}
