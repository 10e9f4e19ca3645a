/** SQL of the company: who stands on the papers of a book as the supplier. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'
import type { Account } from '../../../kernel/account.ts'
import type { Actor } from '../../../kernel/context.ts'
import { newId } from '../../../lib/ids.ts'
import type { Instant } from '../../../lib/instants.ts'
import { dataUriOf, type LogoType, logoIdOf, logoOf } from '../../../lib/logo.ts'
import {
  type CompanyFacts,
  customerOf,
  type PartnerFacts,
  type Party,
  type PartyCountry,
  supplierOf,
} from './parties.ts'

export interface CompanyRow extends CompanyFacts {
  id: string
  /** ISO 3166-1. */
  country: string
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
    logo_id: 'uuid',
    accent_color: 'text',
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
  logo_id: null,
  accent_color: null,
})

const columns = sql`id, name, ico, dic, street, city, zip, country, register_note, email, phone, web, logo_id,
  accent_color`

/** Books made by an older version have none: they go by the name of their tenant. */
export async function getCompany(db: Queryable, { book, tenant }: Account): Promise<CompanyRow> {
  const row = await db.maybe<CompanyRow>(sql`select ${columns} from companies where book_id = ${book.id}`)
  return row ?? newCompany(tenant.name, tenant.countryCode)
}

/** What a statement reads of the parties of a document beside everything else it reads. */
export interface PartyRows {
  company: CompanyRow | null
  company_country: PartyCountry | null
  partner: PartnerFacts | null
  actor_name: string | null
}

/** The columns of `PartyRows`. The partner's name is the one the document shows. */
export const partyColumns = ({ book, tenant }: Account, partnerId: string | null, actor: Actor | null): Sql => sql`
  (select row_to_json(c) from (select ${columns} from companies where book_id = ${book.id}) c) as company,
  (select row_to_json(k)
     from (select code, name_cs, name_en
             from countries
            where code = coalesce((select country from companies where book_id = ${book.id}), ${tenant.countryCode})) k)
    as company_country,
  (select row_to_json(p)
     from (select p.name, p.ico, p.dic, p.street, p.city, p.zip, p.email, p.phone, p.mobile,
                  (select row_to_json(k)
                     from (select code, name_cs, name_en from countries where id = p.country_id) k) as country
             from partners p
            where p.book_id = ${book.id} and p.id = ${partnerId}::uuid) p) as partner,
  (select name from api_keys where book_id = ${book.id} and id = ${actor?.id ?? null}::uuid) as actor_name`

/** Both sides of a paper: the company of the book, and the partner when there is one. */
export const partiesOf = (
  { tenant }: Account,
  { company, company_country, partner }: PartyRows,
): { supplier: Party; customer: Party | null } => ({
  supplier: supplierOf(company ?? newCompany(tenant.name, tenant.countryCode), company_country),
  customer: partner && customerOf(partner),
})

/** A logo as a data URI, whether the company still has it or only papers of old do. */
export async function findLogo(db: Queryable, bookId: string, id: string): Promise<string | null> {
  const row = await db.maybe<{ media_type: LogoType; bytes: Buffer }>(sql`
    select media_type, bytes
      from company_logos
     where book_id = ${bookId} and id = ${id}`)
  return row ? dataUriOf({ mediaType: row.media_type, bytes: row.bytes }) : null
}

/** Kept once and never changed: its id follows from it. */
export async function keepLogo(tx: Tx, at: { bookId: string; now: Instant }, dataUri: string): Promise<void> {
  const { mediaType, bytes } = logoOf(dataUri)!
  await tx.run(sql`
    insert into company_logos (book_id, id, media_type, bytes, created_at)
    values (${at.bookId}, ${logoIdOf(dataUri)}, ${mediaType}, ${bytes}, ${at.now})
        on conflict (book_id, id) do nothing`)
}

/** A company with its logo as a data URI, as settings show it. */
export type CompanyWithLogo = CompanyRow & { logo: string | null }

export async function getCompanyWithLogo(db: Queryable, account: Account): Promise<CompanyWithLogo> {
  const company = await getCompany(db, account)
  return { ...company, logo: company.logo_id === null ? null : await findLogo(db, account.book.id, company.logo_id) }
}
