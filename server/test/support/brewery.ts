/** Short words for stories about brewing: beers, vessels, batches. */
import { expect } from 'vitest'
import type { Reply } from './client.ts'
import type { Service } from './service.ts'
import { type StockAccount, stockAccount } from './stock.ts'

export interface Brewhouse extends StockAccount {
  /** A production item in litres. */
  beer: string
  batch(body?: object): Promise<Reply>
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

export async function brewhouse(service: Service): Promise<Brewhouse> {
  const book = await stockAccount(service)
  const beer = await book.item({ name: 'Ležák 12°', item_type: 'production_item', unit: { unit_code: 'l' } })
  return {
    ...book,
    beer,
    async batch(body = {}) {
      const reply = await book.api.post('/batches', { item_id: beer, planned_volume_l: '2100', ...body })
      expect(reply.status, reply.text).toBe(201)
      return reply
    },
    act: (path, key, body = {}) => book.api.post(`${path}/actions/${key}`, body),
    async ledger(id) {
      return (await book.api.get(`/batches/${id}/ledger?limit=200`)).body.data
    },
  }
}
