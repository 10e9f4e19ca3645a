/** Kinds of records that files may be attached to. */
import { raw, type Sql, sql } from '../db/sql.ts'

/** Where records of a kind stand; its condition speaks of the row `r`. */
interface Carrier {
  object: string
  table: string
  condition?: string
  carriesFiles?: boolean
}

/** Their names. Schemas show this very array, complete once the list of domains is loaded. */
export const fileCarriers: string[] = []
/** The same, for a file that belongs to nothing. */
export const fileCarriersOrNull: (string | null)[] = []

const tables = new Map<string, { table: string; condition: Sql }>()

/** Told once, by the list of domains. */
export function declareFileCarriers(records: readonly Carrier[]): void {
  const carriers = records.filter(({ carriesFiles }) => carriesFiles)
  fileCarriers.splice(0, fileCarriers.length, ...carriers.map(({ object }) => object))
  fileCarriersOrNull.splice(0, fileCarriersOrNull.length, ...fileCarriers, null)
  tables.clear()
  for (const { object, table, condition } of carriers)
    tables.set(object, { table, condition: condition === undefined ? sql`true` : raw(condition) })
}

export const carrierTable = (object: unknown): { table: string; condition: Sql } | undefined =>
  tables.get(object as string)
