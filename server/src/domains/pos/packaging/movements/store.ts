/** SQL of the packaging ledger: rows are only added, and the balances are kept with them. */
import { type Listed, type Page, type PageRequest, type Selection, selectPage } from '../../../../db/paging.ts'
import type { Queryable, Tx } from '../../../../db/pool.ts'
import { rowsOf } from '../../../../db/rows.ts'
import { type Sql, sql, unprepared } from '../../../../db/sql.ts'
import type { Day } from '../../../../lib/days.ts'
import type { Instant } from '../../../../lib/instants.ts'
import type { MovementKind } from './schema.ts'

export interface MovementColumns {
  id: string
  sequence: number
  kind: MovementKind
  date: Day
  partner_id: string | null
  deposit_id: string
  item_id: string
  pieces: string
  deposit_amount: string
  balance_after: string
  document_object: string
  document_id: string
  document_number: string | null
  line_id: string | null
  reverses_id: string | null
}

export interface HeldPieces {
  /** Of the balance. */
  id: string
  deposit_id: string
  item_id: string
  pieces: string
}

export interface Ledger {
  lastSequence: number
  held: HeldPieces[]
}

const ofPartner = (partnerId: string | null): Sql =>
  partnerId === null ? sql`partner_id is null` : sql`partner_id = ${partnerId}`

/** What a partner, or nobody in particular, holds of some deposits; and how far the ledger is. */
export async function readLedger(
  db: Queryable,
  bookId: string,
  { partnerId, depositIds }: { partnerId: string | null; depositIds: string[] },
): Promise<Ledger> {
  const row = await db.maybe<{ last_sequence: number; held: HeldPieces[] | null }>(sql`
    select (select coalesce(max(sequence), 0)::float8
              from packaging_movements
             where book_id = ${bookId}) as last_sequence,
           (select json_agg(json_build_object('id', id, 'deposit_id', deposit_id, 'item_id', item_id,
                                              'pieces', trim_scale(pieces)::text))
              from packaging_balances
             where book_id = ${bookId} and ${ofPartner(partnerId)}
               and deposit_id = any (${depositIds}::uuid[])) as held`)
  return { lastSequence: row!.last_sequence, held: row!.held ?? [] }
}

export interface SavedMovements {
  partnerId: string | null
  movements: MovementColumns[]
  balances: (HeldPieces & { moved_on: Day })[]
}

/** Sent without waiting, in one statement. */
export function saveMovements(tx: Tx, at: { bookId: string; now: Instant }, saved: SavedMovements): void {
  const balances = rowsOf(
    saved.balances.map(({ id, deposit_id, item_id, pieces, moved_on }) => ({
      ...{ id, deposit_id, item_id, pieces, moved_on },
    })),
    { id: 'uuid', deposit_id: 'uuid', item_id: 'uuid', pieces: 'numeric', moved_on: 'date' },
  )
  tx.send(sql`
    with balances as (
      insert into packaging_balances as t (book_id, id, partner_id, deposit_id, item_id, pieces, last_movement_on,
                                           created_at, updated_at)
      select ${at.bookId}, s.id, ${saved.partnerId}::uuid, s.deposit_id, s.item_id, s.pieces, s.moved_on, ${at.now}, ${at.now}
        from ${balances}
          on conflict (book_id, id) do update
         set pieces = excluded.pieces,
             last_movement_on = greatest(t.last_movement_on, excluded.last_movement_on),
             updated_at = excluded.updated_at)
    insert into packaging_movements (book_id, id, sequence, kind, date, partner_id, deposit_id, item_id, pieces,
                                     deposit_amount, balance_after, document_object, document_id, document_number,
                                     line_id, reverses_id, created_at)
    select ${at.bookId}, s.id, s.sequence, s.kind, s.date, s.partner_id, s.deposit_id, s.item_id, s.pieces,
           s.deposit_amount, s.balance_after, s.document_object, s.document_id, s.document_number, s.line_id,
           s.reverses_id, ${at.now}
      from ${rowsOf(saved.movements as (MovementColumns & Record<keyof MovementColumns, string | number | null>)[], {
        id: 'uuid',
        sequence: 'bigint',
        kind: 'text',
        date: 'date',
        partner_id: 'uuid',
        deposit_id: 'uuid',
        item_id: 'uuid',
        pieces: 'numeric',
        deposit_amount: 'numeric',
        balance_after: 'numeric',
        document_object: 'text',
        document_id: 'uuid',
        document_number: 'text',
        line_id: 'uuid',
        reverses_id: 'uuid',
      })}`)
}

const movementColumns = sql`r.id, r.sequence::float8 as sequence, r.kind, r.date, r.partner_id, r.deposit_id, r.item_id,
  trim_scale(r.pieces)::text as pieces, r.deposit_amount::text, trim_scale(r.balance_after)::text as balance_after,
  r.document_object, r.document_id, r.document_number, r.line_id, r.reverses_id`

/** Rows of a document that nothing undid yet. */
export const listStanding = (db: Queryable, bookId: string, documentId: string): Promise<MovementColumns[]> =>
  db.many(sql`
    select ${movementColumns}
      from packaging_movements r
     where r.book_id = ${bookId} and r.document_id = ${documentId} and r.kind <> 'reversal'
       and not exists (select 1
                         from packaging_movements u
                        where u.book_id = r.book_id and u.reverses_id = r.id)
     order by r.sequence`)

export interface Movement extends MovementColumns, Listed {
  partner_name: string | null
  item_code: string | null
  item_name: string
}

const shownColumns = sql`${movementColumns}, p.name as partner_name, i.code as item_code, i.name as item_name,
  r.created_at, r.created_at as updated_at`

const withNames = sql`packaging_movements r
  join items i on i.book_id = r.book_id and i.id = r.item_id
  left join partners p on p.book_id = r.book_id and p.id = r.partner_id`

export const pageMovements = (db: Queryable, of: Selection, page: PageRequest): Promise<Page<Movement>> =>
  selectPage(db, { ...of, columns: shownColumns, from: sql`${withNames} ${unprepared}` }, page)

/** Of a document, or of a partner in some days, in the order of posting. */
export const listMovements = (db: Queryable, bookId: string, condition: Sql): Promise<Movement[]> =>
  db.many(sql`
    select ${shownColumns}
      from ${withNames}
     where r.book_id = ${bookId} and ${condition}
     order by r.sequence`)
