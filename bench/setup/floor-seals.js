/** The floor repeats one recorded seal for all it confirms: each document gets its own before the books are verified. */
import pg from 'pg'
import { stockContent } from '../../server/dist/domains/stock/seals.js'
import { hashInSql } from '../../server/dist/kernel/seal.js'

export async function sealFloor(connection) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`
      update document_seals s
         set content_hash = ${hashInSql(stockContent)}
        from stock_documents r
       where r.book_id = s.book_id and r.id = s.document_id
         and s.content_hash in (select content_hash from document_seals group by 1 having count(*) > 1)`)
  } finally {
    await client.end()
  }
}
