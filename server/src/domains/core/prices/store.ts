/** SQL of prices: the cascade's candidates in one statement, and the tables behind it. */

import type { Queryable } from '../../../db/pool.ts'
import { rowsOf } from '../../../db/rows.ts'
import { join, type Sql, sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import type { Day } from '../../../lib/days.ts'
import type { PriceCandidates } from './rules.ts'

export interface Asked {
  bookId: string
  partnerId: string | null
  day: Day
  lines: readonly { itemId: string; quantity: string }[]
}

export interface FoundCandidates extends PriceCandidates {
  /** The place of the line that was asked for. */
  place: number
  item_id: string
  /** Null when no partner was asked for, or the book has no such partner. */
  partner_id: string | null
  currency: string
}

/**
 * The candidates of each line, in the order asked. All are in one currency: that of the partner's active price list,
 * else the home currency; a price in another one is not compared, and the base price and its discounts exist only at
 * home.
 */
export const findCandidates = (db: Queryable, { bookId, partnerId, day, lines }: Asked): Promise<FoundCandidates[]> =>
  db.many(sql`
    select s.place, s.item_id, p.id as partner_id, c.currency,
           case when c.currency = ${homeCurrency} then trim_scale(i.sale_price)::text end as base_price,
           trim_scale(pp.unit_price)::text as partner_price,
           trim_scale(le.unit_price)::text as list_price,
           trim_scale(d.discount_pct)::text as discount_pct
      from ${linesAsked(lines)}
     cross join lateral (select id, sale_price from items where book_id = ${bookId} and id = s.item_id limit 1) i
      left join partners p on p.book_id = ${bookId} and p.id = ${partnerId}::uuid
      left join price_lists l on l.book_id = ${bookId} and l.id = p.price_list_id and l.is_active
     cross join lateral (select coalesce(l.currency, ${homeCurrency}) as currency) c
      left join lateral (
        select e.unit_price
          from partner_prices e
         where e.book_id = ${bookId} and e.partner_id = p.id and e.item_id = i.id and e.currency = c.currency
           and ${isGiven(day)}
         order by e.min_quantity desc, e.valid_from desc nulls last
         limit 1) pp on true
      left join lateral (
        select e.unit_price
          from price_list_entries e
         where e.book_id = ${bookId} and e.price_list_id = l.id and e.item_id = i.id
           and ${isGiven(day)}
         order by e.min_quantity desc, e.valid_from desc nulls last
         limit 1) le on true
      left join lateral (
        select max(e.discount_pct) as discount_pct
          from (${join(discountsOf(bookId), ' union all ')}) e
         where c.currency = ${homeCurrency}
           and ${isGiven(day)}) d on true
     order by s.place`)

/** One look-up in the index for each: an `or` of the four makes PostgreSQL read every discount of the book. */
const discountsOf = (bookId: string): Sql[] =>
  [
    sql`e.partner_id = p.id and e.item_id = i.id`,
    sql`e.partner_id = p.id and e.item_id is null`,
    sql`e.partner_id is null and e.item_id = i.id`,
    sql`e.partner_id is null and e.item_id is null`,
  ].map(
    whose => sql`
            select e.discount_pct, e.is_active, e.min_quantity, e.valid_from, e.valid_to
              from discounts e
             where e.book_id = ${bookId} and ${whose}`,
  )

const linesAsked = (lines: Asked['lines']): Sql =>
  rowsOf(
    lines.map(({ itemId, quantity }, index) => ({ place: index, item_id: itemId, quantity })),
    { place: 'integer', item_id: 'uuid', quantity: 'numeric' },
  )

/** In force on the day, from this quantity on. */
const isGiven = (day: Day): Sql => sql`e.is_active
           and e.min_quantity <= s.quantity
           and (e.valid_from is null or e.valid_from <= ${day}::date)
           and (e.valid_to is null or e.valid_to >= ${day}::date)`

export interface PriceEntryRow {
  id: string
  price_list_id: string
  item_id: string
  min_quantity: string
  unit_price: string
  valid_from: Day | null
  valid_to: Day | null
  is_active: boolean
}

export const priceEntryTable: Table<PriceEntryRow> = {
  name: 'price_list_entries',
  columns: {
    id: 'uuid',
    price_list_id: 'uuid',
    item_id: 'uuid',
    min_quantity: 'numeric',
    unit_price: 'numeric',
    valid_from: 'date',
    valid_to: 'date',
    is_active: 'boolean',
  },
}

const priceColumns = sql`trim_scale(min_quantity)::text as min_quantity, trim_scale(unit_price)::text as unit_price,
  valid_from, valid_to, is_active`

export const listPriceEntries = (db: Queryable, bookId: string): Promise<PriceEntryRow[]> =>
  db.many(sql`
    select id, price_list_id, item_id, ${priceColumns}
      from price_list_entries
     where book_id = ${bookId}
     order by item_id, price_list_entries.min_quantity, valid_from nulls first`)

export interface PartnerPriceRow extends Omit<PriceEntryRow, 'price_list_id'> {
  partner_id: string
  currency: string
}

export const partnerPriceTable: Table<PartnerPriceRow> = {
  name: 'partner_prices',
  columns: {
    id: 'uuid',
    partner_id: 'uuid',
    item_id: 'uuid',
    currency: 'text',
    min_quantity: 'numeric',
    unit_price: 'numeric',
    valid_from: 'date',
    valid_to: 'date',
    is_active: 'boolean',
  },
}

export const listPartnerPrices = (db: Queryable, bookId: string): Promise<PartnerPriceRow[]> =>
  db.many(sql`
    select id, partner_id, item_id, currency, ${priceColumns}
      from partner_prices
     where book_id = ${bookId}
     order by partner_id, item_id, currency, partner_prices.min_quantity, valid_from nulls first`)

export interface DiscountRow {
  id: string
  code: string
  name: string
  partner_id: string | null
  item_id: string | null
  min_quantity: string
  discount_pct: string
  valid_from: Day | null
  valid_to: Day | null
  is_active: boolean
}

export const discountTable: Table<DiscountRow> = {
  name: 'discounts',
  columns: {
    id: 'uuid',
    code: 'text',
    name: 'text',
    partner_id: 'uuid',
    item_id: 'uuid',
    min_quantity: 'numeric',
    discount_pct: 'numeric',
    valid_from: 'date',
    valid_to: 'date',
    is_active: 'boolean',
  },
}

export const listDiscounts = (db: Queryable, bookId: string): Promise<DiscountRow[]> =>
  db.many(sql`
    select id, code, name, partner_id, item_id, trim_scale(min_quantity)::text as min_quantity,
           trim_scale(discount_pct)::text as discount_pct, valid_from, valid_to, is_active
      from discounts
     where book_id = ${bookId}
     order by code`)
