/** Words for stories about packaging that comes back: kegs of two sizes, who holds them. */
import { expect } from 'vitest'
import { type SalesBook, salesBook, type Told } from './sales.ts'
import type { Service } from './service.ts'

export interface KegBook extends SalesBook {
  /** Full kegs, in pieces. */
  full50: string
  full30: string
  /** Empty ones. */
  shell50: string
  shell30: string
  /** Deposits: 1 500.00 and 1 200.00. */
  keg50: string
  keg30: string
  /** Pieces of KEG50 and KEG30 a partner holds, as `10 / 4`. */
  held(partner?: string): Promise<string>
  /** A confirmed issue of full kegs to the pub. */
  dispatched(kegs: { k50?: string; k30?: string }, head?: object): Promise<Told>
  movements(query?: string): Promise<Told[]>
  /** Kinds with their pieces, the oldest first. */
  moved(query?: string): Promise<string[]>
}

const pcs = { unit_code: 'pcs' } as const

export async function kegBook(service: Service, wanted?: Parameters<Service['tenant']>[0]): Promise<KegBook> {
  const book = await salesBook(service, wanted)
  const beer = await book.item({ name: 'Ležák', unit: { unit_code: 'l' }, item_type: 'production_item' })
  const full = (name: string, litres: string) =>
    book.item({
      name,
      unit: pcs,
      item_type: 'base_product',
      base_item_id: beer,
      base_item_quantity: litres,
      packaging_type: `keg_${litres}`,
      volume_l: litres,
      plato: '12',
      sale_price: '100',
    })
  const shell = (name: string, litres: string) =>
    book.item({ name, unit: pcs, item_type: 'packaging', packaging_type: `keg_${litres}` })
  const items = {
    full50: await full('Sud 50 l', '50'),
    full30: await full('Sud 30 l', '30'),
    shell50: await shell('Prázdný sud 50 l', '50'),
    shell30: await shell('Prázdný sud 30 l', '30'),
  }
  await book.apply({
    deposits: [
      { code: 'KEG50', name: 'Sud 50 l', packaging_item: items.shell50, amount: '1500' },
      { code: 'KEG30', name: 'Sud 30 l', packaging_item: items.shell30, amount: '1200' },
    ],
  })
  const filled = [
    { item: items.full50, quantity: '100', unit: 'pcs', price: '1000' },
    { item: items.full30, quantity: '100', unit: 'pcs', price: '700' },
  ]
  const { body: receipt } = await book.receipt(filled, { date: '2026-01-02' })
  await book.act(`/goods-receipts/${receipt.id}`, 'confirm')
  const { data } = (await book.api.get('/deposits')).body
  const idOf = (code: string): string => data.find((each: Told) => each.code === code).id
  const kegs: Omit<KegBook, keyof SalesBook> = {
    ...items,
    keg50: idOf('KEG50'),
    keg30: idOf('KEG30'),
    async held(partner = book.pub) {
      const rows = (await book.api.get(`/packaging-balances?partner_id=${partner}`)).body.data
      const of = (id: string) => rows.find((row: Told) => row.deposit_id === id)?.pieces ?? '0'
      return `${of(kegs.keg50)} / ${of(kegs.keg30)}`
    },
    async dispatched({ k50, k30 }, head = {}) {
      const lines = [
        ...(k50 ? [{ item: items.full50, quantity: k50, unit: 'pcs' }] : []),
        ...(k30 ? [{ item: items.full30, quantity: k30, unit: 'pcs' }] : []),
      ]
      const reply = await book.issue(lines, { partner_id: book.pub, ...head })
      expect(reply.status, reply.text).toBe(201)
      return (await book.act(`/stock-issues/${reply.body.id}`, 'confirm')).body
    },
    async movements(query = '') {
      const reply = await book.api.get(`/packaging-balances/movements?limit=200${query}`)
      expect(reply.status, reply.text).toBe(200)
      return reply.body.data.toReversed()
    },
    async moved(query) {
      return (await kegs.movements(query)).map(({ kind, pieces }) => `${kind} ${pieces}`)
    },
  }
  return Object.assign(book, kegs)
}
