/** Short words for stories about brewing: beers, vessels, batches. */
import { expect } from 'vitest'
import type { Reply } from './client.ts'
import type { Service } from './service.ts'
import { type StockAccount, stockAccount } from './stock.ts'

export interface Brewhouse extends StockAccount {
  /** A production item in litres. */
  beer: string
  batch(body?: object): Promise<Reply>
  /** A vessel of so many litres; its id. */
  vessel(capacity?: string, facts?: { requires_cleaning?: boolean; name?: string }): Promise<string>
  /** A batch in fermentation with so many litres, in a vessel of its own. */
  fermenting(litres: string, body?: object): Promise<{ id: string; vessel: string; path: string }>
  /** Posts an action with its body. */
  act(path: string, key: string, body?: object): Promise<Reply>
  ledger(id: string): Promise<LedgerRow[]>
}

export interface LedgerRow {
  kind: string
  volume_l: string
  volume_after_l: string | null
  value: string
  value_after: string
  is_undone: boolean
}

export const brewhouse = async (service: Service): Promise<Brewhouse> => brewhouseIn(await stockAccount(service))

export async function brewhouseIn(book: StockAccount): Promise<Brewhouse> {
  const facts = { name: 'Ležák 12°', item_type: 'production_item', plato: '12.4' }
  const beer = await book.item({ ...facts, unit: { unit_code: 'l' } })
  let made = 0
  const own: Brewhouse = {
    ...book,
    beer,
    async batch(body = {}) {
      const reply = await book.api.post('/batches', { item_id: beer, planned_volume_l: '2100', ...body })
      expect(reply.status, reply.text).toBe(201)
      return reply
    },
    async vessel(capacity = '5000', facts = {}) {
      made += 1
      const code = `T${made}`
      await book.apply({ vessels: [{ code, name: `Tank ${made}`, capacity_l: capacity, ...facts }] })
      return (await book.api.get(`/vessels?search=${code}`)).body.data[0].id
    },
    async fermenting(litres, body = {}) {
      const { id } = (await own.batch(body)).body
      const vessel = await own.vessel()
      const path = `/batches/${id}`
      const reply = await own.act(path, 'advance_phase', { phase: 'fermentation', vessel_id: vessel, volume_l: litres })
      expect(reply.status, reply.text).toBe(200)
      return { id, vessel, path }
    },
    act: (path, key, body = {}) => book.api.post(`${path}/actions/${key}`, body),
    async ledger(id) {
      return (await book.api.get(`/batches/${id}/ledger?limit=200`)).body.data
    },
  }
  return own
}
