/** Short words for stories about excise: a cellar that belongs to it, a shop that does not, reports. */
import { expect } from 'vitest'
import { addItem } from '../../src/domains/core/index.ts'
import type { Reply } from './client.ts'
import { type PackagingHall, packagingHallIn } from './packaging.ts'
import type { Service } from './service.ts'
import { stockAccount } from './stock.ts'

export interface ExciseHall extends PackagingHall {
  /** A keg of 50 l of 10.2°, and a bottle of 0.33 l of 15.7°. */
  keg10: string
  bottle15: string
  /** Posts a document of pieces and expects it to work. */
  came(item: string, quantity: string, date: string, head?: object): Promise<Reply>
  went(item: string, quantity: string, date: string, head?: object): Promise<Reply>
  moved(item: string, quantity: string, date: string, head?: object): Promise<{ issue: string; receipt: string }>
  report(period: string): Promise<Reply>
  month(period: string, is_filed?: boolean): Promise<void>
}

export const reportPath = ({ id }: { id: string }) => `/excise-reports/${id}`

/** The main warehouse belongs to excise, the second one is a shop outside it. */
export async function exciseHall(service: Service, wanted?: Parameters<Service['tenant']>[0]): Promise<ExciseHall> {
  const account = await stockAccount(service, wanted)
  const hall = await packagingHallIn(account, {
    warehouses: [
      { code: 'MAIN', name: 'Sklep', is_excise_relevant: true },
      { code: 'SECOND', name: 'Prodejna', is_excise_relevant: false },
    ],
    excise_categories: [{ valid_from: '2026-01-01', category: 'small_10k' }],
  })
  const pcs = { unit_code: 'pcs' }
  const [keg10, bottle15] = await hall.seed(async ctx => [
    (await addItem(ctx, { name: 'Sud 10°', unit: pcs, plato: '10.2', volume_l: '50' })).id,
    (await addItem(ctx, { name: 'Porter 0,33', unit: pcs, plato: '15.7', volume_l: '0.33' })).id,
  ])
  const post = (path: string) => async (item: string, quantity: string, date: string, head: object) => {
    const line = { item_id: item, quantity, unit: pcs, ...(path === '/goods-receipts' && { unit_price: '10' }) }
    const { body } = await hall.api.post(path, { warehouse_id: hall.main, date, lines: [line], ...head })
    const reply = await hall.act(`${path}/${body.id}`, 'confirm')
    expect(reply.status, reply.text).toBe(200)
    return reply
  }
  const [received, issued] = [post('/goods-receipts'), post('/stock-issues')]
  return {
    ...hall,
    keg10,
    bottle15,
    came: (item, quantity, date, head = {}) => received(item, quantity, date, head),
    went: (item, quantity, date, head = {}) => issued(item, quantity, date, head),
    async moved(item, quantity, date, head = {}) {
      const transfer = { movement_purpose: 'transfer', target_warehouse_id: hall.second, ...head }
      const { body } = await issued(item, quantity, date, transfer)
      const { data } = (await hall.api.get('/goods-receipts?status=draft&movement_purpose=transfer')).body
      const receipt = data.find(({ source_issue_id }: { source_issue_id: string }) => source_issue_id === body.id)
      return { issue: `/stock-issues/${body.id}`, receipt: `/goods-receipts/${receipt.id}` }
    },
    report: period => hall.api.post('/excise-reports', { period }),
    month: (period, is_filed = true) => hall.apply({ excise_periods: [{ period, is_filed }] }),
  }
}

/** The lines of a report as one row of text each. */
export const rowsOf = ({ lines }: { lines: Record<string, string>[] }): string[] =>
  lines.map(({ plato, opening_hl, produced_hl, received_hl, released_hl, losses_hl, closing_hl, rate, tax }) =>
    [plato, opening_hl, produced_hl, received_hl, released_hl, losses_hl, closing_hl, rate, tax].join(' '),
  )
