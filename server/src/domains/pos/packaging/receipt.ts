/** Empties that are received: a goods receipt at no price, since a deposit is money and not the cost of the shell. */
import type { WriteContext } from '../../../kernel/context.ts'
import type { Day } from '../../../lib/days.ts'
import {
  confirmReceiptPart,
  insertDocument,
  listStockLines,
  type MovedPart,
  newDocument,
  newLine,
  type WarehouseRow,
} from '../../stock/index.ts'
import type { ReturnedPieces } from './deposits.ts'

export interface Brought {
  warehouse: WarehouseRow
  date: Day
  partner: { id: string; name: string } | null
  lines: readonly Pick<ReturnedPieces, 'item_id' | 'pieces'>[]
  /** What makes the receipt, and alone undoes it. */
  origin: { pos_sale_id: string } | { packaging_return_id: string }
}

/** Confirmed at once. The caller has asked for locks, and emits the levels. */
export async function receiveEmpties(
  ctx: WriteContext,
  { warehouse, date, partner, lines, origin }: Brought,
): Promise<MovedPart> {
  const body = {
    warehouse_id: warehouse.id,
    movement_purpose: 'packaging_return' as const,
    date,
    partner_id: partner?.id ?? null,
  }
  const draft = await newDocument(ctx, 'receipt', { body, warehouse, partnerName: partner?.name, origin })
  const row = await insertDocument(
    ctx,
    draft,
    lines.map(({ item_id, pieces }, index) =>
      newLine(draft.id, index + 1, { item_id, quantity: pieces, unit_price: '0' }),
    ),
  )
  return confirmReceiptPart(ctx, row, { lines: await listStockLines(ctx.tx, ctx.account.book.id, row.id) })
}
