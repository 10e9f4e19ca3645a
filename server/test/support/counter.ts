/** Words for stories at the counter: a desk, bottles with a deposit, pretzels, cheese, and what is paid for them. */
import { expect } from 'vitest'
import type { Reply } from './client.ts'
import type { Told } from './sales.ts'
import type { Service } from './service.ts'
import { type StockAccount, stockAccount } from './stock.ts'

export interface Counter extends StockAccount {
  /** MAIN: sells from the main warehouse, only what is in stock, cash in whole crowns. */
  desk: Told
  /** 38.90 with VAT at 21 %, in a bottle with a deposit of 3.00. */
  bottle: string
  empty: string
  deposit: string
  /** 24.90 with VAT at 12 %. */
  pretzel: string
  /** In kilograms. */
  cheese: string
  /** Never in stock; 50.00 without VAT. */
  tip: string
  bottles(quantity: string, rest?: object): object
  pretzels(quantity: string, rest?: object): object
  sell(body: object, options?: { query?: string; key?: string }): Promise<Reply>
  /** Sells, and expects it to work. */
  sold(body: object): Promise<Told>
  cash(amount: string, rest?: object): object
  card(amount: string): object
  read(id: string): Promise<Told>
  run(id: string, key: string, body?: object, query?: string): Promise<Reply>
  /** The desk is set up otherwise. */
  setDesk(facts: object): Promise<void>
}

const pcs = { unit_code: 'pcs' }

export const counter = async (service: Service, wanted?: Parameters<Service['tenant']>[0]): Promise<Counter> =>
  counterIn(await stockAccount(service, wanted))

export async function counterIn(book: StockAccount): Promise<Counter> {
  const { api } = book
  const goods = (name: string, rest: object) =>
    book.item({ name, unit: pcs, item_type: 'purchased_sale_item', pos_available: true, ...rest })
  const empty = await goods('Prázdná lahev', { item_type: 'packaging', packaging_type: 'bottle_05' })
  await book.apply({ deposits: [{ code: 'L3', name: 'Lahev', packaging_item: empty, amount: '3' }] })
  const deposit = (await api.get('/deposits')).body.data.find(({ code }: Told) => code === 'L3')
  const reduced = (await api.get('/vat-rates')).body.data.find(({ rate_pct }: Told) => rate_pct === '12')
  const bottle = await goods('Ležák 0,5 l', { packaging_type: 'bottle_05', sale_price: '32.148760' })
  const pretzel = await goods('Preclík', { sale_vat_rate_id: reduced.id, sale_price: '22.232143' })
  const cheese = await goods('Sýr', { unit: { unit_code: 'kg' }, sale_vat_rate_id: reduced.id })
  const tip = await goods('Spropitné', { item_type: 'service', sale_price: '50' })
  const [desk] = (await api.get('/cash-desks')).body.data
  const run: Omit<Counter, keyof StockAccount> = {
    desk,
    bottle,
    empty,
    deposit: deposit.id,
    pretzel,
    cheese,
    tip,
    bottles: (quantity, rest = {}) => ({ item_id: bottle, quantity, unit: pcs, ...rest }),
    pretzels: (quantity, rest = {}) => ({ item_id: pretzel, quantity, unit: pcs, ...rest }),
    sell: (body, { query = '', key } = {}) =>
      api.post(`/pos-sales${query}`, body, { ...(key && { headers: { 'idempotency-key': key } }) }),
    async sold(body) {
      const reply = await run.sell(body)
      expect(reply.status, reply.text).toBe(201)
      return reply.body
    },
    cash: (amount, rest = {}) => ({ payment: { method: 'cash', amount, ...rest } }),
    card: amount => ({ payment: { method: 'card', amount } }),
    read: async id => (await api.get(`/pos-sales/${id}`)).body,
    run: (id, key, body, query = '') => api.post(`/pos-sales/${id}/actions/${key}${query}`, body),
    async setDesk(facts) {
      await book.apply({
        cash_desks: [{ code: 'MAIN', name: desk.name, warehouse: 'MAIN', cash_account: 'CASH', ...facts }],
      })
    },
  }
  return Object.assign(book, run)
}
