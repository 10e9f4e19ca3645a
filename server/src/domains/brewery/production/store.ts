/** SQL of what goes into a batch and what comes out of it. */
import type { UnitRef } from '../../../contract/schema.ts'
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { levelsOf } from '../../stock/index.ts'
import type { StayPhase } from '../batches/schema.ts'
import { type BatchEntry, batchEntryTable } from '../batches/store.ts'

/** What a document moved in its batch, and still stands; oldest first. */
export const listEntriesOfDocument = (db: Queryable, bookId: string, documentId: string): Promise<BatchEntry[]> =>
  batchEntryTable.all(db, bookId, {
    condition: sql`r.document_id = ${documentId} and not r.is_undone and r.reverses_id is null`,
    order: 'sequence',
  })

interface UnitColumns {
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
  unit_decimals: number | null
}

const unitColumns = sql`u.id as unit_id, u.code as unit_code, u.symbol as unit_symbol, u.dimension as unit_dimension,
  u.decimals as unit_decimals`

export interface BeerRow extends UnitColumns {
  item_id: string
  litres_per_unit: string
  shelf_life_days: number | null
}

/** The item a batch makes, with what a unit of it holds. */
export const getBeer = async (db: Queryable, bookId: string, itemId: string): Promise<BeerRow> =>
  (await db.maybe<BeerRow>(sql`
    select i.id as item_id, i.shelf_life_days, u.to_base_factor::text as litres_per_unit, ${unitColumns}
      from items i
      join units u on u.book_id = i.book_id and u.id = i.unit_id
     where i.book_id = ${bookId} and i.id = ${itemId}`))!

export interface IngredientToIssue extends UnitColumns {
  item_id: string
  item_code: string | null
  item_name: string
  phase: StayPhase
  quantity: string
  /** Of the unit of the recipe, and of the unit of the item. */
  factor: string
  item_factor: string
  item_decimals: number | null
  batch_volume_l: string
}

/** The ingredients of a version, in their order; of one phase, or of all. */
export const listIngredientsToIssue = (
  db: Queryable,
  bookId: string,
  of: { recipeId: string; version: number; phase?: StayPhase },
): Promise<IngredientToIssue[]> =>
  db.many(sql`
    select n.item_id, i.code as item_code, i.name as item_name, n.phase, n.quantity::text, p.to_base_factor::text as factor,
           u.to_base_factor::text as item_factor, u.decimals as item_decimals, v.batch_volume_l::text, ${unitColumns}
      from recipe_ingredients n
      join recipe_versions v on v.book_id = n.book_id and v.recipe_id = n.recipe_id and v.number = n.recipe_version
      join items i on i.book_id = n.book_id and i.id = n.item_id
      join units u on u.book_id = i.book_id and u.id = i.unit_id
      join units p on p.book_id = n.book_id and p.id = n.unit_id
     where n.book_id = ${bookId} and n.recipe_id = ${of.recipeId} and n.recipe_version = ${of.version}
       and (${of.phase ?? null}::text is null or n.phase = ${of.phase ?? null}::text)
     order by n.sort_order`)

/** The issue that was drafted for a phase, unless it was cancelled. */
export const findIssueOfPhase = (
  db: Queryable,
  bookId: string,
  of: { batchId: string; phase: StayPhase },
): Promise<{ id: string; number: string; status: string } | undefined> =>
  db.maybe(sql`
    select id, number, status
      from stock_documents
     where book_id = ${bookId} and batch_id = ${of.batchId} and batch_phase = ${of.phase} and status <> 'cancelled'
     limit 1`)

export interface TakenRow extends UnitColumns {
  item_id: string
  item_code: string | null
  item_name: string
  phase: string | null
  drafted: string
  issued: string
}

/** What the material issues of a batch take, by item and phase. */
export const listTaken = (db: Queryable, bookId: string, batchId: string): Promise<TakenRow[]> =>
  db.many(sql`
    select t.item_id, i.code as item_code, i.name as item_name, t.phase, t.drafted::text, t.issued::text,
           ${unitColumns}
      from (select l.item_id, d.batch_phase as phase,
                   coalesce(sum(coalesce(l.issued_quantity, l.quantity)) filter (where d.status = 'draft'), 0) as drafted,
                   coalesce(sum(coalesce(l.issued_quantity, l.quantity)) filter (where d.status = 'confirmed'), 0)
                     as issued
              from stock_documents d
              join stock_lines l on l.book_id = d.book_id and l.document_id = d.id
             where d.book_id = ${bookId} and d.batch_id = ${batchId} and d.movement_type = 'issue'
               and d.movement_purpose = 'production_out' and d.status <> 'cancelled'
             group by l.item_id, d.batch_phase) t
      join items i on i.book_id = ${bookId} and i.id = t.item_id
      join units u on u.book_id = i.book_id and u.id = i.unit_id
     order by i.code, i.name, t.item_id, t.phase nulls last`)

/** What a warehouse has of items, beyond what is reserved. */
export const listAvailable = (
  db: Queryable,
  bookId: string,
  of: { warehouseId: string; itemIds: string[] },
): Promise<{ item_id: string; quantity: string }[]> =>
  db.many(sql`
    select wanted.item_id, (l.quantity - l.reserved_quantity)::text as quantity
      from ${levelsOf(bookId, of)}`)
