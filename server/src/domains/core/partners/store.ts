/** SQL of partners. */
import type { ExternalRef } from '../../../contract/schema.ts'
import { type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { DefinedTable } from '../../../db/table.ts'
import type { Account } from '../../../kernel/account.ts'
import type { Instant } from '../../../lib/instants.ts'
import { searchable } from '../../../lib/search-text.ts'
import { type NamedPartner, taxIdSpellings } from './identity.ts'

export interface PartnerFields {
  name: string
  isCustomer: boolean
  isSupplier: boolean
  ico: string | null
  dic: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  web: string | null
  street: string | null
  city: string | null
  zip: string | null
  countryId: string | null
  paymentTerms: number
  priceListId: string | null
  notes: string | null
  isActive: boolean
}

export interface Partner extends PartnerFields {
  id: string
  version: number
  externalRef: ExternalRef | null
  createdAt: Instant
  updatedAt: Instant
}

export interface PartnerRow {
  id: string
  version: number
  name: string
  is_customer: boolean
  is_supplier: boolean
  ico: string | null
  dic: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  web: string | null
  street: string | null
  city: string | null
  zip: string | null
  country_id: string | null
  payment_terms: number
  price_list_id: string | null
  notes: string | null
  external_system: string | null
  external_id: string | null
  is_active: boolean
  created_at: Instant
  updated_at: Instant
}

const columns = sql`r.id, r.version, r.name, r.is_customer, r.is_supplier, r.ico, r.dic, r.email, r.phone, r.mobile,
  r.web, r.street, r.city, r.zip, r.country_id, r.payment_terms, r.price_list_id, r.notes, r.external_system,
  r.external_id, r.is_active, r.created_at, r.updated_at`

export const partnerOf = (row: PartnerRow): Partner => ({
  id: row.id,
  version: row.version,
  name: row.name,
  isCustomer: row.is_customer,
  isSupplier: row.is_supplier,
  ico: row.ico,
  dic: row.dic,
  email: row.email,
  phone: row.phone,
  mobile: row.mobile,
  web: row.web,
  street: row.street,
  city: row.city,
  zip: row.zip,
  countryId: row.country_id,
  paymentTerms: row.payment_terms,
  priceListId: row.price_list_id,
  notes: row.notes,
  externalRef: row.external_system === null ? null : { system: row.external_system, id: row.external_id! },
  isActive: row.is_active,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function findPartner(db: Queryable, bookId: string, id: string): Promise<Partner | undefined> {
  const row = await db.maybe<PartnerRow>(sql`
    select ${columns}
      from partners r
     where r.book_id = ${bookId} and r.id = ${id}`)
  return row && partnerOf(row)
}

export const listPartners = (
  db: Queryable,
  bookId: string,
  where: Sql[],
  page: PageRequest,
): Promise<Page<PartnerRow>> => selectPage(db, { bookId, columns, from: sql`partners r`, where }, page)

/** The country of the row `r`; one without counts as of the account's. */
const countryOf = (accountCountry: string): Sql =>
  sql`coalesce((select c.code from countries c where c.id = r.country_id), ${accountCountry}::text)`

/** Another partner with this business id in this country; an empty one is none. */
export const findPartnerByIco = (
  db: Queryable,
  { book, tenant }: Account,
  wanted: { ico: string | null; countryId: string | null; exceptId: string | null },
): Promise<{ id: string; name: string } | undefined> =>
  db.maybe(sql`
    select r.id, r.name
      from partners r
     where r.book_id = ${book.id} and r.id is distinct from ${wanted.exceptId}::uuid
       and r.ico_key = business_id_key(
             coalesce((select code from countries where id = ${wanted.countryId}), ${tenant.countryCode}), ${wanted.ico})
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
    db.maybe<PartnerRow>(sql`
      select ${columns}
        from partners r
       where r.book_id = ${book.id} and ${condition}
       order by r.is_active desc, r.created_at, r.id
       limit 1`)
  const byIco = ico ? await first(sql`r.ico_key = business_id_key(${country}, ${ico})`) : undefined
  const byDic =
    !byIco && dic ? await first(sql`${hasTaxId(dic, country, home)} and ${hasNoOther(ico, home)}`) : undefined
  const byName = !ico && !dic ? await first(sql`r.name = ${name} and ${countryOf(home)} = ${country}`) : undefined
  const row = byIco ?? byDic ?? byName
  return row && partnerOf(row)
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

const searchTextOf = (partner: PartnerFields) => searchable(partner.name, partner.ico, partner.dic)

export async function insertPartner(tx: Tx, bookId: string, partner: Partner): Promise<void> {
  await tx.run(sql`
    insert into partners (book_id, id, version, name, is_customer, is_supplier, ico, dic, email, phone, mobile, web,
                          street, city, zip, country_id, payment_terms, price_list_id, notes, external_system,
                          external_id, is_active, search_text, created_at, updated_at)
    values (${bookId}, ${partner.id}, ${partner.version}, ${partner.name}, ${partner.isCustomer},
            ${partner.isSupplier}, ${partner.ico}, ${partner.dic}, ${partner.email}, ${partner.phone},
            ${partner.mobile}, ${partner.web}, ${partner.street}, ${partner.city}, ${partner.zip},
            ${partner.countryId}, ${partner.paymentTerms}, ${partner.priceListId}, ${partner.notes},
            ${partner.externalRef?.system ?? null}, ${partner.externalRef?.id ?? null}, ${partner.isActive},
            ${searchTextOf(partner)}, ${partner.createdAt}, ${partner.updatedAt})`)
}

export async function updatePartner(tx: Tx, bookId: string, partner: Partner): Promise<void> {
  await tx.run(sql`
    update partners
       set version = ${partner.version},
           name = ${partner.name},
           is_customer = ${partner.isCustomer},
           is_supplier = ${partner.isSupplier},
           ico = ${partner.ico},
           dic = ${partner.dic},
           email = ${partner.email},
           phone = ${partner.phone},
           mobile = ${partner.mobile},
           web = ${partner.web},
           street = ${partner.street},
           city = ${partner.city},
           zip = ${partner.zip},
           country_id = ${partner.countryId},
           payment_terms = ${partner.paymentTerms},
           price_list_id = ${partner.priceListId},
           notes = ${partner.notes},
           is_active = ${partner.isActive},
           search_text = ${searchTextOf(partner)},
           updated_at = ${partner.updatedAt}
     where book_id = ${bookId} and id = ${partner.id}`)
}

/** Drafts show a partner by the name it has now; what is posted keeps the name it was posted with. */
export async function renameInDrafts<
  Stored extends { id: string; version: number; partner_name: string | null },
  Row extends Stored,
>(
  tx: Tx,
  at: { bookId: string; now: Instant },
  table: DefinedTable<Stored, Row>,
  partner: { id: string; name: string },
): Promise<void> {
  const condition = sql`r.partner_id = ${partner.id} and r.status = 'draft'`
  const drafts = await table.all(tx, at.bookId, { condition, order: 'id' })
  const renamed = drafts.map(draft => ({ ...draft, partner_name: partner.name, version: draft.version + 1 }))
  await table.save(tx, at, renamed)
}
