/** SQL of units. */

import type { UnitInput } from '../../../contract/schema.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { type Table, upsertRows } from '../../../db/upsert.ts'
import type { Account, UnitSystem } from '../../../kernel/account.ts'
import { newId } from '../../../lib/ids.ts'
import type { Instant } from '../../../lib/instants.ts'
import { type Dimension, systemUnits } from './rules.ts'

export interface UnitRow {
  id: string
  code: string
  symbol: string
  name_cs: string
  name_en: string
  dimension: Dimension
  base_unit_code: string | null
  to_base_factor: string
  decimals: number | null
  is_system: boolean
  is_active: boolean
  systems: UnitSystem[]
  offered_for_materials: string[]
}

const columns = sql`id, code, symbol, name_cs, name_en, dimension, base_unit_code, trim_scale(to_base_factor)::text as to_base_factor, decimals,
  is_system, is_active, systems, offered_for_materials`

/** The units an account may use: the system ones of its unit system, and all of its own. */
export const listUsableUnits = (db: Queryable, bookId: string, system: UnitSystem): Promise<UnitRow[]> =>
  db.many(sql`
    select ${columns}
      from units
     where book_id = ${bookId}
       and (not is_system or ${system} = any (systems))
     order by is_system desc, sort_order, code`)

/** The unit a body names by id or by code, when the account may use it. */
export const findUsableUnit = (
  db: Queryable,
  { book, tenant }: Account,
  { unit_id, unit_code }: UnitInput,
): Promise<UnitRow | undefined> =>
  db.maybe(sql`
    select ${columns}
      from units
     where book_id = ${book.id}
       and (id = ${unit_id ?? null}::uuid or code = ${unit_code ?? null}::text)
       and is_active and (not is_system or ${tenant.unitSystem} = any (systems))`)

/** All of a book, usable or not. */
export const listAllUnits = (db: Queryable, bookId: string): Promise<UnitRow[]> =>
  db.many(sql`
    select ${columns}
      from units
     where book_id = ${bookId}
     order by is_system desc, sort_order, code`)

/** Also how a place in the list is kept: system units in the order of the catalogue, own ones by their code. */
export type StoredUnit = UnitRow & { sort_order: number }

export const unitTable: Table<StoredUnit> = {
  name: 'units',
  columns: {
    id: 'uuid',
    code: 'text',
    symbol: 'text',
    name_cs: 'text',
    name_en: 'text',
    dimension: 'text',
    base_unit_code: 'text',
    to_base_factor: 'numeric',
    decimals: 'smallint',
    is_system: 'boolean',
    is_active: 'boolean',
    systems: 'text[]',
    offered_for_materials: 'text[]',
    sort_order: 'integer',
  },
}

/** The system units of a new book. */
export const insertSystemUnits = (tx: Tx, at: { bookId: string; now: Instant }): Promise<void> =>
  upsertRows(tx, at, {
    table: unitTable,
    rows: systemUnits.map((unit, index) => ({
      ...unit,
      id: newId(),
      is_system: true,
      is_active: true,
      sort_order: index,
    })),
  })

/** Of the units to be saved, those that are called otherwise now. */
export async function findRenamedUnits(
  db: Queryable,
  bookId: string,
  rows: readonly Pick<UnitRow, 'id' | 'symbol' | 'decimals'>[],
): Promise<string[]> {
  if (rows.length === 0) return []
  const found = await db.many<{ id: string }>(sql`
    select u.id
      from json_to_recordset(${JSON.stringify(rows)}::json) as sent (id uuid, symbol text, decimals smallint)
      join units u on u.book_id = ${bookId} and u.id = sent.id
     where u.symbol <> sent.symbol or u.decimals is distinct from sent.decimals`)
  return found.map(({ id }) => id)
}
