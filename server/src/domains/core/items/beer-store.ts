/** SQL of beer as excise knows it: what has an original gravity, a known volume, and alcohol. */
import { type Sql, sql } from '../../../db/sql.ts'

/** Of the item `i` with its unit `u`, and what it is filled from, if anything: `b` with the unit `v`. */
const beerJoins = sql`
  join units u on u.book_id = i.book_id and u.id = i.unit_id
  left join items b on b.book_id = i.book_id and b.id = i.base_item_id
  left join units v on v.book_id = b.book_id and v.id = b.unit_id`

/** Litres in one unit: as the item says, as its unit says, as what it is filled with says. */
const litres = sql`coalesce(
  i.volume_l,
  case when u.dimension = 'volume' then u.to_base_factor end,
  i.base_item_quantity * coalesce(b.volume_l, case when v.dimension = 'volume' then v.to_base_factor end))`

/** Up to half a per cent it is no beer; one that does not say is one. */
const isBeer = sql`i.plato is not null and coalesce(i.abv > 0.5, true) and ${litres} is not null`

/** The beers of a book: `item_id`, the whole percentage `plato`, and `litres` in one unit. */
export const beersOf = (bookId: Sql | string): Sql => sql`(
  select i.id as item_id, floor(i.plato)::integer as plato, ${litres} as litres
    from items i ${beerJoins}
   where i.book_id = ${bookId} and ${isBeer})`

/** Whether one of the items, a select of their ids, is a beer. */
export const hasBeer = (bookId: Sql, itemIds: Sql): Sql => sql`exists (
  select 1
    from items i ${beerJoins}
   where i.book_id = ${bookId} and i.id in (${itemIds}) and ${isBeer})`
