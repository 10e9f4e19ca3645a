/** What prices the seeded items: price lists with quantity breaks, prices of single partners, discounts. */
import { seededItems, seededPriceEntries } from '../settings.js'

const lists = 4
/** The price of one piece, and of a case. */
const breaks = [1, 12]
/** Each list carries every so many-th item. */
const everyItem = (seededItems * lists * breaks.length) / seededPriceEntries

/** The last one in another currency. Every fifth partner has none of them. */
export const insertPriceLists = `
  insert into price_lists (book_id, id, code, name, currency, is_active, created_at, updated_at)
  select $1::uuid, uuidv7(), 'SEED' || n, 'Seeded list ' || n, case when n = ${lists} then 'EUR' else 'CZK' end, true,
         $2::timestamptz, $2::timestamptz
    from generate_series(1, ${lists}) n`

/** A tenth of the prices of a case is no longer in force. */
const insertEntries = `
  insert into price_list_entries (book_id, id, price_list_id, item_id, min_quantity, unit_price, valid_from, valid_to,
                                  is_active, created_at, updated_at)
  select i.book_id, uuidv7(), l.id, i.id, q.min_quantity, 20 + i.external_id::int % 100 - q.min_quantity,
         case when q.min_quantity > 1 then date '2020-01-01' end,
         case when q.min_quantity > 1 and i.external_id::int % 10 = 0 then date '2021-12-31' end,
         true, $2::timestamptz, $2::timestamptz
    from items i
    join generate_series(1, ${lists}) n on (i.external_id::int + n) % ${everyItem} = 0
    join price_lists l on l.book_id = i.book_id and l.code = 'SEED' || n
   cross join unnest(array[${breaks}]) as q (min_quantity)
   where i.book_id = $1`

/** Every fiftieth partner, five items each. */
const insertPartnerPrices = `
  insert into partner_prices (book_id, id, partner_id, item_id, currency, min_quantity, unit_price, valid_from,
                              valid_to, is_active, created_at, updated_at)
  select p.book_id, uuidv7(), p.id, i.id, 'CZK', q.min_quantity, 15 + i.external_id::int % 90 - q.min_quantity, null,
         null, true, $2::timestamptz, $2::timestamptz
    from partners p
   cross join generate_series(1, 5) n
    join items i on i.book_id = p.book_id
                and i.external_system = 'seed'
                and i.external_id = ((p.external_id::int / 50 * 5 + n) % ${seededItems})::text
   cross join unnest(array[${breaks}]) as q (min_quantity)
   where p.book_id = $1 and p.external_id::int % 50 = 1`

/** For a partner, an item, both, and a few for everyone from a large quantity on. */
const insertDiscounts = `
  insert into discounts (book_id, id, code, name, partner_id, item_id, min_quantity, discount_pct, valid_from, valid_to,
                         is_active, created_at, updated_at)
  select $1::uuid, uuidv7(), 'SEED' || n, 'Seeded discount ' || n, case when n % 3 <> 1 then p.id end,
         case when n % 3 <> 2 then i.id end, 1, 1 + n % 20, null::date, null::date, true, $2::timestamptz,
         $2::timestamptz
    from generate_series(1, 390) n
    join partners p on p.book_id = $1 and p.external_id = (n * 5)::text
    join items i on i.book_id = $1 and i.external_id = (n * 7)::text
   union all
  select $1::uuid, uuidv7(), 'ALL' || n, 'Seeded discount for all ' || n, null, null, n * 100, n, null::date,
         null::date, true, $2::timestamptz, $2::timestamptz
    from generate_series(1, 10) n`

export const insertPrices = [insertEntries, insertPartnerPrices, insertDiscounts]
