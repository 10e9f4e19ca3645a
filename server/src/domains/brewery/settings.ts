/** The brewery, its vessels and packaging bills in the settings. */
import { Type } from 'typebox'
import { DateText, DecimalWithin, OneOf, Shape, type Static, Text } from '../../contract/schema.ts'
import { upsertRows } from '../../db/upsert.ts'
import { defineSection } from '../../kernel/section.ts'
import { bookOf, Code, codeOf, Flag, Name, optional, orNull, rowByCode } from '../../kernel/settings-words.ts'
import { decimal } from '../../lib/decimal.ts'
import { searchable } from '../../lib/search-text.ts'
import { ItemText, isStocked, itemNames } from '../core/index.ts'
import { warehouses } from '../stock/index.ts'
import { type Brewery, breweryTable, exciseRoundings, getBrewery } from './brewery-store.ts'
import { listPackagingBills, type PackagingBill, packagingBillTable } from './packaging-bills/store.ts'
import { vesselKinds } from './vessels/schema.ts'
import { listVessels, renameInBatches, type VesselFacts, vesselFactsTable } from './vessels/store.ts'

const BreweryEntry = Shape(
  {
    billed_until: orNull(
      Type.Unsafe<string>({ ...DateText, description: 'Batches up to this day were billed: none is added or moved.' }),
    ),
    default_warehouse: orNull(
      Type.String({
        maxLength: 20,
        description: "The code of the warehouse of new batches; null: the book's default.",
      }),
    ),
    excise_rounding: optional(
      Type.Unsafe<(typeof exciseRoundings)[number]>({
        ...OneOf(exciseRoundings),
        description: 'Excise to pay is rounded up to whole crowns, or not at all.',
      }),
    ),
  },
  { description: 'How the brewery works.' },
)
type BreweryEntry = Static<typeof BreweryEntry>

const VesselEntry = Shape({
  code: Code,
  name: Name,
  kind: optional(OneOf(vesselKinds)),
  capacity_l: DecimalWithin({ above: '0', places: 3 }),
  requires_cleaning: optional(
    Type.Boolean({ description: 'It goes into cleaning when its batch leaves; nothing enters before that ends.' }),
  ),
  sort_order: optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  is_active: Flag,
})
type VesselEntry = Static<typeof VesselEntry>

const BillEntry = Shape({
  product: orNull(ItemText),
  packaging_type: orNull(
    Type.Unsafe<string>({ ...Text(1, 40), description: 'Of all products that have it; instead of a product.' }),
  ),
  material: ItemText,
  quantity: DecimalWithin({ above: '0', places: 6 }, "For one piece, in the material's unit."),
  is_active: Flag,
})
type BillEntry = Static<typeof BillEntry>

declare module '../../kernel/settings.ts' {
  interface Settings {
    brewery?: BreweryEntry
    vessels?: VesselEntry[]
    packaging_bills?: BillEntry[]
  }
}

export const brewerySection = defineSection<BreweryEntry, Brewery>({
  name: 'brewery',
  place: 18,
  entry: BreweryEntry,
  isSingle: true,
  load: async ({ db, account }) => [await getBrewery(db, account.book.id)],
  key: () => 'brewery',
  defaults: { billed_until: null, default_warehouse: null, excise_rounding: 'up' },
  out: ({ billed_until, default_warehouse_id, excise_rounding }, snapshot) => ({
    billed_until,
    default_warehouse: default_warehouse_id === null ? null : snapshot.rows(warehouses).get(default_warehouse_id)!.code,
    excise_rounding,
  }),
  row: ({ default_warehouse, ...entry }, id, snapshot) => ({
    ...entry,
    id,
    default_warehouse_id:
      default_warehouse === null ? null : rowByCode(snapshot.rows(warehouses), default_warehouse)!.id,
  }),
  refuse({ default_warehouse: code }, { snapshot }) {
    if (code === null) return undefined
    const warehouse = rowByCode(snapshot.rows(warehouses), code)
    if (!warehouse) return `There is no warehouse ${code}.`
    return warehouse.type === 'system' ? `${code} is a system warehouse.` : undefined
  },
  // Asked of what the warehouses have become, whichever section changes them.
  check: (rows, snapshot) =>
    [...rows.values()]
      .flatMap(({ default_warehouse_id: id }) => (id === null ? [] : snapshot.rows(warehouses).get(id)!))
      .filter(({ is_active }) => !is_active)
      .map(({ code }) => ({ key: 'brewery', reason: `${code} is out of use.` })),
  save: (ctx, rows) => breweryTable.save(ctx.tx, bookOf(ctx), rows),
})

