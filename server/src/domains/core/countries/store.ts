/** SQL of countries: the same for every book. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'

export interface CountryRow {
  id: string
  code: string
  name_cs: string
  name_en: string
}

export const listCountries = (db: Queryable): Promise<CountryRow[]> =>
  db.many(sql`select id, code, name_cs, name_en from countries order by code`)

export const findCountryByCode = (db: Queryable, code: string): Promise<CountryRow | undefined> =>
  db.maybe(sql`select id, code, name_cs, name_en from countries where code = ${code}`)

export const findCountry = (db: Queryable, id: string): Promise<CountryRow | undefined> =>
  db.maybe(sql`select id, code, name_cs, name_en from countries where id = ${id}`)
