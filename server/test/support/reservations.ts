/** Orders as stock knows them, until the API has them: they reserve, change their mind, release. */
import { emitLevels } from '../../src/domains/stock/documents/transitions.ts'
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
    writeAsSystem(service.database, service.clock, account, async ctx => emitLevels(ctx, await work(ctx)))
  return {
    async reserve(needs, due = null) {
      const order = newId()
      const lines = needs.map(need => ({ ...need, id: newId(), order }))
      await write(ctx =>
        reserve(
          ctx,
          lines.map(({ id, item, warehouse, quantity }) => ({
            id,
            orderId: order,
            itemId: item,
            warehouseId: warehouse,
            wanted: quantity,
            deliveryDate: due,
          })),
        ),
      )
      return lines
    },
    change: ({ id, item, warehouse }, quantity) =>
      write(ctx => changeWanted(ctx, { id, itemId: item, warehouseId: warehouse, wanted: quantity })),
    release: order => write(ctx => release(ctx, order)),
    releaseLine: ({ id, order }) => write(ctx => releaseLine(ctx, order, id)),
  }
}
