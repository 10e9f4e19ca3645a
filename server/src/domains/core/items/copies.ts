/** What a line of a document keeps of its item: copied with the line, so that a posted document never changes. */
import type { UnitRef } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { column, orNull, readAs } from '../../../db/table.ts'
import type { Copied } from '../../../db/upsert.ts'

const columns = { item_code: 'i.code', item_name: 'i.name', unit_symbol: 'u.symbol', unit_decimals: 'u.decimals' }

/** The id, code and dimension of a unit never change, nor does the unit of an item that stands on a document. */
export const itemCopies = (more: Record<string, string> = {}): Copied => ({
  by: 'item_id',
  from: book => sql`
      left join items i on i.book_id = ${book} and i.id = sent.item_id
      left join units u on u.book_id = i.book_id and u.id = i.unit_id`,
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

export const itemJoins = sql`
  join items i on i.book_id = r.book_id and i.id = r.item_id
  join units u on u.book_id = i.book_id and u.id = i.unit_id`

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
  left join items i on i.book_id = r.book_id and i.id = r.item_id
  left join units u on u.book_id = i.book_id and u.id = i.unit_id`

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
