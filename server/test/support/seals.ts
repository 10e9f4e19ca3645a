/** Seals what a test changed behind the service's back, as if it had been posted so. */
import { raw, sql } from '../../src/db/sql.ts'
import { invoiceContent } from '../../src/domains/sales/seals.ts'
import { hashInSql } from '../../src/kernel/seal.ts'
import type { Service } from './service.ts'

export const resealInvoices = ({ database }: Service): Promise<number> =>
  database.run(sql`
    update document_seals s
       set content_hash = ${raw(hashInSql(invoiceContent))}
      from invoices r
     where r.book_id = s.book_id and r.id = s.document_id`)
