/** What a line of a document keeps of its item: copied with the line, so that a posted document never changes. */
import type { UnitRef } from '../../../contract/schema.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { column, orNull, readAs } from '../../../db/table.ts'
import type { Copied } from '../../../db/upsert.ts'

const columns = { item_code: 'i.code', item_name: 'i.name', unit_symbol: 'u.symbol', unit_decimals: 'u.decimals' }

/**
 * The item with this id, and its unit, looked up one by one (`limit`): a kept plan that took the book for a small one
 * would read all its items for five lines.
 */
const itemOf = (book: Sql, id: Sql): Sql => sql`(
        select book_id, id, code, name, item_type, unit_id, base_item_id, base_item_quantity, packaging_type, volume_l,
               shelf_life_days
          from items
         where book_id = ${book} and id = ${id}
         limit 1) i`

const unitOfItem = sql`(
        select book_id, id, code, symbol, dimension, decimals
          from units
         where book_id = i.book_id and id = i.unit_id
         limit 1) u`

/** The id, code and dimension of a unit never change, nor does the unit of an item that stands on a document. */
export const itemCopies = (more: Record<string, string> = {}): Copied => ({
  by: 'item_id',
  from: book => sql`
      left join lateral ${itemOf(book, sql`sent.item_id`)} on true
      left join lateral ${unitOfItem} on true`,
  columns: { ...columns, ...more },
})

/** What the line under this alias shows of its item `i` and its unit `u`. A node of an older version wrote no copies. */
export const shownItemOf = (line: string) => ({
  item_code: readAs(
    orNull(column.text()),
    `case when ${line}.item_name is null then i.code else ${line}.item_code end`,
  ),
  item_name: readAs(column.text(), `coalesce(${line}.item_name, i.name)`),
  unit_id: readAs(column.uuid(), 'u.id'),
  unit_code: readAs(column.text(), 'u.code'),
  unit_symbol: readAs(column.text(), `coalesce(${line}.unit_symbol, u.symbol)`),
  unit_dimension: readAs(column.text<UnitRef['dimension']>(), 'u.dimension'),
  unit_decimals: readAs(
    orNull(column.integer()),
    `case when ${line}.item_name is null then u.decimals else ${line}.unit_decimals end`,
  ),
})

/** Over `itemJoins`. */
export const shownItem = shownItemOf('r')

const itemOfLine = itemOf(sql`r.book_id`, sql`r.item_id`)

export const itemJoins = sql`
  cross join lateral ${itemOfLine}
  cross join lateral ${unitOfItem}`

/** The same for lines that may name no item. */
export const shownItemIfAny = {
  item_code: shownItem.item_code,
  item_name: orNull(shownItem.item_name),
  unit_id: orNull(shownItem.unit_id),
  unit_code: orNull(shownItem.unit_code),
  unit_symbol: orNull(shownItem.unit_symbol),
  unit_dimension: orNull(shownItem.unit_dimension),
  unit_decimals: shownItem.unit_decimals,
}

export const itemJoinsIfAny = sql`
  left join lateral ${itemOfLine} on true
  left join lateral ${unitOfItem} on true`

interface WithItem {
  item_id: string
  item_name: string
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
}

/** A line that names an item shows all of it. */
export const namesItem = <Line extends { item_id: string | null }>(line: Line): line is Line & WithItem =>
  line.item_id !== null
