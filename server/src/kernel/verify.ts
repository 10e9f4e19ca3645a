/** The invariants of the books in SQL. Each statement must return no row; it grows with every table. */
import type { Database } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'

export interface Invariant {
  id: string
  /** What always holds. */
  meaning: string
  /** The rows that break it. */
  broken: Sql
}

export interface Violation {
  invariant: string
  meaning: string
  rows: Record<string, unknown>[]
}

const maxRows = 20

export async function verify(database: Database, invariants: readonly Invariant[]): Promise<Violation[]> {
  return database.transaction(async tx => {
    // Large books take longer than a request may; one snapshot, so that a write meanwhile breaks nothing here.
    await tx.run(sql`set transaction isolation level repeatable read, read only`)
    await tx.run(sql`select set_config('statement_timeout', '0', true)`)
    const violations: Violation[] = []
    for (const { id, meaning, broken } of invariants) {
      const rows = await tx.many<Record<string, unknown>>(sql`select * from (${broken}) broken limit ${maxRows}`)
      if (rows.length > 0) violations.push({ invariant: id, meaning, rows })
    }
    return violations
  })
}

/** What the write path itself promises. */
export const writePathInvariants: readonly Invariant[] = [
  {
    id: 'events.sequence_without_gap',
    meaning: 'The events of a book are numbered from first_sequence to last_sequence without a gap.',
    broken: sql`
      select b.id as book_id, b.first_sequence, b.last_sequence, e.*
        from books b
        left join lateral (
          select count(*) as kept, min(sequence) as lowest, max(sequence) as highest
            from events
           where book_id = b.id) e on true
       where e.kept <> b.last_sequence - b.first_sequence + 1
          or (e.kept > 0 and (e.lowest <> b.first_sequence or e.highest <> b.last_sequence))`,
  },
  {
    id: 'events.time_follows_sequence',
    meaning: 'A later event of a book is never dated before an earlier one, and none after the last write.',
    broken: sql`
      select book_id, sequence, created_at
        from (select e.book_id, e.sequence, e.created_at, b.last_write_at,
                     lag(e.created_at) over (partition by e.book_id order by e.sequence) as earlier
                from events e
                join books b on b.id = e.book_id) dated
       where created_at < earlier or created_at > last_write_at`,
  },
  {
    id: 'events.one_write_one_time',
    meaning: 'All events of one request to a book carry the same time.',
    broken: sql`
      select book_id, request_id
        from events
       group by book_id, request_id
      having min(created_at) <> max(created_at)`,
  },
  {
    id: 'answers.have_effects',
    meaning: 'A stored answer is a success, or the one refusal that has effects.',
    broken: sql`
      select book_id, idempotency_key, status
        from stored_answers
       where status not between 200 and 299 and status <> 409`,
  },
]
