/** Short words for stories about brewing: beers, vessels, batches. */
import { expect } from 'vitest'
import { addBatch, batchActions, listVessels } from '../../src/domains/brewery/index.ts'
import { addItem } from '../../src/domains/core/index.ts'
import { applySettings } from '../../src/domains/settings/index.ts'
import type { WriteContext } from '../../src/kernel/context.ts'
import type { Settings } from '../../src/kernel/settings.ts'
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
  return brewhouseOf(book, await book.seed(addBeer))
}

export async function addBeer(ctx: WriteContext): Promise<string> {
  const facts = { name: 'Ležák 12°', item_type: 'production_item', plato: '12.4' } as const
  return (await addItem(ctx, { ...facts, unit: { unit_code: 'l' } })).id
}

export function brewhouseOf(book: StockAccount, beer: string): Brewhouse {
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
      const vessel = { code: `T${made}`, name: `Tank ${made}`, capacity_l: capacity, ...facts }
      return book.seed(ctx => addVessel(ctx, vessel))
    },
    fermenting(litres, body = {}) {
      made += 1
      const tank = { code: `T${made}`, name: `Tank ${made}`, capacity_l: '5000' }
      return book.seed(async ctx => {
        const row = await addBatch(ctx, { item_id: beer, planned_volume_l: '2100', ...body })
        const vessel = await addVessel(ctx, tank)
        const filled = { phase: 'fermentation', vessel_id: vessel, volume_l: litres } as const
        await batchActions.run(ctx, 'advance_phase', { row, body: filled })
        return { id: row.id, vessel, path: `/batches/${row.id}` }
      })
    },
    act: (path, key, body = {}) => book.api.post(`${path}/actions/${key}`, body),
    async ledger(id) {
      return (await book.api.get(`/batches/${id}/ledger?limit=200`)).body.data
    },
  }
  return own
}

async function addVessel(ctx: WriteContext, vessel: NonNullable<Settings['vessels']>[number]): Promise<string> {
  expect((await applySettings(ctx, { version: 1, vessels: [vessel] })).refusals).toEqual([])
  const vessels = await listVessels(ctx.tx, ctx.account.book.id)
  return vessels.find(({ code }) => code === vessel.code)!.id
}
