/** The only code that moves packaging: rows are added, balances kept with them, and no partner holds less than nothing. */
import { refuseBeyond } from '../../../../contract/amounts.ts'
import { problem } from '../../../../contract/problems.ts'
import type { WriteContext } from '../../../../kernel/context.ts'
import { assert } from '../../../../lib/assert.ts'
import type { Day } from '../../../../lib/days.ts'
import { decimal, plain } from '../../../../lib/decimal.ts'
import { newId } from '../../../../lib/ids.ts'
import { refuseCredited } from '../credited.ts'
import { isNamedByReturn } from '../returns/store.ts'
import { addUp, excessOf } from './rules.ts'
import type { MovementKind } from './schema.ts'
import { listStanding, type MovementColumns, readLedger, saveMovements } from './store.ts'

export interface NewMovement {
  kind: MovementKind
  date: Day
  /** Null is the anonymous row. */
  partner_id: string | null
  deposit_id: string
  item_id: string
  /** Signed and whole; none are left out. */
  pieces: string
  deposit_amount: string
  document: { object: string; id: string; number: string | null }
  line_id?: string | null
  reverses_id?: string | null
}

/** In the order given: what comes back cannot come from what goes out after it. All of one partner. */
export async function writeMovements(ctx: WriteContext, rows: readonly NewMovement[]): Promise<void> {
  await append(ctx, rows, ({ rows: summed, held }) => {
    const balances = excessOf(summed, held)
    if (balances.length > 0) throw problem('packaging_return_exceeds_balance', { balances })
  })
  await refuseOffBill(ctx, rows)
}

/** Empties taken off the bill of a sale are paid for; by now they count. */
async function refuseOffBill(ctx: WriteContext, rows: readonly NewMovement[]): Promise<void> {
  const returned = rows.filter(({ kind, document }) => kind === 'return' && document.object === 'pos_sale')
  const partnerId = returned[0]?.partner_id
  if (!partnerId) return
  await refuseCredited(
    ctx,
    partnerId,
    returned.map(({ deposit_id }) => ({ deposit_id, pieces: '0' })),
  )
}

/** Undoes what stands of a document. Refused once its pieces came back. */
export async function reverseMovements(ctx: WriteContext, documentId: string, { date }: { date: Day }): Promise<void> {
  const bookId = ctx.account.book.id
  const [standing, isNamed] = await Promise.all([
    listStanding(ctx.tx, bookId, documentId),
    isNamedByReturn(ctx.tx, bookId, documentId),
  ])
  if (isNamed) throw problem('sale_kegs_partially_returned')
  const mirrored = standing.map(row => mirrorOf(row, date))
  await append(ctx, mirrored, ({ balances }) => {
    if ([...balances.values()].some(pieces => pieces.lt(0))) throw problem('sale_kegs_partially_returned')
  })
}

const mirrorOf = (row: MovementColumns, date: Day): NewMovement => ({
  kind: 'reversal',
  date,
  partner_id: row.partner_id,
  deposit_id: row.deposit_id,
  item_id: row.item_id,
  pieces: plain(decimal(row.pieces).times(-1)),
  deposit_amount: row.deposit_amount,
  document: { object: row.document_object, id: row.document_id, number: row.document_number },
  line_id: row.line_id,
  reverses_id: row.id,
})

type Added = ReturnType<typeof addUp<NewMovement>> & { held: Map<string, string> }

/** `refuse` is asked for partners alone: the anonymous row may hold less than nothing. */
async function append(ctx: WriteContext, sent: readonly NewMovement[], refuse: (added: Added) => void): Promise<void> {
  const moving = sent.filter(({ pieces }) => !decimal(pieces).eq(0))
  if (moving.length === 0) return
  const partnerId = moving[0]!.partner_id
  assert(
    moving.every(({ partner_id }) => partner_id === partnerId),
    'a document moves the packaging of one partner',
  )
  const bookId = ctx.account.book.id
  const depositIds = [...new Set(moving.map(({ deposit_id }) => deposit_id))]
  const ledger = await readLedger(ctx.tx, bookId, { partnerId, depositIds })
  const known = new Map(ledger.held.map(balance => [balance.deposit_id, balance]))
  const held = new Map(ledger.held.map(({ deposit_id, pieces }) => [deposit_id, pieces]))
  const { rows, balances } = addUp(moving, held)
  if (partnerId !== null) refuse({ rows, balances, held })
  for (const { deposit_id, deposit_amount } of moving) refuseBeyond(balances.get(deposit_id)!.times(deposit_amount))
  saveMovements(
    ctx.tx,
    { bookId, now: ctx.now },
    {
      partnerId,
      movements: rows.map((row, index) => columnsOf(row, ledger.lastSequence + index + 1)),
      balances: [...balances].map(([deposit_id, pieces]) => ({
        id: known.get(deposit_id)?.id ?? newId(),
        deposit_id,
        item_id: moving.find(row => row.deposit_id === deposit_id)!.item_id,
        pieces: plain(pieces),
        moved_on: moving.find(row => row.deposit_id === deposit_id)!.date,
      })),
    },
  )
}

const columnsOf = (row: NewMovement & { balance_after: string }, sequence: number): MovementColumns => ({
  id: newId(),
  sequence,
  kind: row.kind,
  date: row.date,
  partner_id: row.partner_id,
  deposit_id: row.deposit_id,
  item_id: row.item_id,
  pieces: row.pieces,
  deposit_amount: row.deposit_amount,
  balance_after: row.balance_after,
  document_object: row.document.object,
  document_id: row.document.id,
  document_number: row.document.number,
  line_id: row.line_id ?? null,
  reverses_id: row.reverses_id ?? null,
})
