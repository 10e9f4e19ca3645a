/** SQL of units. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { UnitSystem } from '../../../kernel/account.ts'
import { newId } from '../../../lib/ids.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { Dimension, UnitFacts } from './rules.ts'

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

const columns = sql`id, code, symbol, name_cs, name_en, dimension, base_unit_code, to_base_factor::text, decimals,
  is_system, is_active, systems, offered_for_materials`

/** The units an account may use: the system ones of its unit system, and all of its own. */
export const listUsableUnits = (db: Queryable, bookId: string, system: UnitSystem): Promise<UnitRow[]> =>
  db.many(sql`
    select ${columns}
      from units
     where book_id = ${bookId}
       and (not is_system or ${system} = any (systems))
     order by is_system desc, sort_order, code`)

/** All of a book, usable or not. */
export const listAllUnits = (db: Queryable, bookId: string): Promise<UnitRow[]> =>
  db.many(sql`
    select ${columns}
      from units
     where book_id = ${bookId}
     order by is_system desc, sort_order, code`)

export async function insertUnits(
  tx: Tx,
  book: { bookId: string; now: Instant; isSystem: boolean },
  units: readonly (UnitFacts & { isActive: boolean })[],
): Promise<void> {
  if (units.length === 0) return
  const rows = units.map((unit, place) => ({
    id: newId(),
    code: unit.code,
    symbol: unit.symbol,
    name_cs: unit.nameCs,
    name_en: unit.nameEn,
    dimension: unit.dimension,
    base_unit_code: unit.baseUnitCode,
    to_base_factor: unit.toBaseFactor,
    decimals: unit.decimals,
    is_active: unit.isActive,
    systems: unit.systems,
    offered_for_materials: unit.offeredForMaterials,
    sort_order: place,
  }))
  await tx.run(sql`
    insert into units (book_id, id, code, symbol, name_cs, name_en, dimension, base_unit_code, to_base_factor, decimals,
                       is_system, is_active, systems, offered_for_materials, sort_order, created_at, updated_at)
    select ${book.bookId}, u.id, u.code, u.symbol, u.name_cs, u.name_en, u.dimension, u.base_unit_code,
           u.to_base_factor, u.decimals, ${book.isSystem}, u.is_active, u.systems, u.offered_for_materials,
           u.sort_order, ${book.now}, ${book.now}
      from json_to_recordset(${JSON.stringify(rows)}::json) as u (
        id uuid, code text, symbol text, name_cs text, name_en text, dimension text, base_unit_code text,
        to_base_factor numeric, decimals smallint, is_active boolean, systems text[], offered_for_materials text[],
        sort_order integer)`)
}

/** An own unit keeps its code, dimension and conversion: quantities already written rely on them. */
export const updateUnit = (
  tx: Tx,
  at: { bookId: string; id: string; now: Instant },
  unit: Pick<UnitFacts, 'symbol' | 'nameCs' | 'nameEn' | 'decimals'> & { isActive: boolean },
): Promise<number> =>
  tx.run(sql`
    update units
       set symbol = ${unit.symbol},
           name_cs = ${unit.nameCs},
           name_en = ${unit.nameEn},
           decimals = ${unit.decimals},
           is_active = ${unit.isActive},
           updated_at = ${at.now}
     where book_id = ${at.bookId} and id = ${at.id} and not is_system`)
