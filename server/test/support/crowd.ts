/** Many calls at once on one book, and what can be told of how they were kept. */
import { join, raw, sql } from '../../src/db/sql.ts'
import type { Reply } from './client.ts'
import type { Service } from './service.ts'

export const crowd = 24

export const together = (send: (place: number) => Promise<Reply>, amount = crowd): Promise<Reply[]> =>
  Promise.all(Array.from({ length: amount }, (_, place) => send(place)))

/** How many answered how: `200`, `409 conflict`. */
export function statusesOf(replies: Reply[]): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const { status, body } of replies) {
    const told = `${status}${status >= 400 ? ` ${body.code}` : ''}`
    counted[told] = (counted[told] ?? 0) + 1
  }
  return counted
}

type Written = 'inbox_submissions' | 'orders' | 'partners' | 'stock_documents'

/** How many transactions wrote these records last. */
export async function transactionsOf({ database }: Service, table: Written, replies: Reply[]): Promise<number> {
  const ids = replies.filter(({ status }) => status < 300).map(({ body }) => sql`${body.id}::uuid`)
  const [row] = await database.many<{ made: number }>(
    sql`select count(distinct xmin::text)::int as made from ${raw(table)} where id in (${join(ids)})`,
  )
  return row!.made
}
