/** Short words for stories about kegs: a desk with its taps, beer in kegs and by the glass. */
import { expect } from 'vitest'
import { addItem } from '../../src/domains/core/index.ts'
import { listAllWarehouses } from '../../src/domains/stock/index.ts'
import type { WriteContext } from '../../src/kernel/context.ts'
import type { Reply } from './client.ts'
import type { Told } from './sales.ts'
import type { Service } from './service.ts'
import { type StockAccount, stockAccount } from './stock.ts'

export interface TapRoom extends StockAccount {
  /** The first desk; it sells from the main warehouse. */
  desk: string
  /** Where beer on tap lies. */
  onTap: string
  /** Litres of beer, 30 of them in a keg, half a litre and 0.3 l of them by the glass. */
  beer: string
  keg: string
  half: string
  small: string
  /** Full kegs come to the main warehouse. */
  filled(pieces: string, price: string, head?: { date?: string; lot?: string; expiry?: string }): Promise<string>
  /** Taps at the desk, number 1 unless said otherwise. */
  tap(body?: object, options?: { desk?: string; query?: string; headers?: Record<string, string> }): Promise<Reply>
  /** Taps and expects it to work. */
  tapped(body?: object): Promise<{ id: string; lot_id: string; repack_id: string }>
  keg_tap(id: string): Promise<Record<string, string>>
  /** Sells glasses at 10.00 each for cash. */
  pour(glasses: number, options?: { item?: string; line?: object; head?: object }): Promise<Reply>
  /** Sells them and expects it to work. */
  poured(glasses: number, item?: string): Promise<Told>
}

const pcs = { unit_code: 'pcs' }

export const tapRoom = async (service: Service, wanted?: Parameters<Service['tenant']>[0]): Promise<TapRoom> =>
  tapRoomIn(await stockAccount(service, wanted))

export async function tapRoomIn(book: StockAccount): Promise<TapRoom> {
  const { api } = book
  const { onTap, ...items } = await book.seed(addTapped)
  const [desk] = (await api.get('/cash-desks')).body.data
  const room: TapRoom = {
    ...book,
    desk: desk.id,
    onTap,
    ...items,
    async filled(pieces, price, { lot, expiry, ...head } = {}) {
      const line = {
        item: room.keg,
        quantity: pieces,
        unit: 'pcs',
        price,
        ...(lot && { lot }),
        ...(expiry && { expiry }),
      }
      const { body } = await book.receipt([line], head)
      return (await book.act(`/goods-receipts/${body.id}`, 'confirm')).body.lines[0].id
    },
    tap: (body = {}, { desk: other = room.desk, query = '', headers = {} } = {}) =>
      api.post(`/cash-desks/${other}/taps${query}`, { tap_number: 1, item_id: room.keg, ...body }, { headers }),
    async tapped(body = {}) {
      const reply = await room.tap(body)
      expect(reply.status, reply.text).toBe(201)
      return reply.body
    },
    keg_tap: async id => (await api.get(`/keg-taps/${id}`)).body,
    pour: (glasses, { item = room.half, line = {}, head = {} } = {}) =>
      api.post('/pos-sales', {
        cash_desk_id: room.desk,
        lines: [{ item_id: item, quantity: String(glasses), unit: pcs, unit_price: '10', ...line }],
        payment: { method: 'cash', amount: `${glasses * 10}.00` },
        ...head,
      }),
    async poured(glasses, item = room.half) {
      const reply = await room.pour(glasses, { item })
      expect(reply.status, reply.text).toBe(201)
      return reply.body
    },
  }
  return room
}

async function addTapped(ctx: WriteContext) {
  const places = await listAllWarehouses(ctx.tx, ctx.account.book.id)
  const strength = { plato: '12', abv: '5' }
  const litres = { name: 'Ležák', unit: { unit_code: 'l' }, item_type: 'production_item' } as const
  const { id: beer } = await addItem(ctx, { ...litres, ...strength })
  const filledWith = async (name: string, base_item_quantity: string, rest: object) => {
    const filled = { item_type: 'base_product', base_item_id: beer, base_item_quantity } as const
    return (await addItem(ctx, { name, unit: pcs, ...filled, volume_l: base_item_quantity, ...strength, ...rest })).id
  }
  return {
    onTap: places.find(({ code }) => code === 'ON_TAP')!.id,
    beer,
    keg: await filledWith('Sud 30 l', '30', { packaging_type: 'keg_30' }),
    half: await filledWith('Ležák 0,5 l', '0.5', { sale_price: '45.454545', pos_available: true }),
    small: await filledWith('Ležák 0,3 l', '0.3', { sale_price: '30', pos_available: true }),
  }
}
