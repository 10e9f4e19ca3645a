/** What lies in the demo brewery's cellar: several layers of each thing, bought, brewed and moved on different days. */

import type { WriteContext } from '../../kernel/context.ts'
import { daysAfter } from '../../lib/days.ts'
import { listPartnerNames } from '../core/index.ts'
import {
  addDocument,
  issueActions,
  listAllWarehouses,
  type MovementPurpose,
  type MovementType,
  receiptActions,
} from '../stock/index.ts'

/** Where goods came from, as far as that is known of them. */
interface DemoLayer {
  price?: string
  lot?: string
  expires?: number
}

interface DemoLine extends DemoLayer {
  item: string
  quantity: string
  unit: string
}

interface DemoMovement {
  type: MovementType
  purpose: MovementPurpose
  /** Days before today. */
  ago: number
  /** The business id of a supplier. */
  supplier?: string
  notes?: string
  lines: DemoLine[]
}

const kg = (item: string, quantity: string, layer: DemoLayer): DemoLine => ({ item, quantity, unit: 'kg', ...layer })

const pieces = (item: string, quantity: string, layer: DemoLayer = {}): DemoLine => ({
  item,
  quantity,
  unit: 'pcs',
  ...(layer.lot !== undefined && { expires: 180 }),
  ...layer,
})

const movements: DemoMovement[] = [
  {
    type: 'receipt',
    purpose: 'purchase',
    ago: 40,
    supplier: '27145310',
    lines: [
      kg('pilsner-malt', '2000', { price: '17.9', lot: 'PLZ-24-118', expires: 300 }),
      kg('munich-malt', '250', { price: '21.4', lot: 'MNI-24-031', expires: 300 }),
      kg('caramel-malt', '100', { price: '26.8', lot: 'KAR-24-007', expires: 300 }),
    ],
  },
  {
    type: 'receipt',
    purpose: 'purchase',
    ago: 35,
    supplier: '48622109',
    lines: [
      kg('saaz', '20', { price: '545', lot: 'ŽPČ-2025-A', expires: 700 }),
      kg('premiant', '15', { price: '410', lot: 'PRE-2025-B', expires: 700 }),
    ],
  },
  {
    type: 'receipt',
    purpose: 'purchase',
    ago: 34,
    supplier: '60491787',
    lines: [kg('yeast', '6', { price: '4200', lot: 'W34-25-3', expires: 120 })],
  },
  {
    type: 'receipt',
    purpose: 'purchase',
    ago: 30,
    supplier: '25980432',
    notes: 'Vratné sudy a lahve.',
    lines: [
      pieces('keg50', '60', { price: '1450' }),
      pieces('keg30', '40', { price: '1180' }),
      pieces('bottle', '4000', { price: '4.2' }),
      pieces('crown', '10000', { price: '0.35' }),
    ],
  },
  {
    type: 'issue',
    purpose: 'production_out',
    ago: 28,
    notes: 'Várka 12°.',
    lines: [
      { item: 'pilsner-malt', quantity: '360', unit: 'kg' },
      { item: 'saaz', quantity: '4.2', unit: 'kg' },
    ],
  },
  {
    type: 'receipt',
    purpose: 'purchase',
    ago: 14,
    supplier: '27145310',
    lines: [kg('pilsner-malt', '1500', { price: '18.35', lot: 'PLZ-25-006', expires: 330 })],
  },
  {
    type: 'receipt',
    purpose: 'production_in',
    ago: 7,
    notes: 'Stáčení.',
    lines: [
      pieces('lager-keg50', '40', { price: '1180', lot: 'ZL12-41' }),
      pieces('lager-keg30', '24', { price: '745', lot: 'ZL12-41' }),
      pieces('pale-keg50', '18', { price: '985', lot: 'ZL10-40' }),
      pieces('lager-bottle', '2000', { price: '11.4', lot: 'ZL12-41' }),
    ],
  },
  {
    type: 'receipt',
    purpose: 'production_in',
    ago: 2,
    lines: [
      pieces('lager-keg50', '20', { price: '1205.5', lot: 'ZL12-42' }),
      pieces('dark-keg30', '16', { price: '810', lot: 'ZL13-42' }),
      pieces('ipa-keg30', '12', { price: '1240', lot: 'ZLIPA-42' }),
      pieces('dark-bottle', '800', { price: '12.9', lot: 'ZL13-42' }),
      pieces('ipa-bottle', '600', { price: '18.6', lot: 'ZLIPA-42' }),
    ],
  },
  {
    type: 'receipt',
    purpose: 'purchase',
    ago: 2,
    notes: 'Zboží pro výčep.',
    lines: [
      pieces('pretzel', '80', { price: '9.5' }),
      pieces('lemonade', '96', { price: '14.2' }),
      pieces('nuts', '60', { price: '11.8' }),
      pieces('sausage', '40', { price: '26' }),
    ],
  },
  {
    type: 'issue',
    purpose: 'waste',
    ago: 1,
    notes: 'Rozbité lahve.',
    lines: [pieces('lager-bottle', '7')],
  },
]

/** Confirmed in the order of their days; `itemIds` are the ids by the names of `items.ts`. */
export async function addDemoStock(ctx: WriteContext, itemIds: Map<string, string>): Promise<void> {
  const warehouses = await listAllWarehouses(ctx.tx, ctx.account.book.id)
  const main = warehouses.find(({ is_default }) => is_default)!
  const partners = await listPartnerNames(ctx.tx, ctx.account.book.id)
  for (const movement of movements) {
    const partner = partners.find(({ ico }) => ico === movement.supplier)
    const document = await addDocument(ctx, movement.type, {
      warehouse_id: main.id,
      movement_purpose: movement.purpose,
      date: daysAfter(ctx.today, -movement.ago),
      ...(movement.supplier && partner && { partner_id: partner.id }),
      ...(movement.notes && { notes: movement.notes }),
      lines: movement.lines.map(line => ({
        item_id: itemIds.get(line.item)!,
        quantity: line.quantity,
        unit: { unit_code: line.unit },
        ...(line.price !== undefined && { unit_price: line.price }),
        ...(line.lot !== undefined && { lot_number: line.lot }),
        ...(line.expires !== undefined && { expiry_date: daysAfter(ctx.today, line.expires) }),
      })),
    })
    const actions = document.movement_type === 'receipt' ? receiptActions : issueActions
    await actions.run(ctx, 'confirm', { row: document, body: {} })
  }
}
