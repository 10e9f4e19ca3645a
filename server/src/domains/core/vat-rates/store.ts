/** SQL of VAT rates. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'
import type { VatExemption } from './exemptions.ts'

export interface VatRateRow {
  id: string
  code: string
  name: string
  rate_pct: string
  is_default: boolean
  is_active: boolean
  /** Of a rate of 0 %: why, for the lines sold with it. */
  vat_exemption: VatExemption | null
}

export const vatRateTable: Table<VatRateRow> = {
  name: 'vat_rates',
  columns: {
    id: 'uuid',
    code: 'text',
    name: 'text',
    rate_pct: 'numeric',
    is_default: 'boolean',
    is_active: 'boolean',
    vat_exemption: 'text',
  },
}

const columns = sql`id, code, name, trim_scale(rate_pct)::text as rate_pct, is_default, is_active, vat_exemption`

export const listVatRates = (db: Queryable, bookId: string): Promise<VatRateRow[]> =>
  db.many(sql`
    select ${columns}
      from vat_rates
     where book_id = ${bookId}
     order by vat_rates.rate_pct desc, code`)

/** The rate of an item: its own, else the default one. */
export const rateOfItem = (rates: readonly VatRateRow[], saleVatRateId: string | null): VatRateRow | undefined =>
  rates.find(({ id }) => id === saleVatRateId) ?? rates.find(rate => rate.is_default)

export const findDefaultVatRate = (db: Queryable, bookId: string): Promise<VatRateRow | undefined> =>
  db.maybe(sql`select ${columns} from vat_rates where book_id = ${bookId} and is_default`)

export const findUsableVatRate = (db: Queryable, bookId: string, id: string): Promise<VatRateRow | undefined> =>
  db.maybe(sql`select ${columns} from vat_rates where book_id = ${bookId} and id = ${id} and is_active`)
