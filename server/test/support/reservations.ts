/** Orders as stock knows them: bare rows that reserve, change their mind, release. */
import { addPartner } from '../../src/domains/core/partners/actions.ts'
import { sealOrder } from '../../src/domains/sales/orders/sealing.ts'
import { type Order, orderLineTable, orderTable } from '../../src/domains/sales/orders/store.ts'
import { emitLevels } from '../../src/domains/stock/levels/actions.ts'
import type { LevelRow } from '../../src/domains/stock/levels/store.ts'
import { changeWanted, release, releaseLine, reserve } from '../../src/domains/stock/reservations/actions.ts'
import { findAccount } from '../../src/kernel/account.ts'
import type { WriteContext } from '../../src/kernel/context.ts'
import { writeAsSystem } from '../../src/kernel/system-write.ts'
import { newId } from '../../src/lib/ids.ts'
import type { Service } from './service.ts'

export interface NeedWords {
  item: string
  warehouse: string
  quantity: string
}

export interface OrderLine extends NeedWords {
  id: string
  order: string
}

export interface OrderBook {
  /** Confirms an order; its lines in the order of the needs. */
  reserve(needs: NeedWords[], due?: string | null): Promise<OrderLine[]>
  change(line: OrderLine, quantity: string): Promise<void>
  release(order: string): Promise<void>
  releaseLine(line: OrderLine): Promise<void>
}

/** Every change says which levels it changed, as an order will. */
export async function orderBook(service: Service, slug: string): Promise<OrderBook> {
  const account = (await findAccount(service.database, slug, false))!
  const write = (work: (ctx: WriteContext) => Promise<LevelRow[]>) =>
    writeAsSystem({ ...service, account }, async ctx => emitLevels(ctx, await work(ctx)))
  let partner = ''
  await writeAsSystem({ ...service, account }, async ctx => {
    partner = (await addPartner(ctx, { name: 'Customer' })).id
  })
  return {
    async reserve(needs, due = null) {
      const order = newId()
      const lines = needs.map(need => ({ ...need, id: newId(), order }))
      await write(async ctx => {
        await insertOrder(ctx, partner, order, lines)
        const { levels } = await reserve(
          ctx,
          lines.map(({ id, item, warehouse, quantity }) => ({
            id,
            orderId: order,
            itemId: item,
            warehouseId: warehouse,
            wanted: quantity,
            deliveryDate: due,
          })),
        )
        return levels
      })
      return lines
    },
    change: ({ id, item, warehouse }, quantity) =>
      write(ctx => changeWanted(ctx, { id, itemId: item, warehouseId: warehouse, wanted: quantity })),
    release: order => write(ctx => release(ctx, order)),
    releaseLine: ({ id, order }) => write(ctx => releaseLine(ctx, order, id)),
  }
}

const bareOrder = {
  version: 1,
  status: 'confirmed',
  currency: 'CZK',
  total_excl_vat: '0',
  total_vat: '0',
  total_incl_vat: '0',
  total_deposit: '0',
  origin: 'manual',
}

/** A confirmed order with no price: only its quantities matter here. */
async function insertOrder(ctx: WriteContext, partner: string, id: string, lines: OrderLine[]): Promise<void> {
  const bookId = ctx.account.book.id
  const order = { ...bareOrder, id, number: id, partner_id: partner, partner_name: 'Customer', order_date: ctx.today }
  await orderTable.save(ctx.tx, { bookId, now: ctx.now }, [order as unknown as Order])
  ctx.emit('order.created', { object: 'order', id })
  await orderLineTable.save(
    ctx.tx,
    { bookId, now: ctx.now },
    lines.map((line, index) => ({
      id: line.id,
      order_id: id,
      sort_order: index + 1,
      item_id: line.item,
      quantity: line.quantity,
      unit_price: '0',
      vat_rate_pct: '21',
      discount_pct: null,
      excl_vat: '0',
      vat: '0',
      incl_vat: '0',
      deposit_id: null,
      deposit_pieces: '0',
      deposit_total: '0',
      notes: null,
      price_source: 'manual' as const,
      vat_exemption: null,
      payer_vat_rate_pct: '21',
    })),
  )
  await sealOrder(ctx, (await orderTable.find(ctx.tx, bookId, id))!)
}
