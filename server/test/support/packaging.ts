/** Short words for stories about packaging: bottles and kegs, what they are packed in, runs. */
import { expect } from 'vitest'
import { addItem } from '../../src/domains/core/index.ts'
import { applySettings } from '../../src/domains/settings/index.ts'
import type { WriteContext } from '../../src/kernel/context.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import { addBeer, type Brewhouse, brewhouseOf } from './brewery.ts'
import type { Reply } from './client.ts'
import type { Service } from './service.ts'
import { type StockAccount, stockAccount } from './stock.ts'

export interface PackagingHall extends Brewhouse {
  /** Half a litre of the beer, and fifty. */
  bottle: string
  keg: string
  /** Of a bottle: glass that comes back, a crown cap, a label. */
  glass: string
  crown: string
  label: string
  /** Of a keg, and comes back. */
  shell: string
  output(item: string, quantity: string, rest?: object): object
  /** A draft of a run from the main warehouse. */
  run(outputs: object[], body?: object): Promise<Reply>
  /** Beer and packaging for many bottles, at 10.00 a litre, 4.00, 0.50, 0.60 and 1 500.00. */
  stocked(litres?: string): Promise<void>
}

export const pcs = { unit_code: 'pcs' } as const
export const litre = { unit_code: 'l' } as const

export const packagingHall = async (service: Service): Promise<PackagingHall> =>
  packagingHallIn(await stockAccount(service))

export async function packagingHallIn(
  book: StockAccount,
  more: Omit<Settings, 'version'> = {},
): Promise<PackagingHall> {
  const { beer, ...items } = await book.seed(ctx => addHall(ctx, more))
  const house = brewhouseOf(book, beer)
  const { glass, crown, label, shell } = items
  const own: PackagingHall = {
    ...house,
    ...items,
    output: (item_id, quantity, rest = {}) => ({ item_id, quantity, unit: pcs, ...rest }),
    run: (outputs, body = {}) => house.api.post('/packaging-runs', { warehouse_id: house.main, outputs, ...body }),
    async stocked(litres = '1000') {
      const packed = { quantity: '1000', unit: 'pcs' }
      const lines = [
        { item: house.beer, quantity: litres, unit: 'l', price: '10' },
        { item: glass, ...packed, price: '4' },
        { item: crown, ...packed, price: '0.5' },
        { item: label, ...packed, price: '0.6' },
        { item: shell, ...packed, price: '1500' },
      ]
      const { body } = await house.receipt(lines, { date: '2026-03-01' })
      expect((await house.act(`/goods-receipts/${body.id}`, 'confirm')).status).toBe(200)
    },
  }
  return own
}

/** The items of a hall, what packs what, and further settings. */
async function addHall(ctx: WriteContext, more: Omit<Settings, 'version'>) {
  const beer = await addBeer(ctx)
  const add = async (body: Parameters<typeof addItem>[1]) => (await addItem(ctx, body)).id
  const product = (name: string, base_item_quantity: string, rest: object) =>
    add({
      name,
      unit: pcs,
      item_type: 'base_product',
      base_item_id: beer,
      base_item_quantity,
      plato: '12.4',
      ...rest,
    })
  const packaging = (name: string) => add({ name, unit: pcs, item_type: 'packaging' })
  const half = { packaging_type: 'bottle_05', volume_l: '0.5', shelf_life_days: 180 }
  const bottle = await product('Lahev 0,5 l', '0.5', half)
  const keg = await product('Sud 50 l', '50', { volume_l: '50' })
  const glass = await packaging('Sklo')
  const crown = await packaging('Korunka')
  const label = await packaging('Etiketa')
  const shell = await packaging('Prázdný sud')
  const { refusals } = await applySettings(ctx, {
    version: 1,
    ...more,
    deposits: [
      { code: 'GLASS', name: 'Lahev', packaging_item: glass, amount: '3' },
      { code: 'KEG', name: 'Sud', packaging_item: shell, amount: '1000' },
    ],
    packaging_bills: [
      { packaging_type: 'bottle_05', material: glass, quantity: '1' },
      { packaging_type: 'bottle_05', material: crown, quantity: '1' },
      { product: bottle, material: label, quantity: '1' },
      { product: keg, material: shell, quantity: '1' },
    ],
  })
  expect(refusals).toEqual([])
  return { beer, bottle, keg, glass, crown, label, shell }
}
