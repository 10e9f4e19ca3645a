/** Short words for stories about brewing: beers, vessels, batches. */
import { expect } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { newId } from '../../src/lib/ids.ts'
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

export const brewhouse = async (service: Service): Promise<Brewhouse> =>
  brewhouseIn(service, await stockAccount(service))

export async function brewhouseIn(service: Service, book: StockAccount): Promise<Brewhouse> {
  const beer = await book.item({ name: 'Ležák 12°', item_type: 'production_item', unit: { unit_code: 'l' } })
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
      await addVessel(service, book.tenant.slug, { code, capacity_l: capacity, name: `Tank ${made}`, ...facts })
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

async function addVessel(
  { database }: Service,
  slug: string,
  facts: { code: string; name: string; capacity_l: string; requires_cleaning?: boolean },
): Promise<void> {
  await database.maybe(sql`
    insert into vessels (book_id, id, version, code, name, kind, capacity_l, requires_cleaning, sort_order, is_active,
                         search_text, created_at, updated_at)
    select b.id, ${newId()}, 1, ${facts.code}, ${facts.name}, 'fermenter', ${facts.capacity_l}::numeric,
           ${facts.requires_cleaning ?? false}, 0, true, ${facts.code.toLowerCase()}, b.created_at, b.created_at
      from books b
      join tenants t on t.id = b.tenant_id
     where t.slug = ${slug} and not b.is_live
    returning id`)
}
