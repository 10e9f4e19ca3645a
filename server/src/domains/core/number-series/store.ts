/** SQL of number series. Taking a number is the kernel's. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'
import { documentKinds, type NumberFormat } from '../../../kernel/numbering.ts'

export interface NumberSeriesRow extends NumberFormat {
  id: string
  document_kind: string
}

export const numberSeriesTable: Table<NumberSeriesRow> = {
  name: 'number_series',
  columns: { id: 'uuid', document_kind: 'text', prefix: 'text', digits: 'smallint', is_yearly: 'boolean' },
}

/** With the last number taken in the year, and whether any was ever taken. */
export const listNumberSeries = (
  db: Queryable,
  bookId: string,
  year: number,
): Promise<(NumberSeriesRow & { last_number: number; is_used: boolean })[]> =>
  db.many(sql`
    select s.id, s.document_kind, s.prefix, s.digits, s.is_yearly, coalesce(c.last_number, 0) as last_number,
           exists (select 1
                     from number_counters u
                    where u.book_id = s.book_id and u.document_kind = s.document_kind) as is_used
      from number_series s
      left join number_counters c
        on c.book_id = s.book_id and c.document_kind = s.document_kind
       and c.year = case when s.is_yearly then ${year}::integer else 0 end
     where s.book_id = ${bookId}
     order by array_position(${documentKinds}::text[], s.document_kind)`)
