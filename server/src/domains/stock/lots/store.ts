/** SQL of FIFO layers. */
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs } from '../../../db/table.ts'
import { shownItemOf } from '../../core/index.ts'
import { withCurrentNames } from '../levels/store.ts'

/** A layer is a line of a posted receipt: it shows what the receipt said. Postings write it. */
const lotTable = defineTable({
  name: 'stock_lots',
  columns: {
    id: column.uuid(),
    item_id: column.uuid(),
    warehouse_id: column.uuid(),
    received_quantity: column.decimal(),
    unit_price: column.decimal(),
    lot_number: orNull(column.text()),
    expiry_date: orNull(column.date()),
  },
  computed: {
    ...shownItemOf('l'),
    quantity: readAs(column.decimal(), 'trim_scale(r.remaining_quantity)::text'),
    warehouse_name: readAs(column.text(), 'coalesce(d.warehouse_name, w.name)'),
    receipt_id: readAs(column.uuid(), 'd.id'),
    receipt_number: readAs(column.text(), 'd.number'),
    receipt_date: readAs(column.date(), 'd.date'),
    supplier_name: readAs(orNull(column.text()), 'coalesce(d.partner_name, p.name)'),
  },
  joins: sql`${withCurrentNames}
    join stock_lines l on l.book_id = r.book_id and l.id = r.id
    join stock_documents d on d.book_id = r.book_id and d.id = r.document_id
    left join partners p on p.book_id = r.book_id and p.id = d.partner_id`,
})

export type LotRow = RowOf<typeof lotTable>

export const listLots = lotTable.page

export const findLot = lotTable.find
