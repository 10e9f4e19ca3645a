/** Packaging that goes out with stock issues and comes back with goods receipts: stock tells, the ledger keeps it. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain, sum } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { postedQuantity, type Returnables, type StockDocument, type StockLineRow } from '../../stock/index.ts'
import { listDepositsOfItems } from './deposits-store.ts'
import { dispatchesOf, takeFrom } from './dispatch-rules.ts'
import { type IssuedPackaging, issuedPackaging, movedPackaging } from './dispatches-store.ts'
import { type NewMovement, reverseMovements, writeMovements } from './movements/actions.ts'
import type { Excess } from './movements/rules.ts'
import { readLedger } from './movements/store.ts'

const headOf = (document: StockDocument, object: string): Pick<NewMovement, 'date' | 'partner_id' | 'document'> => ({
  date: document.date,
  partner_id: document.partner_id,
  document: { object, id: document.id, number: document.number },
})

async function noteDispatch(ctx: WriteContext, issue: StockDocument, packaging: IssuedPackaging): Promise<void> {
  const head = headOf(issue, 'stock_issue')
  await writeMovements(
    ctx,
    dispatchesOf(packaging).map(row => ({ kind: 'dispatch' as const, ...head, ...row })),
  )
}

/** Per packaging item, from what the partner holds of its deposits, in the order of their codes. */
async function noteReturn(ctx: WriteContext, receipt: StockDocument, lines: readonly StockLineRow[]): Promise<void> {
  const bookId = ctx.account.book.id
  const brought = groupBy(lines, ({ item_id }) => item_id)
  const deposits = await listDepositsOfItems(ctx.tx, bookId, [...brought.keys()])
  if (deposits.length === 0) return
  const depositIds = deposits.map(({ id }) => id)
  const { held } = await readLedger(ctx.tx, bookId, { partnerId: receipt.partner_id, depositIds })
  const heldOf = new Map(held.map(({ deposit_id, pieces }) => [deposit_id, pieces]))
  const head = headOf(receipt, 'goods_receipt')
  const excess: Excess[] = []
  const rows = [...groupBy(deposits, ({ packaging_item_id }) => packaging_item_id)].flatMap(([itemId, own]) => {
    const pieces = sum((brought.get(itemId) ?? []).map(line => decimal(postedQuantity(line)).round(0, 'up')))
    const { taken, isShort } = takeFrom(
      own.map(({ id, amount }) => ({ deposit_id: id, deposit_amount: amount, pieces: heldOf.get(id) ?? '0' })),
      pieces,
    )
    const requested = plain(pieces)
    if (isShort) {
      excess.push(...own.map(({ id }) => ({ deposit_id: id, pieces: heldOf.get(id) ?? '0', requested })))
    }
    return taken.map(row => ({ kind: 'return' as const, ...head, item_id: itemId, ...row }))
  })
  if (excess.length > 0) throw problem('packaging_return_exceeds_balance', { balances: excess })
  await writeMovements(ctx, rows)
}

export const stockReturnables: Returnables = {
  packagingOf: ({ id }, bookId) => issuedPackaging(bookId, id),
  isMovedBy: ({ id }, bookId) => movedPackaging(bookId, id),
  dispatched: (ctx, issue, packaging) => noteDispatch(ctx, issue, packaging as IssuedPackaging),
  returned: noteReturn,
  takenBack: (ctx, { id }) => reverseMovements(ctx, id, { date: ctx.today }),
}
