/** What the demo brewery sold over its counters: one sale of every kind. */
import type { WriteContext } from '../../kernel/context.ts'
import { toInstant, toMilliseconds } from '../../lib/instants.ts'
import { addSale, findDeskByCode, type SaleCreate, saleActions } from '../pos/index.ts'

const piece = { unit_code: 'pcs' }
const hourMs = 3_600_000

/** `itemIds` are the ids by the names of `items.ts`. Nothing is sold where the account has desks of its own. */
export async function addDemoSales(ctx: WriteContext, itemIds: Map<string, string>): Promise<void> {
  const bar = await findDeskByCode(ctx.tx, ctx.account.book.id, 'VYCEP')
  if (!bar) return
  const line = (key: string, quantity: string, unit_price: string) => ({
    item_id: itemIds.get(key)!,
    quantity,
    unit: piece,
    unit_price,
  })
  const at = (hours: number) => toInstant(toMilliseconds(ctx.now) - hours * hourMs)
  const sell = (hours: number, body: Omit<SaleCreate, 'cash_desk_id' | 'sold_at'>) =>
    addSale(ctx, { cash_desk_id: bar.id, sold_at: at(hours), cashier: 'Jana', ...body })
  const cash = (amount: string, tendered?: string) => ({
    payment: { method: 'cash' as const, amount, ...(tendered && { tendered }) },
  })
  await sell(5, { lines: [line('lager-draft', '2', '55'), line('dark-draft', '1', '40')], ...cash('150', '200') })
  await sell(4, { lines: [line('dark-draft', '3', '40')], payment: { method: 'card', amount: '120' } })
  const bottles = await sell(3, { lines: [line('lager-bottle', '6', '38.90')], ...cash('251', '300') })
  await sell(2, {
    lines: [{ ...line('lager-draft', '4', '55'), discount_pct: '10' }],
    payments: [
      { method: 'card', amount: '100' },
      { method: 'cash', amount: '98' },
    ],
  })
  const [first] = bottles.lines
  const part = { line_id: first!.id, quantity: '2', unit: piece }
  await saleActions.run(ctx, 'refund', { row: bottles.row, body: { lines: [part], ...cash('84') } })
  const mistake = await sell(1, { lines: [line('lager-draft', '1', '55')], ...cash('55') })
  await saleActions.run(ctx, 'cancel', { row: mistake.row, body: {} })
  // The till sold them while the line was down; the receipt of the glasses is not booked yet.
  await sell(1, {
    offline: true,
    external_ref: { system: 'till', id: 'VYCEP-000123' },
    lines: [line('glass', '2', '180')],
    ...cash('360'),
  })
}
