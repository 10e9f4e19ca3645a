/** Short words for stories about sales: a pub that buys, beer in kegs, orders and invoices. */
import { expect } from 'vitest'
import { addItem, addPartner } from '../../src/domains/core/index.ts'
import type { Reply } from './client.ts'
import type { Service } from './service.ts'
import { type StockAccount, stockAccount } from './stock.ts'

// biome-ignore lint/suspicious/noExplicitAny: the client has held the record against its schema already
export type Told = any

export interface SalesBook extends StockAccount {
  pub: string
  /** In pieces, 100 CZK without VAT, at 21 %. */
  keg: string
  /** A service: 50 CZK, never in stock. */
  ride: string
  /** A line of the keg unless another item is named. */
  line(quantity: string, rest?: object): object
  service(quantity?: string, rest?: object): object
  /** A new order: created, and expected to be. */
  order(lines: object[], head?: object): Promise<Told>
  confirmed(lines: object[], head?: object): Promise<Told>
  /** The order as it is now, and its tag. */
  read(path: string): Promise<{ now: Told; etag: string }>
  /** A draft of a free invoice with lines such as `freeLine`. */
  invoice(lines: object[], head?: object): Promise<Told>
  issuedInvoice(lines: object[], head?: object): Promise<Told>
  /** Drafts a credit note, and expects it to be. */
  credit(id: string, body?: object): Promise<Told>
  /** Drafts and issues it. */
  credited(id: string, body?: object): Promise<Told>
  /** Runs an action with a body. */
  run(path: string, key: string, body?: object): Promise<Reply>
}

/** A line of a service, in words: 10 pieces for 100 are 1 000 without and 1 210 with VAT. */
export const freeLine = (unit_price: string, rest: object = {}): object => ({
  description: 'Pronájem výčepu',
  quantity: '1',
  unit_price,
  ...rest,
})

export async function salesBook(service: Service, wanted?: Parameters<Service['tenant']>[0]): Promise<SalesBook> {
  const stock = await stockAccount(service, wanted)
  const { api, main } = stock
  const unit = { unit_code: 'pcs' }
  const [pub, keg, ride] = await stock.seed(async ctx => [
    (await addPartner(ctx, { name: 'Hospoda', payment_terms: 14 })).id,
    (await addItem(ctx, { name: 'Sud', unit, sale_price: '100' })).id,
    (await addItem(ctx, { name: 'Rozvoz', unit, item_type: 'service', sale_price: '50' })).id,
  ])
  const created = async (path: string, body: object): Promise<Told> => {
    const reply = await api.post(path, body)
    expect(reply.status, reply.text).toBe(201)
    return reply.body
  }
  const book: Omit<SalesBook, keyof StockAccount> = {
    pub,
    keg,
    ride,
    line: (quantity, rest = {}) => ({ item_id: keg, quantity, unit: { unit_code: 'pcs' }, ...rest }),
    service: (quantity = '1', rest = {}) => ({ item_id: ride, quantity, unit: { unit_code: 'pcs' }, ...rest }),
    order: (lines, head = {}) => created('/orders', { partner_id: pub, ...head, lines }),
    async confirmed(lines, head = {}) {
      const { id } = await book.order(lines, head)
      return (await stock.act(`/orders/${id}`, 'confirm')).body
    },
    async read(path) {
      const reply = await api.get(path)
      expect(reply.status, reply.text).toBe(200)
      return { now: reply.body, etag: reply.headers.etag! }
    },
    invoice: (lines, head = {}) => created('/invoices', { partner_id: pub, warehouse_id: main, ...head, lines }),
    async issuedInvoice(lines, head = {}) {
      const { id } = await book.invoice(lines, head)
      return (await stock.act(`/invoices/${id}`, 'issue')).body
    },
    async credit(id, body = {}) {
      const reply = await book.run(`/invoices/${id}`, 'credit', { reason: 'Reklamace', ...body })
      expect(reply.status, reply.text).toBe(200)
      return reply.body
    },
    async credited(id, body) {
      const note = await book.credit(id, body)
      return (await stock.act(`/invoices/${note.id}`, 'issue')).body
    },
    run: (path, key, body) => api.post(`${path}/actions/${key}`, body),
  }
  return Object.assign(stock, book)
}

/** The types of the events that a piece of work leaves, levels among them; out of the log itself where that is known. */
export async function typesOf(
  { api, emitted }: Pick<SalesBook, 'api'> & Partial<Pick<SalesBook, 'emitted'>>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  if (emitted) return emitted(work)
  const since = (await api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
  await work()
  const { data } = (await api.get(`/events?since_sequence=${since}&limit=200`)).body
  return data.map(({ type }: { type: string }) => type)
}

/** Deletes a line: an empty answer has no body to hold against a schema, so it goes past the client. */
export async function remove({ api }: Pick<SalesBook, 'api'>, path: string): Promise<{ status: number; etag: string }> {
  const headers = { authorization: `Bearer ${api.key}` }
  const reply = await fetch(`${api.address}/api/v1${path}`, { method: 'DELETE', headers })
  expect(await reply.text()).toBe('')
  return { status: reply.status, etag: reply.headers.get('etag')! }
}
