/** Short words for stories about packaging: bottles and kegs, what they are packed in, runs. */
import { expect } from 'vitest'
import { type Brewhouse, brewhouseIn } from './brewery.ts'
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

export async function packagingHallIn(book: StockAccount): Promise<PackagingHall> {
  const house = await brewhouseIn(book)
  const product = (name: string, base_item_quantity: string, rest: object) =>
    house.item({
      name,
      unit: pcs,
      item_type: 'base_product',
      base_item_id: house.beer,
      base_item_quantity,
      plato: '12.4',
      ...rest,
    })
  const packaging = (name: string) => house.item({ name, unit: pcs, item_type: 'packaging' })
  const half = { packaging_type: 'bottle_05', volume_l: '0.5', shelf_life_days: 180 }
  const items = {
    bottle: await product('Lahev 0,5 l', '0.5', half),
    keg: await product('Sud 50 l', '50', { volume_l: '50' }),
    glass: await packaging('Sklo'),
    crown: await packaging('Korunka'),
    label: await packaging('Etiketa'),
    shell: await packaging('Prázdný sud'),
  }
  const { bottle, keg, glass, crown, label, shell } = items
  await house.apply({
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
  const own: PackagingHall = {
    ...house,
    ...items,
    output: (item_id, quantity, rest = {}) => ({ item_id, quantity, unit: pcs, ...rest }),
    run: (outputs, body = {}) => house.api.post('/packaging-runs', { warehouse_id: house.main, outputs, ...body }),
    async stocked(litres = '1000') {
      const { status } = await house.received(house.beer, litres, '10', { unit: 'l', date: '2026-03-01' })
      expect(status).toBe(200)
      for (const [item, price] of [
        [glass, '4'],
        [crown, '0.5'],
        [label, '0.6'],
        [shell, '1500'],
      ] as const) {
        await house.received(item, '1000', price, { unit: 'pcs', date: '2026-03-01' })
      }
    },
  }
  return own
}
