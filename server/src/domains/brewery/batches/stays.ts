/** The stays of a batch in its phases and vessels, and when something happened to it. */
import { type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { plain, zero } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { type Instant, parseInstant, toMilliseconds } from '../../../lib/instants.ts'
import { newOperation, type Operation } from './ledger.ts'
import type { Place } from './occupancy.ts'
import type { Layer, Movement } from './rules.ts'
import type { StayPhase } from './schema.ts'
import { type Batch, type BatchStay, batchStayTable, findCurrentStay } from './store.ts'

const aheadMs = 5 * 60_000

interface Said {
  occurred_at?: string | undefined
  note?: string | null | undefined
}

export interface Started {
  operation: Operation
  /** Where the batch is; undefined while it is planned. */
  stay: BatchStay | undefined
}

/** An operation on the batch, at the moment that is said; what else is wrong with the body is told with it. */
export async function startOperation(
  ctx: WriteContext,
  batch: Batch,
  { said, rows = [] }: { said: Said; rows?: readonly ProblemRow[] },
): Promise<Started> {
  const stay = await findCurrentStay(ctx.tx, ctx.account.book.id, batch.id)
  const occurred = said.occurred_at === undefined ? undefined : parseInstant(said.occurred_at)!
  const wrong = [...rows, ...momentErrors(ctx, occurred, stay)]
  if (wrong.length > 0) throw validationFailed(wrong)
  return { operation: newOperation(ctx, { occurred_at: occurred ?? nowIn(ctx, stay), note: said.note ?? null }), stay }
}

/** Now, but not before the stay began: that may have been said to be a little ahead. */
const nowIn = (ctx: WriteContext, stay: BatchStay | undefined): Instant =>
  stay && stay.started_at > ctx.now ? stay.started_at : ctx.now

function momentErrors(ctx: WriteContext, at: Instant | undefined, stay: BatchStay | undefined): ProblemRow[] {
  if (at === undefined) return []
  const refused = (message: string): ProblemRow[] => [{ field: 'occurred_at', code: 'not_allowed', message }]
  if (toMilliseconds(at) > toMilliseconds(ctx.now) + aheadMs)
    return [rowBecause({ field: 'occurred_at' }, 'ahead_of_now')]
  if (stay && at < stay.started_at) return refused(`The batch is in this phase and vessel since ${stay.started_at}.`)
  return []
}

/** What ends a stay of one batch may have been said of another: then it ends no earlier than it began. */
export const closeStay = (ctx: WriteContext, stay: BatchStay, at: Instant): Promise<void> =>
  saveStay(ctx, { ...stay, ended_at: at > stay.started_at ? at : stay.started_at })

export const saveStay = (ctx: WriteContext, stay: BatchStay): Promise<void> =>
  batchStayTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, [stay])

interface Opened {
  batch: Pick<Batch, 'id'>
  phase: StayPhase
  operation: Operation
  place: Place
  /** The litres it begins with, and what changed at that moment. */
  layer: Layer
  movements: readonly Movement[]
  after: BatchStay | undefined
}

export function newStay(
  ctx: WriteContext,
  { batch, phase, operation, place, layer, movements, after }: Opened,
): BatchStay {
  const changed = movements.find(({ kind }) => kind === 'loss' || kind === 'gain')
  return {
    id: newId(),
    batch_id: batch.id,
    position: (after?.position ?? 0) + 1,
    phase,
    vessel_id: place.vessel_id,
    started_at: operation.occurred_at,
    ended_at: null,
    volume_l: layer.volume && plain(layer.volume),
    loss_l: plain(zero.minus(changed?.volume ?? zero)),
    note: operation.note,
    vessel_cleaned_at: place.vessel_cleaned_at,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}