type VesselInUse = VesselFacts & { contents_l: string; batch_number: string | null }

export const vesselsSection = defineSection<VesselEntry, VesselInUse>({
  name: 'vessels',
  place: 19,
  entry: VesselEntry,
  load: ({ db, account }) => listVessels(db, account.book.id),
  key: codeOf,
  defaults: { kind: 'fermenter', requires_cleaning: false, sort_order: 0, is_active: true },
  out: ({ code, name, kind, capacity_l, requires_cleaning, sort_order, is_active }) => ({
    code,
    name,
    kind,
    capacity_l,
    requires_cleaning,
    sort_order,
    is_active,
  }),
  row: (entry, id) => ({ ...entry, id, contents_l: '0', batch_number: null }),
  refuse({ is_active, capacity_l }, { row }) {
    if (!row || row.batch_number === null) return undefined
    if (!is_active) return `The batch ${row.batch_number} is in it.`
    return decimal(capacity_l).lt(row.contents_l) ? `There are ${row.contents_l} l in it.` : undefined
  },
  async save(ctx, rows) {
    const facts = rows.map(({ contents_l: _, batch_number: __, ...row }) => ({
      ...row,
      search_text: searchable(row.code, row.name),
    }))
    await upsertRows(ctx.tx, bookOf(ctx), { table: vesselFactsTable, rows: facts })
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await renameInBatches(ctx.tx, bookOf(ctx), ids)
  },
})

export const packagingBills = defineSection<BillEntry, PackagingBill>({
  name: 'packaging_bills',
  place: 20,
  description: 'What packaging runs use for each piece, unless they say otherwise.',
  entry: BillEntry,
  needs: [itemNames],
  load: ({ db, account }) => listPackagingBills(db, account.book.id),
  canonical: (sent, snapshot) => ({
    ...sent,
    ...(sent.product && { product: snapshot.get(itemNames).ownName(sent.product) }),
    material: snapshot.get(itemNames).ownName(sent.material),
  }),
  key: ({ product, packaging_type, material }) => `${product ?? packaging_type} ${material}`,
  identity: ({ product, packaging_type, material }) => [product, packaging_type, material],
  defaults: { product: null, packaging_type: null, is_active: true },
  out: ({ product_id, packaging_type, material_id, quantity, is_active }, snapshot) => ({
    product: product_id === null ? null : snapshot.get(itemNames).nameOf(product_id),
    packaging_type,
    material: snapshot.get(itemNames).nameOf(material_id),
    quantity,
    is_active,
  }),
  row: ({ product, material, ...entry }, id, snapshot) => ({
    ...entry,
    id,
    product_id: product === null ? null : snapshot.get(itemNames).find(product)!.id,
    material_id: snapshot.get(itemNames).find(material)!.id,
  }),
  refuse({ product, packaging_type, material }, { snapshot }) {
    if ((product === null) === (packaging_type === null)) return 'Name a product or a packaging_type, one of them.'
    const names = snapshot.get(itemNames)
    if (product !== null && !names.find(product)) return `There is no item ${product}.`
    if (product !== null && names.find(product)!.item_type !== 'base_product') return `${product} is no base_product.`
    const found = names.find(material)
    if (!found) return `There is no item ${material}.`
    return isStocked(found.item_type) ? undefined : `${material} is a service.`
  },
  save: (ctx, rows) => packagingBillTable.save(ctx.tx, bookOf(ctx), rows),
})
