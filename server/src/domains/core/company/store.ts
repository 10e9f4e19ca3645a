/** SQL of the company: who stands on the papers of a book as the supplier. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'
import type { Account } from '../../../kernel/account.ts'
import { newId } from '../../../lib/ids.ts'

export interface CompanyRow {
  id: string
  name: string
  ico: string | null
  dic: string | null
  street: string | null
  city: string | null
  zip: string | null
  /** ISO 3166-1. */
  country: string
  /** Where it is registered, in its own words. */
  register_note: string | null
  email: string | null
  phone: string | null
  web: string | null
}

export const companyTable: Table<CompanyRow> = {
  name: 'companies',
  columns: {
    id: 'uuid',
    name: 'text',
    ico: 'text',
    dic: 'text',
    street: 'text',
    city: 'text',
    zip: 'text',
    country: 'text',
    register_note: 'text',
    email: 'text',
    phone: 'text',
    web: 'text',
  },
}

/** A company of which only the name is known. */
export const newCompany = (name: string, country: string): CompanyRow => ({
  id: newId(),
  name,
  ico: null,
  dic: null,
  street: null,
  city: null,
  zip: null,
  country,
  register_note: null,
  email: null,
  phone: null,
  web: null,
})

/** Books made by an older version have none: they go by the name of their tenant. */
export async function getCompany(db: Queryable, { book, tenant }: Account): Promise<CompanyRow> {
  const row = await db.maybe<CompanyRow>(sql`
    select id, name, ico, dic, street, city, zip, country, register_note, email, phone, web
      from companies
     where book_id = ${book.id}`)
  return row ?? newCompany(tenant.name, tenant.countryCode)
}
