/** SQL of partners. */
import type { Queryable } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../db/table.ts'
import type { Account } from '../../../kernel/account.ts'
import { type NamedPartner, taxIdSpellings } from './identity.ts'
import type { PartnerWarning } from './warnings.ts'

export const partnerTable = defineTable({
  name: 'partners',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    name: column.text(),
    is_customer: column.boolean(),
    is_supplier: column.boolean(),
    ico: orNull(column.text()),
    dic: orNull(column.text()),
    email: orNull(column.text()),
    phone: orNull(column.text()),
    mobile: orNull(column.text()),
    web: orNull(column.text()),
    street: orNull(column.text()),
    city: orNull(column.text()),
    zip: orNull(column.text()),
    country_id: orNull(column.uuid()),
    payment_terms: column.integer(),
    price_list_id: orNull(column.uuid()),
    notes: orNull(column.text()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
    is_active: column.boolean(),
    warnings: column.json<PartnerWarning[]>(),
  },
  searched: partner => [partner.name, partner.ico, partner.dic],
})

export type Partner = RowOf<typeof partnerTable>

export const findPartner = partnerTable.find

/** The country of the row `r`; one without counts as of the account's. */
const countryOf = (accountCountry: string): Sql =>
  sql`coalesce((select c.code from countries c where c.id = r.country_id), ${accountCountry}::text)`

/** Another partner with its business id in its country; an empty one is none. */
export const findPartnerOfSameIco = (
  db: Queryable,
  { book, tenant }: Account,
  { id, ico, country_id }: Pick<Partner, 'id' | 'ico' | 'country_id'>,
): Promise<{ id: string; name: string } | undefined> =>
  db.maybe(sql`
    select r.id, r.name
      from partners r
     where r.book_id = ${book.id} and r.id <> ${id}
       and r.ico_key = business_id_key(
             coalesce((select code from countries where id = ${country_id}), ${tenant.countryCode}), ${ico})
     order by r.ico_twin
     limit 1`)

const plainDic = sql`upper(regexp_replace(r.dic, '\\s', '', 'g'))`

/**
 * The partner a document means: by its business id; else by tax id, unless both have business ids and those differ (a
 * VAT group shares one tax id); else, where a document gives neither, by its exact name. All of it in one country.
 */
export async function findNamedPartner(
  db: Queryable,
  { book, tenant }: Account,
  named: NamedPartner,
): Promise<Partner | undefined> {
  const { ico, dic, name, country } = named
  const home = tenant.countryCode
  const first = (condition: Sql) =>
    db.maybe<Partner>(sql`
      select ${partnerTable.select}
        from ${partnerTable.from}
       where r.book_id = ${book.id} and ${condition}
       order by r.is_active desc, r.created_at, r.id
       limit 1`)
  const byIco = ico ? await first(sql`r.ico_key = business_id_key(${country}, ${ico})`) : undefined
  const byDic =
    !byIco && dic ? await first(sql`${hasTaxId(dic, country, home)} and ${hasNoOther(ico, home)}`) : undefined
  const byName = !ico && !dic ? await first(sql`r.name = ${name} and ${countryOf(home)} = ${country}`) : undefined
  return byIco ?? byDic ?? byName
}

/** With the prefix of its country, or without it at a partner of that country. */
function hasTaxId(dic: string, country: string, home: string): Sql {
  const { full, bare, country: taxed } = taxIdSpellings(dic, country)
  const isBare = bare === null ? sql`false` : sql`${plainDic} = ${bare} and ${countryOf(home)} = ${taxed}`
  return sql`r.dic <> '' and (${plainDic} = ${full} or ${isBare})`
}

/** No other business id; a partner without a country may have the one that a document calls foreign. */
const hasNoOther = (ico: string | null, home: string): Sql =>
  ico ? sql`(r.ico_key is null or (r.country_id is null and r.ico_key = business_id_key(${home}, ${ico})))` : sql`true`
