/** SQL of items. */
import type { UnitRef } from '../../../contract/schema.ts'
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs } from '../../../db/table.ts'
import { beginningWith } from '../../../lib/search-text.ts'
import type { ItemType } from './rules.ts'

const unitColumns = {
  unit_code: readAs(column.text(), 'u.code'),
  unit_symbol: readAs(column.text(), 'u.symbol'),
  unit_dimension: readAs(column.text<UnitRef['dimension']>(), 'u.dimension'),
  unit_decimals: readAs(orNull(column.integer()), 'u.decimals'),
}

const recipeUnitColumns = {
  recipe_unit_code: readAs(orNull(column.text()), 'p.code'),
  recipe_unit_symbol: readAs(orNull(column.text()), 'p.symbol'),
  recipe_unit_dimension: readAs(orNull(column.text<UnitRef['dimension']>()), 'p.dimension'),
  recipe_unit_decimals: readAs(orNull(column.integer()), 'p.decimals'),
}

export const itemTable = defineTable({
  name: 'items',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    code: orNull(column.text()),
    name: column.text(),
    brand: orNull(column.text()),
    item_type: column.text<ItemType>(),
    material_type: orNull(column.text()),
    unit_id: column.uuid(),
    recipe_unit_id: orNull(column.uuid()),
    base_item_id: orNull(column.uuid()),
    base_item_quantity: orNull(column.decimal()),
    packaging_type: orNull(column.text()),
    volume_l: orNull(column.decimal()),
    abv: orNull(column.decimal()),
    plato: orNull(column.decimal()),
    shelf_life_days: orNull(column.integer()),
    ean: orNull(column.text()),
    barcode: orNull(column.text()),
    sale_price: orNull(column.decimal()),
    sale_vat_rate_id: orNull(column.uuid()),
    pos_available: column.boolean(),
    web_available: column.boolean(),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
    is_active: column.boolean(),
  },
  computed: { ...unitColumns, ...recipeUnitColumns },
  joins: sql`
    join units u on u.book_id = r.book_id and u.id = r.unit_id
    left join units p on p.book_id = r.book_id and p.id = r.recipe_unit_id`,
  searched: item => [item.name, item.code, item.ean, item.barcode],
})

export type Item = RowOf<typeof itemTable>

export const findItem = itemTable.find

export const hasItems = async (db: Queryable, bookId: string): Promise<boolean> =>
  (await db.maybe(sql`select 1 from items where book_id = ${bookId} limit 1`)) !== undefined

export const listItemsByIds = (db: Queryable, bookId: string, ids: string[]): Promise<Item[]> =>
  itemTable.all(db, bookId, { condition: sql`r.id = any (${ids}::uuid[])`, order: 'id' })

/** Those that show one of the units. */
export const listItemsOfUnits = (db: Queryable, bookId: string, unitIds: string[]): Promise<Item[]> =>
  itemTable.all(db, bookId, {
    condition: sql`(r.unit_id = any (${unitIds}::uuid[]) or r.recipe_unit_id = any (${unitIds}::uuid[]))`,
    order: 'id',
  })

/** Active items whose name begins with one of these, whatever their spaces, accents and case. */
export const listItemsCalled = (
  db: Queryable,
  bookId: string,
  names: readonly string[],
): Promise<Pick<Item, 'id' | 'name'>[]> =>
  db.many(sql`
    select id, name
      from items
     where book_id = ${bookId} and is_active and item_type <> 'service'
       and replace(search_text, ' ', '') like any (${names.map(beginningWith)}::text[])
     order by id`)
